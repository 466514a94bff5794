import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { at } from '../scripts/lib/paths.js'

/**
 * The floors, from the ground up; a file imports from its own floor and from lower ones, types included. `cast.ts` lies
 * under all of them, the entries of the package lie on top.
 */
const FLOORS = {
  'runtime/src': [
    'shape',
    'error',
    'value',
    'adapter',
    'query',
    'declare',
    'resource',
    'plan',
    'read',
    'render',
    'write/request',
    'write/check',
    'write/persist',
    'prisma',
    'in-process',
    'controller',
    'http',
    'node',
    'testing',
  ],
} as const

const GROUND = 'cast.ts'

describe.each(Object.entries(FLOORS))('architecture: %s', (root, floors) => {
  const imports = importsOf(at(root))

  it('each file stands on one of the floors, or is an entry', () => {
    const elsewhere = [...imports.keys()].filter((file) => file.includes('/') && floorOf(file, floors) === -1)
    expect(elsewhere).toEqual([])
  })

  it('no import runs upward, types included', () => {
    const upward = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => target !== GROUND && levelOf(target, floors) > levelOf(file, floors))
        .map((target) => `${file} → ${target}`),
    )
    expect(upward).toEqual([])
  })

  it('no files import each other in a circle, types included', () => {
    expect(circlesOf(imports)).toEqual([])
  })

  it('a file name occurs once', () => {
    const names = [...imports.keys()].map((file) => file.slice(file.lastIndexOf('/') + 1))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})

const floorOf = (file: string, floors: readonly string[]): number =>
  floors.findIndex((floor) => file.startsWith(`${floor}/`))

/** Entries stand in no folder, and above everything else. */
const levelOf = (file: string, floors: readonly string[]): number =>
  file.includes('/') ? floorOf(file, floors) : file === GROUND ? -1 : floors.length

/** What each file imports of the others, as paths from the root. */
function importsOf(root: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return new Map(
    files.toSorted().map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
      const targets = specifiers.map(([, specifier = '']) =>
        relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts'),
      )
      return [file, targets]
    }),
  )
}

/** The circles: from each file, whether the way along its imports leads back to it; each named by its first file. */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file)
    if (start !== -1) circles.push([...way.slice(start), file].join(' → '))
    if (start !== -1 || done.has(file)) return
    for (const target of imports.get(file) ?? []) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}
