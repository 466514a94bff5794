import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

const SCHEMA = `generate: { output: src/api, client: web/src }
resources:
  posts:
    public: true
    attributes:
      title: { type: string, maxLength: 200 }
      body: string
      status: { enum: [a, b] }
      views: integer
    filters: [status]
`

const CODE = `import { createClient } from '@jsonapi-gen/client'
import { schema } from './schema.gen.js'

const api = createClient({ schema, baseUrl: 'http://localhost' })

export async function lengths(): Promise<number[]> {
  const posts = await api.posts.list({ filter: { status: 'b' } })
  return posts.data.map(({ body }) => body.length)
}

export const unrelated: string = 1
`

const CONFIG = JSON.stringify({
  compilerOptions: { module: 'NodeNext', strict: true, target: 'ES2023', noEmit: true, types: [] },
  include: ['src'],
})

async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await folderWith({
    'schema.yaml': SCHEMA,
    'web/package.json': '{ "type": "module" }',
    'web/tsconfig.json': CONFIG,
    'web/src/posts.ts': CODE,
    'bare/readme.txt': '',
    ...files,
  })
  const { code } = await jsonapiGenHere(['generate'], folder)
  expect(code).toBe(0)
  const changed = SCHEMA.replace('maxLength: 200', 'maxLength: 100')
    .replace('      body: string\n', '')
    .replace('      views: integer\n', '')
    .replace('[a, b]', '[a]')
  await writeFile(join(folder, 'schema.yaml'), changed)
  return folder
}

const install = async (folder: string): Promise<void> => {
  await mkdir(join(folder, 'node_modules/@jsonapi-gen'), { recursive: true })
  await symlink(at('client'), join(folder, 'node_modules/@jsonapi-gen/client'))
}

test('a breaking change is listed with the calls that it breaks in known clients, or with the reason why no calls are listed (28.7)', async () => {
  const folder = await project()
  await install(folder)
  // generate has not written the new contract yet.
  const base = 'src/api/generated/contract.gen.json'
  const run = ['diff', base, '--clients', 'web', '--format', 'json']
  const { code, stdout } = await jsonapiGenHere(run, folder)
  const { findings } = JSON.parse(stdout) as {
    findings: { place: string; rule: string; calls?: { file: string; line: number }[] | null }[]
  }
  const calls = findings
    .filter(({ rule }) => rule === 'attribute-removed' || rule === 'input-narrowed')
    .map(({ place, calls: all }) => [place, all && all.map(({ file, line }) => `${file}:${line}`)])
  expect([code, Object.fromEntries(calls)]).toEqual([
    0,
    {
      'posts.attributes.body': ['web/src/posts.ts:8'],
      'posts.attributes.status': ['web/src/posts.ts:7'],
      'posts.attributes.title': null,
      'posts.attributes.views': [],
    },
  ])
  const text = (await jsonapiGenHere(['ci', base, '--clients', 'web'], folder)).stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain("It breaks web/src/posts.ts:8: Property 'body' does not exist")
  expect(text).toContain('No known client uses it.')
  expect(text).toContain('The types do not show whether clients use it.')
}, 180_000)

test('a client that does not compile is reported, and its calls are not assumed to be unused (JG609)', async () => {
  const folder = await project()
  const said = async (client: string) =>
    jsonapiGenHere(['diff', 'src/api/generated/contract.gen.json', '--clients', client], folder)
  const [missing, bare] = [await said('web'), await said('bare')]
  expect([missing.code, missing.stderr.split('\n')[0]]).toEqual([
    2,
    'web/tsconfig.json error JG609 This client cannot be compiled: @jsonapi-gen/client is not installed',
  ])
  expect([bare.code, bare.stderr.split('\n')[0]]).toEqual([
    2,
    'bare/tsconfig.json error JG609 This client folder has no tsconfig.json',
  ])
}, 120_000)

const BASE = 'src/api/generated/contract.gen.json'

/** A change with the calls that it breaks, as `diff --format json` prints it. */
interface Shown {
  readonly place: string
  readonly rule: string
  readonly calls?: readonly { readonly file: string; readonly line: number; readonly message: string }[]
  readonly unchecked?: readonly string[]
}

/** The changes in a project with these files, and a function that prints the text that describes them. */
async function changes(files: Readonly<Record<string, string>>, clients: readonly string[] = ['web']) {
  const folder = await project(files)
  await install(folder)
  const run = ['diff', BASE, '--clients', ...clients]
  const { code, stdout } = await jsonapiGenHere([...run, '--format', 'json'], folder)
  const described = async () => (await jsonapiGenHere(run, folder)).stdout.replaceAll(/\s+/g, ' ')
  const { findings, diagnostics } = JSON.parse(stdout) as {
    findings: readonly Shown[]
    diagnostics: readonly { readonly code: string; readonly message: string }[]
  }
  const callsOf = (place: string): readonly string[] | undefined =>
    findings
      .find((each) => each.place === place && each.rule === 'attribute-removed')
      ?.calls?.map(({ file, line }) => `${file}:${line}`)
  return { code, described, findings, diagnostics, callsOf }
}

const configOf = (more: object, others: object = {}): string =>
  JSON.stringify({
    compilerOptions: { ...(JSON.parse(CONFIG) as { compilerOptions: object }).compilerOptions, ...more },
    include: ['src'],
    ...others,
  })

describe('the report describes a member as unused only if the compiler can be certain (28.7)', () => {
  test.each([
    [
      'an import of the types that is not found',
      { 'web/src/posts.ts': CODE.replace('./schema.gen.js', './nosuch/schema.gen.js') },
      /web\/src\/posts\.ts:2: Cannot find module '\.\/nosuch\/schema\.gen\.js'|No file of this client imports/,
    ],
    [
      'another import that is not found',
      { 'web/src/posts.ts': `${CODE}\nimport { wrap } from 'not-installed'\nwrap(api)\n` },
      /web\/src\/posts\.ts:13: Cannot find module 'not-installed'/,
    ],
    ['types that no file imports', { 'web/src/posts.ts': 'export {}' }, /No file of this client imports/],
    ['a broken tsconfig.json', { 'web/tsconfig.json': '{ "compilerOptions": ' }, /cannot be read/],
    [
      'a tsconfig.json that extends nothing',
      { 'web/tsconfig.json': '{ "extends": "./none.json" }' },
      /cannot be read: .*none\.json/,
    ],
  ])(
    '%s is reported as an error in the client, and the changes are still listed',
    async (_, files, said) => {
      const { code, described, findings, diagnostics } = await changes(files)
      const text = await described()
      expect([code, diagnostics.map((each) => each.code)]).toEqual([2, ['JG609']])
      expect(diagnostics[0]?.message).toMatch(said)
      expect(text).not.toContain('No known client uses it')
      expect(findings.some(({ place }) => place === 'posts.attributes.body')).toBe(true)
    },
    60_000,
  )

  test('the report lists client files that the compiler did not check', async () => {
    const { described, findings } = await changes({
      'web/src/list.vue': '<script setup>import { lengths } from "./posts.js"</script>',
      'web/other/list.js': 'import { lengths } from "../src/posts.js"\nlengths()\n',
      'web/other/apart.js': 'export const one = 1\n',
    })
    expect(findings.find(({ place }) => place === 'posts.attributes.views')?.unchecked).toEqual([
      'web/other/list.js',
      'web/src/list.vue',
    ])
    const text = await described()
    expect(text).toContain(
      'No checked file of a client uses it. Not checked: web/other/list.js and web/src/list.vue.',
    )
    expect(text).not.toContain('No known client uses it')
  }, 60_000)

  test("calls in JavaScript files are checked if the client's tsconfig.json includes them", async () => {
    const { callsOf } = await changes({
      'web/tsconfig.json': configOf({ allowJs: true }),
      'web/src/posts.ts': 'export {}',
      'web/src/calls.js': CODE.replace(': Promise<number[]>', '').replace(': string', ''),
    })
    expect(callsOf('posts.attributes.body')).toEqual(['web/src/calls.js:8'])
  }, 60_000)

  test('a client is compiled with strictNullChecks even if its tsconfig.json does not set it', async () => {
    const folder = await project({ 'web/tsconfig.json': configOf({ strict: false }) })
    await install(folder)
    await writeFile(join(folder, 'schema.yaml'), SCHEMA.replace('body: string', 'body: string?'))
    const { stdout } = await jsonapiGenHere(['diff', BASE, '--clients', 'web'], folder)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('It breaks web/src/posts.ts:8:')
  }, 60_000)

  test('project references in a tsconfig.json are followed', async () => {
    const { callsOf } = await changes({
      'web/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'web/tsconfig.app.json': CONFIG,
    })
    expect(callsOf('posts.attributes.body')).toEqual(['web/src/posts.ts:8'])
  }, 60_000)
})

test('the report lists only client errors that a change causes, in short form, once for each line and client', async () => {
  const { findings, described } = await changes(
    {
      'web/src/posts.ts': `${CODE}
export async function own() {
  const posts = await api.posts.list({})
  return posts.data.map((post) => post.nosuch)
}
export async function twice() {
  return (await api.posts.list({})).data.map((post) => [post.body, post.body.length])
}
`,
    },
    ['web', './web'],
  )
  const body = findings.find(
    ({ place, rule }) => place === 'posts.attributes.body' && rule === 'attribute-removed',
  )
  expect(body?.calls?.map(({ line }) => line)).toEqual([8, 18])
  expect(body?.calls?.every(({ message }) => message.length <= 160 && !message.includes('{'))).toBe(true)
  expect(await described()).not.toContain('nosuch')
}, 60_000)
