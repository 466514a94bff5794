import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()

/** What React Native has of URLs: nothing can be asked of them. */
const URLS = `
  class URL {
    constructor(url) { this.href = url }
    get searchParams() { return new URLSearchParams() }
  }
  class URLSearchParams {
    get() { throw new Error('URLSearchParams.get is not implemented') }
    has() { throw new Error('URLSearchParams.has is not implemented') }
  }
`

/** A page of posts, the next one, and a walk through all of them. */
const CALLS = `
  async (baseUrl) => {
    const api = createClient({ baseUrl, schema })
    const { page } = await api.posts.list({ page: { after: null, size: 40 } })
    const second = await api.posts.list({ page: page.next })
    const numbered = await api.posts.list({ page: { number: 2, size: 30 }, stats: { total: 'count' } })
    let walked = 0
    for await (const post of api.posts.each({ sort: '-views' })) walked += 1
    const { data: created } = await api.tags.create({ name: 'from a telephone' })
    return JSON.stringify({
      ways: [typeof URL.canParse, page.next.size, typeof page.next.after],
      second: second.data[0].id,
      numbered: numbered.page,
      walked,
      created: created.name,
    })
  }
`

describe('client/react-native (27.1, 27.3): without URL.canParse and URLSearchParams.get', () => {
  test('pages, walks and writes are what they are elsewhere', async () => {
    const bundle = await rolldown({
      input: 'all',
      platform: 'browser',
      plugins: [
        {
          name: 'all',
          resolveId: (id) => (id === 'all' ? id : null),
          load: (id) =>
            id === 'all'
              ? `export { createClient } from ${JSON.stringify(at('client/src/index.ts'))}
                 export { schema } from ${JSON.stringify(at('examples/blog/src/web/schema.gen.ts'))}`
              : null,
        },
      ],
    })
    const { output } = await bundle.generate({ format: 'iife', name: 'bundled' })
    await bundle.close()
    // A context has the language and nothing else: what it may use is handed in.
    const context = createContext({ fetch, Headers })
    const run = runInContext(
      `${URLS}${output[0].code}; const { createClient, schema } = bundled; ${CALLS}`,
      context,
    ) as (url: string) => Promise<string>
    expect(JSON.parse(await run(blog.url))).toEqual({
      ways: ['undefined', 40, 'string'],
      second: '41',
      numbered: {
        first: { number: 1, size: 30 },
        prev: { number: 1, size: 30 },
        next: { number: 3, size: 30 },
        last: { number: 4, size: 30 },
        cursors: [],
      },
      walked: 100,
      created: 'from a telephone',
    })
  })
})
