import { dehydrate, hydrate, QueryClient, QueryObserver, replaceEqualDeep } from '@tanstack/query-core'
import { type Client, createClient } from '@jsonapi-gen/client'
import { plain, recordIn } from '@jsonapi-gen/client/plain'
import { describe, expect, test } from 'vitest'
import { schema, type Types } from '../../examples/blog/src/web/schema.gen.js'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()
const client = (): Client<Types, 'plain'> => createClient({ baseUrl: blog.url, schema, use: [plain] })

const CIRCLE = {
  include: ['comments', 'comments.author', 'author'],
  fields: { posts: ['title', 'publishedAt'], comments: ['body'], authors: ['name'] },
  plain: true,
} as const

describe('client/plain (27.11): records without cycles', () => {
  test('in a plain result, relationships are linkage, dates are strings, and included records are found by type and id', async () => {
    const { data, included, meta } = await client().posts.find('11', CIRCLE)
    const comments = ['10', '100', '190', '370'].map((id) => ({ type: 'comments', id }))
    expect(data).toEqual({
      type: 'posts',
      id: '11',
      title: 'hello, world',
      publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      author: { type: 'authors', id: '3' },
      comments,
    })
    expect(included.comments).toEqual(
      Object.fromEntries(
        comments.map(({ id }) => [
          id,
          {
            type: 'comments',
            id,
            body: `I agree (${id})`,
            author: { type: 'authors', id: expect.any(String) },
          },
        ]),
      ),
    )
    expect(included.authors?.['3']).toEqual({ type: 'authors', id: '3', name: 'ليلى حداد' })
    expect(meta).toEqual({})
    const { data: linked } = await client().posts.find('11', { include: 'author' })
    expect([linked.author.name, linked.createdAt instanceof Date]).toEqual(['ليلى حداد', true])
  })

  test('in a plain result, a record that refers back to the primary data occurs only once, and recordIn finds it', async () => {
    const answer = await client().authors.find('1', { include: 'posts.author', plain: true })
    expect(Object.keys(answer.included)).toEqual(['posts'])
    const [first] = answer.data.posts
    const post = first && recordIn(answer, first)
    expect([first?.id, post?.title]).toEqual(['9', 'Angle <b>brackets</b> & ampersands'])
    expect(post?.author && recordIn(answer, post.author)).toBe(answer.data)
    expect(recordIn(answer, { type: 'posts', id: 'nowhere' })).toBeUndefined()
    expect(recordIn(answer, { type: 'posts', id: '__proto__' })).toBeUndefined()
    const comments = await client().comments.list({ include: 'author', page: { size: 500 }, plain: true })
    const anonymous = comments.data.filter((comment) => recordIn(comments, comment.author) === undefined)
    expect(anonymous.map(({ author }) => author)).toEqual([null])
  })

  test('lists, related records, empty relationships and writes return plain records', async () => {
    const api = client()
    const list = await api.comments.list({ include: 'author', page: { size: 500 }, plain: true })
    expect(list.data.filter(({ author }) => author === null)).toHaveLength(1)
    expect(list.page.next).toBeUndefined()
    const related = await api.posts.related('11', 'comments', { include: 'author', plain: true })
    expect(related.data[0]?.author?.type).toBe('authors')
    const nobody = await api.authors.create({ name: 'x', email: 'plain@x.example' }, { plain: true })
    expect([typeof nobody.data.createdAt, nobody.included]).toEqual(['string', {}])
    const profile = await api.authors.related(nobody.data.id, 'profile', { plain: true })
    expect([profile.data, profile.included]).toEqual([null, {}])
    const written = await api.posts.create(
      { title: 'x', body: 'x', author: { id: '1' }, tags: [{ id: '1' }], comments: [] },
      { plain: true },
    )
    expect([written.data.author, written.data.tags, written.data.comments]).toEqual([
      { type: 'authors', id: '1' },
      [{ type: 'tags', id: '1' }],
      [],
    ])
    expect(written.included.tags?.['1']?.name).toBe('travel')
    expect([list, list.data, list.data[0], related.included].every(Object.isFrozen)).toBe(true)
  })

  test('converting a plain result to JSON and back preserves it exactly', async () => {
    const answer = await client().authors.find('1', { include: 'posts.author', plain: true })
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
  })

  test('without the plain extension, a client throws an error and sends nothing', async () => {
    blog.asked()
    await expect(blog.api.posts.list({ plain: true as never })).rejects.toThrow(
      'GET /posts was not sent: "plain: true" requires the extension "plain" in "use".',
    )
    expect(blog.asked()).toEqual([])
  })
})

describe('client/plain (27.11): with TanStack Query', () => {
  const queryOf = (api: Client<Types, 'plain'>) => ({
    queryKey: ['authors', '1'],
    queryFn: () => api.authors.find('1', { include: 'posts.author', plain: true }),
  })

  test('structural sharing keeps equal parts of plain results, even if records refer to each other', async () => {
    const api = client()
    const before = await queryOf(api).queryFn()
    const again = await queryOf(api).queryFn()
    expect(again.data).not.toBe(before.data)
    expect(replaceEqualDeep(before, again)).toBe(before)
    const [first, second] = before.data.posts
    if (!first || !second) throw new Error('The author has posts.')
    await blog.api.posts.update(first.id, { title: 'Changed meanwhile' })
    const after = replaceEqualDeep(before, await queryOf(api).queryFn())
    expect([
      after === before,
      after.data === before.data,
      recordIn(after, first) === recordIn(before, first),
      recordIn(after, second) === recordIn(before, second),
    ]).toEqual([false, true, false, true])
  })

  test('a query for plain results can be cached, dehydrated, and hydrated elsewhere', async () => {
    const server = new QueryClient()
    const observer = new QueryObserver(server, queryOf(client()))
    const stop = observer.subscribe(() => {})
    const { data: first } = await observer.refetch()
    const { data: second } = await observer.refetch()
    stop()
    expect(second).toBe(first)
    const page = new QueryClient()
    hydrate(page, JSON.parse(JSON.stringify(dehydrate(server))))
    expect(page.getQueryData(['authors', '1'])).toEqual(first)
  })
})
