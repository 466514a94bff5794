import { expect, test, vi } from 'vitest'
import { servedBlog } from '../client/support/blog.js'
import { createClient } from '@jsonapi-gen/client'
import { schema as saasSchema } from '../../examples/saas/src/web/schema.gen.js'
import { startApplication } from '../saas/support/application.js'
import { sqlite } from '../support/databases.js'
import { acting, clientOf, extensions, form, reading, writing } from './client-examples.js'
import { titled } from './client-agents-examples.js'
import { firstPost } from './client-readme-examples.js'

const blog = servedBlog()
test('the code under "Reading" in docs/client.md returns the documented results', async () => {
  expect(await reading(clientOf(blog.url, 'none'))).toEqual({
    line: expect.stringMatching(/^.+ by .+, with \d+ comments$/),
    total: 80,
    commenters: true,
    comments: 2,
    linkage: [{ type: 'tags', id: '13' }],
    titles: 100,
    next: '21',
  })
})

test('the code under "Writing" and "Errors" in docs/client.md returns the documented results', async () => {
  const shown: unknown[] = []
  const post = await writing(clientOf(blog.url, 'none'), (...what) => void shown.push(...what))
  expect(post).toEqual({
    type: 'posts',
    id: '101',
    title: 'Hello again',
    comments: [{ type: 'comments', id: '501', body: 'Edited' }],
    tags: [
      { type: 'tags', id: '2', name: 'food' },
      { type: 'tags', id: '3', name: 'music' },
    ],
  })
  expect(shown).toEqual([422, ['cannot be empty'], ['cannot be empty']])
})

test('the code under "Actions" in docs/client.md returns the documented results', async () => {
  const application = await startApplication(sqlite)
  const cookie = await application.cookieOf('accountant@acme.example', 'acme')
  const headers = () => ({ cookie })
  const saas = createClient({ baseUrl: application.url, schema: saasSchema, headers })
  expect(await acting(saas)).toEqual(['sent', 1])
  await application.close()
})

test('the code under "Values for forms" in docs/client-reference.md returns the documented results', () => {
  expect(form()).toEqual({ required: true, options: ['draft', 'published'], selected: 'draft', min: 0 })
})

test('the code under "Extensions" in docs/client.md returns the documented results', async () => {
  expect(await extensions(blog.url)).toEqual([
    'gardens',
    'Roses',
    'Hello, world',
    { type: 'authors', id: '2' },
    "Nuala O'Brien",
  ])
})

test('the call in client/README.md works in a page that the server serves', async () => {
  const { fetch } = globalThis
  // On a page, a URL without a host refers to the page's server, which has the API below /api.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(path.replace(/^\/api/, blog.url), init))
  const printed: unknown[][] = []
  await firstPost({ log: (...values) => printed.push(values) }).finally(() => vi.unstubAllGlobals())
  const { data } = await blog.api.posts.list({ include: 'author' })
  expect(printed).toEqual([[data[0]?.title, data[0]?.author?.name]])
  expect(printed[0]?.[1]).toEqual(expect.any(String))
})

test('the calls in client/AGENTS.md work in a page that the server serves', async () => {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(path.replace(/^\/api/, blog.url), init))
  const printed: unknown[][] = []
  await titled({ log: (...values) => printed.push(values) }).finally(() => vi.unstubAllGlobals())
  expect(printed).toEqual([[expect.any(String), expect.any(Number)]])
  const { data } = await blog.api.posts.find('1')
  expect(data.title).toBe('A better title')
})
