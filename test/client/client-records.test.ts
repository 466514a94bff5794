import { describe, expect, test } from 'vitest'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()

describe("client/records (27.2): a call's result", () => {
  test('the result of a call contains exactly the fields and records that the query requests, at any depth', async () => {
    const { data, meta } = await blog.api.posts.find('11', {
      include: ['author', 'comments.author'],
      fields: { posts: ['title', 'publishedAt', 'rating'], authors: ['name'], comments: ['body'] },
      extraFields: { posts: ['readingTime'] },
    })
    expect(data).toEqual({
      type: 'posts',
      id: '11',
      title: 'hello, world',
      publishedAt: expect.any(Date),
      rating: expect.stringMatching(/^\d+(\.\d+)?$/),
      readingTime: expect.any(Number),
      author: { type: 'authors', id: '3', name: 'ليلى حداد' },
      comments: [10, 100, 190, 370].map((id) => ({
        type: 'comments',
        id: String(id),
        body: `I agree (${id})`,
        author: { type: 'authors', id: expect.any(String), name: expect.any(String) },
      })),
    })
    expect(meta).toEqual({})
  })

  test('a record is a single object, no matter how many records refer to it, even in a cycle', async () => {
    const { data } = await blog.api.posts.find('11', { include: ['author', 'comments.author'] })
    const { data: comments } = await blog.api.posts.related('11', 'comments', {
      include: ['post.author', 'author'],
    })
    expect(new Set(comments.map(({ post }) => post)).size).toBe(1)
    const same = data.comments.filter(({ author }) => author?.id === data.author?.id)
    expect(same.every(({ author }) => author === data.author)).toBe(true)
  })

  test('the result of a call is frozen', async () => {
    const { data } = await blog.api.posts.list({ include: 'comments' })
    const [post] = data
    expect([data, post, post?.comments, post?.comments[0]].every(Object.isFrozen)).toBe(true)
  })

  test('a polymorphic relationship contains records of each of its types', async () => {
    const { data } = await blog.api.attachments.list({ include: 'subject', page: { size: 100 } })
    expect(new Set(data.map(({ subject }) => subject?.type))).toEqual(new Set(['authors', 'posts']))
    const titles = data.flatMap(({ subject }) => (subject?.type === 'posts' ? [subject.title] : []))
    expect(titles.every((title) => title.length > 0)).toBe(true)
  })

  test('requested statistics are returned in meta', async () => {
    const { meta } = await blog.api.posts.list({ stats: { total: 'count' }, page: { size: 0 } })
    expect(meta).toEqual({ stats: { total: { count: 100 } } })
  })

  test('an empty to-one relationship in a result is null', async () => {
    const { data } = await blog.api.comments.list({ include: 'author', page: { size: 500 } })
    expect(data.filter(({ author }) => author === null)).toHaveLength(1)
  })
})

describe('client/pages (27.3): pages and walks', () => {
  test('a walk with cursors reads every record once', async () => {
    blog.asked()
    const titles: string[] = []
    for await (const post of blog.api.posts.each({
      sort: '-views',
      fields: { posts: ['title'] },
      page: { size: 40 },
    })) {
      titles.push(post.id)
    }
    expect([titles.length, new Set(titles).size]).toEqual([100, 100])
    const searches = blog.asked()
    expect(searches).toHaveLength(3)
    expect(searches.slice(1).every((search) => /page\[after\]=/.test(search))).toBe(true)
  })

  test('a walk uses page numbers if the query starts with a page number, or if the server does not support cursors', async () => {
    blog.asked()
    let count = 0
    for await (const _ of blog.api.posts.each({ sort: 'author.name', page: { number: 1, size: 50 } })) count++
    for await (const _ of blog.api.currencies.each({ page: { size: 4 } })) count++
    const { data: all } = await blog.api.currencies.list()
    expect(count).toBe(100 + all.length)
    expect(blog.asked().some((search) => search.includes('page[after]'))).toBe(false)
  })

  test('a result describes the adjacent pages as values that can be passed to the next query', async () => {
    const first = await blog.api.posts.list({ page: { after: null, size: 30 } })
    expect(first.page.prev).toBeUndefined()
    expect(first.page.cursors).toHaveLength(30)
    const second = await blog.api.posts.list({ page: first.page.next ?? {} })
    expect(second.data.map(({ id }) => id)).toEqual(
      Array.from({ length: 30 }, (_, index) => String(31 + index)),
    )
    const back = await blog.api.posts.list({ page: second.page.prev ?? {} })
    expect(back.data).toEqual(first.data)
    const numbered = await blog.api.posts.list({ page: { number: 2, size: 30 }, stats: { total: 'count' } })
    expect(numbered.page).toEqual({
      first: { number: 1, size: 30 },
      prev: { number: 1, size: 30 },
      next: { number: 3, size: 30 },
      last: { number: 4, size: 30 },
      cursors: [],
    })
  })
})
