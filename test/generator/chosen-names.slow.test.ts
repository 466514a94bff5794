import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Controller, Resource, ResourceController } from '@jsonapi-gen/runtime'
import { loadSchema } from 'jsonapi-gen'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { oneIn } from '../support/sample.js'
import { ended, jsonapiGenHere } from './support/cli.js'
import { filesUnder } from './support/fixtures.js'

/** Names that a user might choose, and that have a meaning in JavaScript, TypeScript or our classes. */
const NAMES: readonly string[] = [
  ...new Set([
    ...words(`break case catch class const continue debugger default delete do else enum export extends false finally
      for function if import in instanceof new null return super switch this throw true try typeof var void while with
      implements interface let package private protected public static yield await async of get set as any unknown never
      object string number boolean symbol bigint undefined NaN Infinity arguments eval type module namespace declare
      abstract readonly require exports then name length prototype caller apply call bind`),
    ...words(`Promise Array Record Date String Object Resource Shape Scope Guards ApplicationController registry prisma
      kysely adapter context store facts bytes decimal json filter nullAdapter common custom operator`),
    ...Object.getOwnPropertyNames(Object.prototype),
    ...[Resource, ResourceController, Controller].flatMap(membersOf),
  ]),
]

function words(text: string): readonly string[] {
  return text.split(/\s+/)
}

/** The instance members and the static members of a class. */
function membersOf(of: { readonly prototype: object }): readonly string[] {
  const chain = (first: object, end: object): readonly object[] =>
    first === end ? [] : [first, ...chain(Object.getPrototypeOf(first) as object, end)]
  return [...chain(of.prototype, Object.prototype), ...chain(of, Function.prototype)].flatMap((each) =>
    Object.getOwnPropertyNames(each),
  )
}

const TITLE = { attributes: { title: 'string' } }

/** A resource that uses the name. Its type is the name itself, or contains a number. */
type Make = (name: string, index: number) => Readonly<Record<string, object>>

const inResource =
  (declared: (name: string) => object): Make =>
  (name, index) => ({ [`things-${index}`]: { public: true, ...TITLE, ...declared(name) } })

const KINDS: Readonly<Record<string, Make>> = {
  resource: (name) => ({ [name]: { public: true, ...TITLE } }),
  attribute: inResource((name) => ({ attributes: { [name]: 'string?' } })),
  relationship: inResource((name) => ({
    sideloads: { [name]: { kind: 'belongsTo', resource: 'others', foreignKey: 'otherKey' } },
  })),
  'custom relationship': inResource((name) => ({
    sideloads: { [name]: { kind: 'custom', resource: 'others' } },
  })),
  filter: inResource((name) => ({ filters: { [name]: { type: 'string', custom: true } } })),
  'default filter': inResource((name) => ({ defaultFilters: { [name]: 'custom' } })),
  action: inResource((name) => ({ actions: { [name]: { on: 'record', input: { text: 'string' } } } })),
  input: inResource((name) => ({ actions: { go: { on: 'record', input: { [name]: 'string' } } } })),
  guard: inResource((name) => ({ attributes: { title: { type: 'string', readable: name } } })),
  scope: inResource((name) => ({ scopes: { read: name } })),
  stat: inResource((name) => ({ stats: { [name]: { custom: ['middle'] } } })),
  calculation: inResource((name) => ({ stats: { total: { custom: [name] } } })),
  'extra field': inResource((name) => ({ extraFields: { [name]: 'string' } })),
  'value of an enum': inResource((name) => ({ attributes: { title: { enum: [name, 'other'] } } })),
}

const OTHERS = { others: { public: true, ...TITLE } }

/** Each kind with each name: almost 3,000 cases. A soak tries all of them. */
const CASES = oneIn(
  10,
  Object.keys(KINDS).flatMap((kind) => NAMES.map((name, index) => ({ kind, name, index }))),
)

/** The errors for methods that the application has to write. */
const UNWRITTEN = /TS2515|TS2653|TS2654|TS2655|TS2656/

let folder: string
/** The compiler's errors for the code of every kind: one program reads the declarations of the runtime once. */
let errors: readonly string[]
beforeAll(async () => {
  await mkdir(at('.tmp'), { recursive: true })
  folder = await mkdtemp(at('.tmp/names-'))
  for (const [index, [kind, make]] of Object.entries(KINDS).entries()) {
    await generateAccepted(kind, make, join(folder, String(index)))
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { noEmit: true, isolatedDeclarations: false },
      include: ['*/api', '*/web'],
    }),
  )
  const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
  errors = stdout.split('\n').filter((line) => line.includes('error TS') && !UNWRITTEN.test(line))
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(Object.keys(KINDS).map((kind, index) => [kind, index] as const))(
  'every JavaScript keyword and member name is either rejected as a %s or compiles',
  async (_, index) => {
    const written = await filesUnder(join(folder, String(index)))
    expect(written.filter((path) => path.endsWith('.gen.ts')).length).toBeGreaterThan(3)
    expect(errors.filter((line) => line.startsWith(`${index}/`))).toEqual([])
  },
)

test('the compiler reports no errors outside the generated code of each kind of name', () => {
  expect(errors.filter((line) => !/^\d+\//.test(line))).toEqual([])
})

/** Generates the code of a schema in which every accepted name is used once, and the methods that it requires. */
async function generateAccepted(kind: string, make: Make, root: string): Promise<void> {
  await mkdir(root)
  const path = join(root, 'schema.yaml')
  let accepted: Readonly<Record<string, object>> = {}
  const guards: string[] = []
  for (const { name, index } of CASES.filter((each) => each.kind === kind)) {
    const resources = { ...(kind === 'resource' ? accepted : {}), ...make(name, index) }
    await writeFile(path, JSON.stringify({ resources: { ...OTHERS, ...resources } }))
    if (!(await loadSchema(path, 'schema.yaml')).ok) continue
    accepted = { ...accepted, ...make(name, index) }
    if (kind === 'guard') guards.push(name)
  }
  await writeFile(
    path,
    JSON.stringify({ generate: { output: 'api', client: 'web' }, resources: { ...OTHERS, ...accepted } }),
  )
  expect((await jsonapiGenHere(['generate', '--quiet'], root)).code).toBe(0)
  const controller = join(root, 'api/application.controller.ts')
  const text = await readFile(controller, 'utf8')
  const methods = guards.map((name) => `${name}(): boolean { return true }`).join('\n')
  await writeFile(controller, text.replace('implements Guards {}', `implements Guards {\n${methods}\n}`))
  await writeFile(join(root, 'prisma.ts'), 'export declare const prisma: never\n')
}
