import { describe, expect, test } from 'vitest'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { servedBlog } from './support/blog.js'
import { onHermes } from './support/hermes.js'

const blog = servedBlog()

describe('client/react-native (27.1, 27.3): with only the globals that Hermes provides', () => {
  test('with only the globals of Hermes, pages, walks and writes behave as in other runtimes', async () => {
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
})
