import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGen } from '../generator/support/cli.js'
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

async function project(): Promise<string> {
  const folder = await folderWith({
    'schema.yaml': SCHEMA,
    'web/package.json': '{ "type": "module" }',
    'web/tsconfig.json': CONFIG,
    'web/src/posts.ts': CODE,
    'bare/readme.txt': '',
  })
  const { code } = await jsonapiGen(['generate'], folder)
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
  const { code, stdout } = await jsonapiGen(run, folder)
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
  const text = (await jsonapiGen(['ci', base, '--clients', 'web'], folder)).stdout.replaceAll(/\s+/g, ' ')
  expect(text).toContain("It breaks web/src/posts.ts:8: Property 'body' does not exist")
  expect(text).toContain('No known client uses it.')
  expect(text).toContain('The types of clients do not show whether they use it.')
}, 180_000)

test('a client that cannot be compiled is reported, because all of its calls would look unused (JG609)', async () => {
  const folder = await project()
  const said = async (client: string) =>
    jsonapiGen(['diff', 'src/api/generated/contract.gen.json', '--clients', client], folder)
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
