import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { isSoak } from '../support/sample.js'
import { servedBlog } from './support/blog.js'
import { onHermes } from './support/hermes.js'

const blog = servedBlog()

/** The tests of the client that need neither a browser nor an editor. A soak has all of them. */
const SUITES = isSoak
  ? ['answers', 'client-reads', 'client-records', 'client-values', 'client-writes', 'operations', 'plain']
  : []

describe('client/react-native (27.1, 27.3, 27.10): with the globals of Hermes alone', () => {
  test('pages, walks and writes are what they are elsewhere', async () => {
    const { createClient } = await onHermes()
    const api = createClient({ baseUrl: blog.url, schema })
    const { page } = await api.posts.list({ page: { after: null, size: 40 } })
    if (!page.next) throw new Error('There is a second page.')
    const second = await api.posts.list({ page: page.next })
    const numbered = await api.posts.list({ page: { number: 2, size: 30 }, stats: { total: 'count' } })
    let walked = 0
    for await (const _ of api.posts.each({ sort: '-views' })) walked += 1
    const { data: created } = await api.tags.create({ name: 'from a telephone' })
    expect([page.next, second.data[0]?.id, walked, created.name]).toEqual([
      { after: expect.any(String), size: 40 },
      '41',
      100,
      'from a telephone',
    ])
    expect(numbered.page).toEqual({
      first: { number: 1, size: 30 },
      prev: { number: 1, size: 30 },
      next: { number: 3, size: 30 },
      last: { number: 4, size: 30 },
      cursors: [],
    })
  })

  test('the tests of the client pass, with retries and their keys', async () => {
    const files = ['retries', 'schemas', ...SUITES].map((name) => `test/client/${name}.test.ts`)
    const vitest = [at('node_modules/vitest/vitest.mjs'), 'run', '--reporter=dot', '--maxWorkers=1', ...files]
    const { stdout } = await promisify(execFile)(process.execPath, vitest, {
      cwd: at('.'),
      env: { ...process.env, CLIENT: 'hermes', TEST_DATABASES: 'sqlite', NO_COLOR: '1' },
    }).catch(({ stdout: failed }: { readonly stdout: string }) => ({ stdout: failed }))
    expect(stdout).toMatch(new RegExp(`Test Files +${files.length} passed`))
  }, 600_000)
})
