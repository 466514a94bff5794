import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { at } from '../scripts/lib/paths.js'
import { blocksOf } from './docs/blocks.js'

const document = readFileSync(at('docs/internals/architecture.md'), 'utf8')

/**
 * The floors of each folder, from the ground up, as docs/internals/architecture.md draws them; a file imports from its own
 * floor and from lower ones, types included. `cast.ts` lies under all of them, the entries of the package lie on top.
 */
const FLOORS = new Map(
  blocksOf('docs/internals/architecture.md', 'floors').map(({ path: root = '', text: lines }) => [
    root,
    [...lines.matchAll(/^(\S+) {2,}\S.*$/gm)].map(([, floor = '']) => floor).toReversed(),
  ]),
)

const GROUND = 'cast.ts'

it('docs/internals/architecture.md draws the floors of both packages', () => {
  expect([...FLOORS.keys()]).toEqual(['runtime/src', 'src'])
  expect([...FLOORS.values()].filter((floors) => floors.length < 10)).toEqual([])
})

describe.each([...FLOORS])('architecture: %s', (root, floors) => {
  const imports = importsOf(at(root))

  it('each floor is there', () => {
    expect(
      floors.filter((floor) => ![...imports.keys()].some((file) => file.startsWith(`${floor}/`))),
    ).toEqual([])
  })

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
})

describe('the functions of the runtime', () => {
  const functions = [...importsOf(at('runtime/src')).keys()].flatMap((file) => functionsOf(file))

  it('none takes more than five parameters', () => {
    const trains = functions.filter(({ parameters }) => parameters > 5)
    expect(trains.map(({ file, name, parameters }) => `${file}: ${name} takes ${parameters}`)).toEqual([])
  })
})

describe('docs/internals/architecture.md', () => {
  it.each(['docs/internals/architecture.md', 'CONTRIBUTING.md'])('%s names files that exist', (path) => {
    const text = readFileSync(at(path), 'utf8')
    const named = [...text.matchAll(/`((?:runtime|src|test|templates|docs|examples)\/[^`\s]*)`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !file.includes('JGnnn'))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((file) => !existsSync(at(file)))).toEqual([])
  })

  it('draws, of what is handed on, types that there are', () => {
    const [drawn] = blocksOf('docs/internals/architecture.md', 'text')
    const types = (drawn?.text ?? '').match(/\b[A-Z]\w+/g) ?? []
    const declared = ['runtime/src', 'src']
      .flatMap((root) =>
        [...importsOf(at(root)).keys()].map((file) => readFileSync(at(`${root}/${file}`), 'utf8')),
      )
      .join('\n')
    expect(types).toEqual(['Schema', 'Plan', 'Query', 'ReadPlan', 'Scope'])
    expect(
      types.filter((type) => !new RegExp(`^export (?:class|interface|type) ${type}\\b`, 'm').test(declared)),
    ).toEqual([])
  })

  it('names, in its steps, functions that the files beside them export', () => {
    const steps = [...document.matchAll(/^\| \d+ \| `([^`]+)` \| `([^`]+)` \|/gm)]
    expect(steps.length).toBeGreaterThan(40)
    const missing = steps.filter(([, path = '', name = '']) => {
      const declared = new RegExp(
        String.raw`^export (?:abstract |async )?(?:function|class|const) ${name}\b`,
        'm',
      )
      return !existsSync(at(path)) || !declared.test(readFileSync(at(path), 'utf8'))
    })
    expect(missing.map(([line]) => line)).toEqual([])
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

interface FunctionOf {
  readonly file: string
  readonly name: string
  readonly parameters: number
  /** Whether it is a function of the module itself, and not one inside of another, or a method. */
  readonly isOfModule: boolean
}

function functionsOf(file: string): readonly FunctionOf[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(at(`runtime/src/${file}`), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: FunctionOf[] = []
  const visit = (node: ts.Node): void => {
    // The signatures of an overload have no body.
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const declaration =
        ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent) ? node.parent : node
      const place = declaration === node ? node.parent : node.parent.parent.parent.parent
      const name = declaration.name?.getText() ?? 'a function without a name'
      const parameters = node.parameters.length
      found.push({ file, name, parameters, isOfModule: place === source })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
