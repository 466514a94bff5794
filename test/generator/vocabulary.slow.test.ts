import { Ajv } from 'ajv'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Contract, Named } from 'jsonapi-gen'
import * as vocabulary from '@jsonapi-gen/runtime/vocabulary'
import { at } from '../../scripts/lib/paths.js'
import { clientVocabulary, jsonSchemaWith } from '../../scripts/lib/vocabulary.js'
import { defaultOperators, opposite } from '../../runtime/src/vocabulary/operators.js'
import { ended } from './support/cli.js'

/** Text without the characters that a formatter may change: whitespace, and separators at line ends. */
const unformatted = (text: string): string => text.replaceAll(/[\s|,]/g, '')

const schemaJson = JSON.parse(await readFile(at('schema.json'), 'utf8')) as {
  readonly definitions: Record<string, object>
}

describe('generator/vocabulary (20.28): packages that do not import the runtime share its vocabulary', () => {
  test('`npm run vocabulary` writes schema.json', () => {
    expect(schemaJson).toEqual(jsonSchemaWith(schemaJson, vocabulary))
  })

  test('`npm run vocabulary` writes client/src/vocabulary.ts', async () => {
    const text = await readFile(at('client/src/vocabulary.ts'), 'utf8')
    expect(unformatted(text)).toBe(unformatted(clientVocabulary(vocabulary)))
  })
})

test('generator/vocabulary (3.4): negating an operator twice returns the operator', () => {
  expect(vocabulary.OPERATORS.map((operator) => opposite(opposite(operator)))).toEqual(vocabulary.OPERATORS)
  const positive = vocabulary.OPERATORS.filter((operator) => !operator.startsWith('not_'))
  expect(positive.flatMap((operator) => [operator, opposite(operator)])).toEqual(vocabulary.OPERATORS)
  expect(opposite('gte')).toBe('not_gte')
})

const LIST = 'runtime/src/vocabulary/operators.ts'
const LINE = "  { name: 'resembles', by: 'pattern', holds: 'is like this', fails: 'is not like this' },\n"

const BIN = 'node_modules/jsonapi-gen/bin/jsonapi-gen.js'

const COMMAS = ' Enclose a value that contains a comma in {{ }}.'

/** The file that contains the only list of operators, to which one more operator is added. */
const longer = (await readFile(at(LIST), 'utf8')).replace(/^\] as const$/m, `${LINE}] as const`)

const SCHEMA = `generate: { output: api, client: web, openapi: true }
resources:
  notes:
    id: string
    actions: [index]
    sort: custom
    paginate: custom
    attributes: { text: string, size: integer }
    filters:
      text:
      title: { column: text, operators: [eq, not_resembles] }
      size:
    defaultFilters: { text: { not_resembles: draft } }
`

/** Prints how the runtime, and the files derived from its vocabulary, use the list in the folder. */
const ASK = `
import { readFile } from 'node:fs/promises'
import { Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { factsOf } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { expectContract } from '@jsonapi-gen/runtime/testing'
import * as vocabulary from '@jsonapi-gen/runtime/vocabulary'
import { clientVocabulary, jsonSchemaWith } from './vocabulary.js'

const compared = []
class Comparing extends NullAdapter {
  facts() {
    return factsOf(this, { filterByGroups: true })
  }
  narrow(scope, { name, operator, value }) {
    compared.push([name, operator, value])
    return scope
  }
}
class Notes extends Resource {
  static {
    this.type('notes')
    this.useAdapter(Comparing)
    this.attribute('text', 'string')
    this.attribute('size', 'integer')
    this.allowFilter('text')
    this.allowFilter('title', { type: 'string', column: 'text', operators: ['eq', 'not_resembles'] })
    this.allowFilter('size')
    this.defaultFilter('text', { not_resembles: 'draft' })
    this.sort((scope) => scope)
    this.paginate((scope) => scope)
  }
  baseScope() {
    return {}
  }
  async resolve() {
    return []
  }
}
class NotesController extends Controller {
  index() {
    return this.renderJsonapi(this.recordScope())
  }
}
NotesController.jsonapi(Notes)
const offered = { registry: defineRegistry({ notes: Notes }), controllers: { notes: NotesController } }
expectContract(offered, JSON.parse(await readFile('api/generated/contract.gen.json', 'utf8')))
const api = createApi(offered)
const ask = async (search) => {
  const response = await api.fetch(new Request('http://api.example/notes?' + search))
  const { errors = [] } = await response.json()
  return [response.status, ...errors.map(({ detail }) => detail)]
}
console.log(JSON.stringify({
  answers: [
    await ask('filter[text][resembles]=a'),
    await ask('filter[title][not_resembles]=b'),
    await ask('filter[size][resembles]=1'),
    await ask('filter[text][resembels]=1'),
  ],
  compared,
  client: clientVocabulary(vocabulary),
  schemaJson: jsonSchemaWith(JSON.parse(await readFile('schema.json', 'utf8')), vocabulary),
}))
`

interface Asked {
  readonly answers: readonly unknown[]
  readonly compared: readonly unknown[]
  readonly client: string
  readonly schemaJson: object
}

describe('generator/vocabulary (3.5): an operator that is added to the list', () => {
  let folder = ''
  let asked: Asked
  let generated = { code: null as number | null, stderr: '' }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-'))
    await copyPackages(folder)
    const { outputText } = ts.transpileModule(longer, {
      compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    })
    const inPackage = 'node_modules/@jsonapi-gen/runtime/dist/vocabulary/operators.js'
    await writeFile(join(folder, inPackage), outputText)
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await writeFile(join(folder, 'schema.yaml'), SCHEMA)
    await writeFile(join(folder, 'ask.mjs'), ASK)
    await cp(at('schema.json'), join(folder, 'schema.json'))
    await cp(at('scripts/lib/vocabulary.js'), join(folder, 'vocabulary.js'))
    generated = await ended([BIN, 'generate'], folder)
    const { stdout, stderr } = await ended(['ask.mjs'], folder)
    if (stdout === '') throw new Error(stderr)
    asked = JSON.parse(stdout) as Asked
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('a new operator can be used in a schema, and appears in the contract that the API follows and in the OpenAPI document', async () => {
    expect(generated).toMatchObject({ code: 0 })
    const { resources } = JSON.parse(
      await readFile(join(folder, 'api/generated/contract.gen.json'), 'utf8'),
    ) as Contract
    const filters = Object.entries(resources['notes']?.filters ?? {})
    expect(Object.fromEntries(filters.map(([name, { operators }]) => [name, operators]))).toEqual({
      size: defaultOperators('integer', false),
      text: [...defaultOperators('string', false), 'resembles', 'not_resembles'],
      title: ['eq', 'not_resembles'],
    })
    const { stdout } = await ended([BIN, 'openapi', '--full'], folder)
    const { components } = JSON.parse(stdout) as {
      readonly components: {
        readonly parameters: Named<{ readonly name: string; readonly description: string }>
      }
    }
    const described = Object.values(components.parameters).map(({ name, description }) => [name, description])
    const words = Object.fromEntries(described.filter(([name]) => name?.includes('resembles')))
    expect(words).toEqual({
      'filter[text][resembles]': `Records whose "text" is like this.${COMMAS}`,
      'filter[text][not_resembles]': `Records whose "text" is not like this.${COMMAS}`,
      'filter[title][not_resembles]': `Records whose "title" is not like this.${COMMAS}`,
    })
  })

  test('a new operator is parsed and planned in requests, for the data types that it compares', () => {
    const ofText = [...defaultOperators('string', false), 'resembles', 'not_resembles'].join(', ')
    const ofSize = defaultOperators('integer', false).join(', ')
    expect(asked.answers).toEqual([
      [200],
      [200],
      [400, `The filter "size" does not support the operator "resembles". It supports ${ofSize}.`],
      [400, `The filter "text" does not support the operator "resembels". It supports ${ofText}.`],
    ])
    expect(asked.compared).toEqual([
      ['text', 'resembles', 'a'],
      ['text', 'not_resembles', 'draft'],
      ['title', 'not_resembles', 'b'],
    ])
  })

  test('a new operator is added to schema.json, which accepts the schema', () => {
    const ajv = new Ajv({ allowUnionTypes: true, unicodeRegExp: true })
    expect(ajv.compile(schemaJson)(parse(SCHEMA))).toBe(false)
    expect(
      new Ajv({ allowUnionTypes: true, unicodeRegExp: true }).compile(asked.schemaJson)(parse(SCHEMA)),
    ).toBe(true)
  })

  test('a new operator is added to the types of the runtime and of the client', async () => {
    const page = join(folder, 'page.ts')
    await writeFile(
      page,
      `import { createClient, type Matching } from '@jsonapi-gen/client'
import type { DefaultOperators } from '${at('runtime/src/shape/shape.js')}'
import { schema } from './web/schema.gen.js'
export const inProcess: readonly DefaultOperators<string>[] = ['resembles', 'not_resembles']
export const ofClient: readonly Matching[] = ['resembles', 'not_resembles']
export const refused: DefaultOperators<number> = 'resembles'
const { notes } = createClient({ baseUrl: 'http://api.example', schema })
await notes.list({ filter: { text: { not_resembles: 'a' }, title: { not_resembles: 'b' } } })
await notes.list({ filter: { title: { resembles: 'b' } } })
`,
    )
    const files = { [at(LIST)]: longer, [at('client/src/vocabulary.ts')]: asked.client }
    expect(faultsOf(page, files)).toEqual([
      expect.stringMatching(/^6 Type '"resembles"' is not assignable/),
      expect.stringMatching(/^9 .*'resembles' does not exist/),
    ])
  })
})

/** Copies the built packages to a folder, and links all other packages. */
async function copyPackages(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  for (const [from, to] of [
    ['runtime', '@jsonapi-gen/runtime'],
    ['openapi', '@jsonapi-gen/openapi'],
    ['explorer', '@jsonapi-gen/explorer'],
    ['.', 'jsonapi-gen'],
  ] as const) {
    for (const part of ['package.json', 'dist', ...(from === '.' ? ['bin', 'templates'] : [])]) {
      await cp(at(`${from}/${part}`), join(modules, to, part), { recursive: true })
    }
  }
  const others = (await readdir(at('node_modules'))).filter((name) => !/jsonapi-gen|^\./.test(name))
  await Promise.all(others.map((name) => symlink(at(`node_modules/${name}`), join(modules, name))))
}

/** The compiler's errors in a file, with the content of some files replaced. */
function faultsOf(root: string, files: Readonly<Record<string, string>>): readonly string[] {
  const { config } = ts.readConfigFile(at('tsconfig.base.json'), ts.sys.readFile) as { config: object }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, at(''))
  const all: ts.CompilerOptions = {
    ...options,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    noEmit: true,
    paths: { '@jsonapi-gen/client': [at('client/src/index.ts')] },
  }
  const host = ts.createCompilerHost(all)
  const { readFile: read, fileExists } = host
  host.readFile = (path) => files[path] ?? read(path)
  host.fileExists = (path) => path in files || fileExists(path)
  const program = ts.createProgram([root], all, host)
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? -1) + 1
    return `${line} ${ts.flattenDiagnosticMessageText(messageText, '\n').split('\n')[0]}`
  })
}
