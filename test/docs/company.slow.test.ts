import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Started, startProject } from '../create/support/project.js'
import { strictFindings } from '../frameworks/support/lint.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { blocksOf } from './blocks.js'
import { followed } from './followed.js'
import { type GuideProject, guideProject } from './guide-project.js'

const COMPANY = blocksOf('docs/who-sees-what.md', '*')
const ATTRIBUTE = blocksOf('docs/changing.md', '*', 'Add an attribute')
const FILES = blocksOf('docs/changing.md', '*', 'Upload files')
const RATE = blocksOf('docs/changing.md', 'ts', 'Limit the rate')
const [VERSIONS] = blocksOf('docs/changing.md', 'sh', 'Serve two versions')

let project: GuideProject
let server: Started

beforeAll(async () => {
  project = await guideProject([...COMPANY, ...ATTRIBUTE, ...FILES, ...RATE])
  const env = { DATABASE_URL: project.url, FILES_SECRET: 'secret' }
  if (project.compiled === '') server = await startProject(project.folder, env)
}, 120_000)

afterAll(async () => {
  await server?.terminate()
  await project.remove()
})

test('docs/who-sees-what.md and docs/changing.md: the code on both pages compiles together in a new project', () => {
  expect(project.compiled).toBe('')
})

test('docs/who-sees-what.md and docs/changing.md: the code passes the strict and stylistic rules of typescript-eslint', async () => {
  expect(await strictFindings(project.folder, ['src/api/**/*.ts'])).toEqual([])
}, 300_000)

test('docs/who-sees-what.md: the public, members and staff see the documented records, and a deleted row is kept', async () => {
  expect(await followed(server.url, COMPANY)).toBe(9)
  const store = await new PrismaLibSql({ url: project.url }).connect()
  const sql = 'SELECT "name", "deletedAt" IS NULL, "tenantId" FROM "Project"'
  expect((await store.queryRaw({ sql, args: [], argTypes: [] })).rows).toEqual([['Garden', 0, 1]])
  await store.dispose()
})

test('docs/changing.md: only users who may see the record receive an upload URL', async () => {
  expect(await followed(server.url, FILES)).toBe(3)
})

test('docs/changing.md: an API key is limited to a fixed number of requests per minute', async () => {
  const { limited } = (await import(join(project.folder, 'dist/limited.js'))) as {
    readonly limited: (most: number, now: () => number) => (key: string) => boolean
  }
  let now = 0
  const isWithin = limited(2, () => now)
  expect(['a', 'a', 'a', 'b'].map(isWithin)).toEqual([true, true, false, true])
  now = 60_000
  expect(isWithin('a')).toBe(true)
})

test('docs/changing.md: a single run generates two versions of the API', async () => {
  const of = (version: string): string =>
    `generate: { output: src/${version} }\nresources: { posts: { attributes: { title: string }, public: true } }\n`
  const folder = await folderWith({ 'v1.yaml': of('v1'), 'v2.yaml': of('v2') })
  const [, parameters = ''] = /^npx jsonapi-gen (.*)$/m.exec(VERSIONS?.text ?? '') ?? []
  expect(await jsonapiGenHere(parameters.split(' '), folder)).toMatchObject({ code: 0 })
  expect((await readdir(join(folder, 'src'))).toSorted()).toEqual(['v1', 'v2'])
})
