import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { type Example, examplesUnder, isMembers } from './docstring-examples.js'

/** The folders whose examples are in a resource instead of a controller. */
const RESOURCE = /^runtime\/src\/(?:declare|resource|shape)\//

/**
 * The line of the module at which an example begins. Before it are a line of imports and the line that opens a class or
 * method.
 */
const FIRST_LINE = 3

/** The names that an example may use, with the import of each. */
type Names = ReadonlyMap<string, string>

/** The names that the examples of each package may use. */
interface NamesOfEach {
  readonly runtime: Names
  readonly client: Names
}

let examples: readonly Example[]
beforeAll(async () => {
  const folders = await Promise.all(
    ['runtime/src', 'openapi/src', 'explorer/src', 'client/src', 'src'].map(examplesUnder),
  )
  examples = folders.flat()
})

describe('docs/docstrings', () => {
  test('every code block in a docstring specifies its language', () => {
    expect(examples.length).toBeGreaterThan(90)
    expect(examples.filter(({ language }) => language === '')).toEqual([])
  })

  test('every example in a docstring compiles with the strict flags', async () => {
    await mkdir(at('.tmp'), { recursive: true })
    const folder = await mkdtemp(at('.tmp/docstrings-'))
    try {
      const names = await namesOfEach()
      const files = new Map(
        examples
          .filter(({ language }) => language === 'ts')
          .map((example, index) => [`example-${index}.ts`, example]),
      )
      for (const [file, example] of files) {
        await writeFile(join(folder, file), moduleOf(example, names))
      }
      const paths = { ...(await pathsOfTheTests()), '#context/*': ['../../test/docs/*'] }
      const compilerOptions = { paths, isolatedDeclarations: false, declaration: false, noEmit: true }
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: '../../tsconfig.base.json',
          compilerOptions,
          include: ['.', '../../test/docs/*.d.ts', '../../explorer/src/*.d.ts'],
        }),
      )
      const { stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], folder)
      const said = stdout.replaceAll(/^(example-\d+\.ts)\((\d+)/gm, (_, file: string, line: string) => {
        const { path = file, line: first = 0 } = files.get(file) ?? {}
        return `${path}(${first + Number(line) - FIRST_LINE}`
      })
      expect(said).toBe('')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)
})

/**
 * The example as a module with the imports it needs: members are in a class, and statements in a method or a
 * static block of a class.
 */
function moduleOf({ path, file, code }: Example, names: NamesOfEach): string {
  // An example may import files of its application, which this test does not have.
  const plain = code.replaceAll(/^import .* from '\..*$/gm, '').replaceAll(/^export /gm, '')
  const areMembers = isMembers(plain)
  const isOfClient = path.startsWith('client/')
  const isOfResource = RESOURCE.test(path)
  const ofResource = areMembers ? 'ResourceExample' : 'DeclaringExample'
  const parent = isOfClient ? 'Object' : isOfResource ? ofResource : 'ApplicationController'
  const words = new Set([parent, ...(code.match(/[A-Za-z_]\w*/g) ?? [])])
  const own = namesOf(file, `../../${path.replace(/\.ts$/, '.js')}`)
  const known = new Map([...own, ...(isOfClient ? names.client : names.runtime)])
  const imports = [...known].flatMap(([name, line]) => (words.has(name) ? [line] : []))
  const body = areMembers
    ? `\n${plain}`
    : isOfResource && plain.includes('this.')
      ? ` static {\n${plain}}`
      : ` async example(): Promise<unknown> {\n${plain}return\n}`
  return `${imports.join(';')}\nexport class Example extends ${parent} {${body}\n}\n`
}

async function namesOfEach(): Promise<NamesOfEach> {
  return {
    runtime: new Map([...(await namesOfTheRuntime()), ...(await namesOfContext('docstring-context'))]),
    client: new Map([...(await namesOfTheClient()), ...(await namesOfContext('docstring-client-context'))]),
  }
}

/** The names in test/packing/public-names.txt: an entry, a name, and whether it is a value. */
async function namesOfTheRuntime(): Promise<Names> {
  const text = await readFile(at('test/packing/public-names.txt'), 'utf8')
  return new Map(
    [...text.matchAll(/^(?!\S*v1 )(\S+) (\w+) (.*)$/gm)]
      .toReversed()
      .map(([, entry = '', name = '', kind]) => {
        const module = ['openapi', 'explorer'].includes(entry)
          ? `@jsonapi-gen/${entry}`
          : `@jsonapi-gen/runtime/${entry}`.replace(/\/index$/, '')
        return [name, importOf(name, kind === 'type', module)]
      }),
  )
}

/** The names that the client's entries export. */
async function namesOfTheClient(): Promise<Names> {
  const text = await readFile(at('client/src/index.ts'), 'utf8')
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)]
  const extensions = await Promise.all(
    ['operations', 'plain', 'retries', 'tanstack'].map(async (entry) => {
      const file = entry === 'tanstack' ? `${entry}/index` : entry
      return namesOf(await readFile(at(`client/src/${file}.ts`), 'utf8'), `@jsonapi-gen/client/${entry}`)
    }),
  )
  return new Map<string, string>([
    ...extensions.flatMap((names) => [...names]),
    ...lists.flatMap(([, ofTypes, list = '']) =>
      [...list.matchAll(/(type )?(\w+),?/g)].map(([, type, name = '']): [string, string] => [
        name,
        importOf(name, (type ?? ofTypes) !== undefined, '@jsonapi-gen/client'),
      ]),
    ),
  ])
}

/** The names in the context of the examples. */
async function namesOfContext(file: string): Promise<Names> {
  return namesOf(await readFile(at(`test/docs/${file}.ts`), 'utf8'), `#context/${file}.js`)
}

/** The declarations that a module exports. */
function namesOf(text: string, module: string): Names {
  const declared = text.matchAll(
    /^export (?:declare |abstract |async )*(type|interface|const|class|function) (\w+)/gm,
  )
  return new Map(
    [...declared].map(([, kind = '', name = '']) => [
      name,
      importOf(name, kind === 'type' || kind === 'interface', module),
    ]),
  )
}

const importOf = (name: string, isType: boolean, module: string): string =>
  `import { ${isType ? 'type ' : ''}${name} } from '${module}'`

/** The paths in test/tsconfig.json, relative to a subfolder. */
async function pathsOfTheTests(): Promise<Readonly<Record<string, readonly string[]>>> {
  const { compilerOptions } = JSON.parse(await readFile(at('test/tsconfig.json'), 'utf8')) as {
    readonly compilerOptions: { readonly paths: Readonly<Record<string, readonly string[]>> }
  }
  return Object.fromEntries(
    Object.entries(compilerOptions.paths).map(([name, paths]) => [name, paths.map((path) => `../${path}`)]),
  )
}
