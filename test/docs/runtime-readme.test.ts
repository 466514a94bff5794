import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Api } from '@jsonapi-gen/runtime'
import type { BlogClient, OpenDatabase } from '../support/databases.js'
import { sqlite } from '../support/databases.js'
import { blocksOf, withoutSemicolons } from './blocks.js'
import { byHand } from './by-hand.js'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

let db: OpenDatabase<BlogClient>
let api: Api
beforeAll(async () => {
  db = await sqlite.open({ seed: true })
  api = byHand(db.prisma)
})
afterAll(() => db.close())

test("the Resource in the runtime's README is the one that these tests run", () => {
  const [{ text: block } = { text: '' }] = blocksOf('runtime/README.md', 'ts')
  const lines = (text: string): string[] => text.split('\n').map((line) => line.trim())
  const run = new Set(lines(read('by-hand.ts')))
  const shown = lines(withoutSemicolons(block)).filter(
    (line) => !line.startsWith('import') && !line.startsWith('//'),
  )
  expect(shown.filter((line) => !run.has(line.replace('export const api =', 'return')))).toEqual([])
})

test("the Resource in the runtime's README responds to the request below it", async () => {
  const response = await api.fetch(new Request('http://localhost/tags?filter[name]=how-to'))
  const { data } = (await response.json()) as { data: { attributes: unknown }[] }
  expect(data.map(({ attributes }) => attributes)).toEqual([{ name: 'how-to' }])
})

test("every subpath in the README's table is exported", () => {
  const { exports } = JSON.parse(read('../../runtime/package.json')) as { exports: Record<string, unknown> }
  const named = [...read('../../runtime/README.md').matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? '').matchAll(/`(?:@jsonapi-gen\/runtime)?(\/?\w*)`/g)].map(([, path]) => `.${path}`),
  )
  expect(named.toSorted()).toEqual(
    Object.keys(exports)
      .filter((path) => path !== './package.json')
      .toSorted(),
  )
})
