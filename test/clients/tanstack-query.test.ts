import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { ApiError, createClient } from '@jsonapi-gen/client'
import { plain, recordIn } from '@jsonapi-gen/client/plain'
import { describe, expect, test } from 'vitest'
import { servedBlog } from '../client/support/blog.js'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { authorQuery, createTag, linkedAuthorQuery, postPages } from './support/tanstack-query.js'

describe('clients/tanstack-query (27.2, 27.3, 27.5)', () => {
  const blog = servedBlog()

  test('a query for plain records is shared, and is aborted when no component needs it (27.11)', async () => {
    const client = new QueryClient()
    const api = createClient({ baseUrl: blog.url, schema, use: [plain] })
    const observer = new QueryObserver(client, authorQuery(api, '1'))
    const stop = observer.subscribe(() => {})
    const { data: first } = await observer.refetch()
    const { data: second } = await observer.refetch()
    stop()
    const [linkage] = first?.data.posts ?? []
    const post = first && linkage && recordIn(first, linkage)
    expect([first?.data.name, post?.author, second === first]).toEqual([
      'Ada Brontë',
      { type: 'authors', id: '1' },
      true,
    ])
    const aborted = client.fetchQuery(authorQuery(api, '2'))
    await client.cancelQueries({ queryKey: ['authors', '2'] })
    await expect(aborted).rejects.toMatchObject({ message: 'CancelledError' })
  })

  test('a query for records that refer to each other is cached and aborted', async () => {
    const client = new QueryClient()
    const options = linkedAuthorQuery(blog.api, '1')
    const { data } = await client.fetchQuery(options)
    expect([data.name, data.posts[0]?.author === data]).toEqual(['Ada Brontë', true])
    blog.asked()
    const observer = new QueryObserver(client, { ...options, staleTime: Infinity })
    expect([observer.getCurrentResult().data?.data, blog.asked()]).toEqual([data, []])
    const stop = observer.subscribe(() => {})
    const { data: again } = await observer.refetch()
    stop()
    expect([again?.data.name, again?.data === data, blog.asked()]).toEqual([
      'Ada Brontë',
      false,
      ['GET /authors/1?include=posts.author'],
    ])
    const aborted = client.fetchQuery(linkedAuthorQuery(blog.api, '2'))
    await client.cancelQueries({ queryKey: ['linked authors', '2'] })
    await expect(aborted).rejects.toMatchObject({ message: 'CancelledError' })
  })

  test('with TanStack Query, cursors lead from one page to the next', async () => {
    const observer = new InfiniteQueryObserver(new QueryClient(), postPages(blog.api))
    const stop = observer.subscribe(() => {})
    await observer.refetch()
    let result = observer.getCurrentResult()
    while (result.hasNextPage) result = await observer.fetchNextPage()
    stop()
    const rows = await blog.prisma.post.findMany({ orderBy: [{ views: 'desc' }, { id: 'desc' }] })
    expect(result.data?.pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(
      rows.map(({ id }) => String(id)),
    )
    expect(result.data?.pages).toHaveLength(Math.ceil(rows.length / 30))
  })

  test('a mutation marks the affected queries as stale, and its error is an ApiError', async () => {
    const client = new QueryClient()
    const tags = { queryKey: ['tags'], queryFn: () => blog.api.tags.list({ sort: '-id', page: { size: 1 } }) }
    await client.fetchQuery(tags)
    const observer = new MutationObserver(client, createTag(blog.api, client))
    await observer.mutate('queried')
    expect(client.getQueryState(['tags'])?.isInvalidated).toBe(true)
    expect((await client.fetchQuery(tags)).data.map(({ name }) => name)).toEqual(['queried'])
    const error = await observer.mutate('').catch((thrown: unknown) => thrown)
    expect(error instanceof ApiError && [error.status, error.at('name')]).toEqual([422, ['cannot be empty']])
  })
})
