import { ApiError, createClient } from '@jsonapi-gen/client'
import { operations } from '@jsonapi-gen/client/operations'
import { plain, recordIn } from '@jsonapi-gen/client/plain'
import { type QueryOptions, tanstack } from '@jsonapi-gen/client/tanstack'
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { describe, expect, test } from 'vitest'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { schema as saasSchema } from '../../examples/saas/src/web/schema.gen.js'
import { servedBlog } from './support/blog.js'

const blog = servedBlog()

/** The options for the blog, and a new cache. */
function open() {
  const api = createClient({ baseUrl: blog.url, schema, use: [operations, plain] })
  return { api, client: new QueryClient(), ...tanstack(api, schema) }
}

async function load(client: QueryClient, all: readonly QueryOptions<unknown>[]): Promise<void> {
  for (const options of all) await client.fetchQuery(options)
}

describe('client/tanstack (27.15): queries', () => {
  test('a query key consists of the type, the id and the query, as JSON', () => {
    const { queryOptions, infiniteQueryOptions } = open()
    const keys = [
      queryOptions((api) => api.posts.list()),
      queryOptions((api) => api.posts.list({ filter: { authorId: '1' }, include: 'author' })),
      queryOptions((api) => api.attachments.find('1', {}, { headers: { 'x-trace': '1' } })),
      queryOptions((api) => api.posts.find('1', { include: 'author', plain: true })),
      queryOptions((api) => api.posts.related('1', 'comments', { sort: '-createdAt' })),
      queryOptions((api) => api.posts.relationship('1', 'tags')),
      queryOptions((api) => api.posts.list({ filter: { publishedAt: { gt: new Date(0) } } })),
      infiniteQueryOptions((api) => api.posts.list({ sort: '-views' })),
    ].map(({ queryKey }) => queryKey)
    expect(keys).toEqual([
      ['posts', {}],
      ['posts', { filter: { authorId: '1' }, include: 'author' }],
      ['attachments', '1', {}],
      ['posts', '1', { include: 'author', plain: true }],
      ['posts', '1', 'comments', { sort: '-createdAt' }],
      ['posts', '1', 'relationships', 'tags', {}],
      ['posts', { filter: { publishedAt: { gt: '1970-01-01T00:00:00.000Z' } } }],
      ['posts', { sort: '-views' }, 'pages'],
    ])
    const saas = createClient({ baseUrl: '/', schema: saasSchema })
    const actions = tanstack(saas, saasSchema, { prefix: ['billing'] })
    expect([
      actions.queryOptions((api) => api.invoices.send('1', { dueOn: '2030-01-31' })).queryKey,
      actions.queryOptions((api) => api.invoices.remind({ before: '2030-01-31' }, { include: 'lines' }))
        .queryKey,
    ]).toEqual([
      ['billing', 'invoices', '1', '-actions', 'send', { dueOn: '2030-01-31' }, {}],
      ['billing', 'invoices', '-actions', 'remind', { before: '2030-01-31' }, { include: 'lines' }],
    ])
  })

  test('the data of a query is the result of the call, and a refetch without changes keeps the same object', async () => {
    const { client, queryOptions } = open()
    const observer = new QueryObserver(
      client,
      queryOptions((api) => api.authors.find('1', { include: 'posts.author' })),
    )
    let rendered = 0
    const stop = observer.subscribe(({ data }, previous = data) => void (data !== previous && rendered++))
    const { data: first } = await observer.refetch({ throwOnError: true })
    const { data: second } = await observer.refetch({ throwOnError: true })
    stop()
    expect([
      first?.data.name,
      first?.data.posts[0]?.author === first?.data,
      second === first,
      rendered,
    ]).toEqual(['Ada Brontë', true, true, 0])
    expect(first?.data.createdAt).toBeInstanceOf(Date)
  })

  test('queries can also return plain records', async () => {
    const { client, queryOptions } = open()
    const options = queryOptions((api) =>
      api.posts.find('11', { include: ['author', 'comments.author'], plain: true }),
    )
    const answer = await client.fetchQuery(options)
    const first = client.getQueryData(options.queryKey)
    expect(recordIn(answer, answer.data.author)?.name).toBe(
      (await blog.api.posts.find('11', { include: 'author' })).data.author.name,
    )
    await client.refetchQueries()
    expect(client.getQueryData(options.queryKey)).toBe(first)
  })

  test('a query that no component needs is aborted', async () => {
    const { client, queryOptions } = open()
    const options = queryOptions((api) => api.authors.find('2'))
    const aborted = client.fetchQuery(options)
    await client.cancelQueries({ queryKey: ['authors', '2'] })
    await expect(aborted).rejects.toMatchObject({ message: 'CancelledError' })
  })

  test('an infinite query follows cursors or page numbers in both directions', async () => {
    const { client, infiniteQueryOptions } = open()
    const rows = await blog.prisma.post.findMany({ orderBy: [{ views: 'desc' }, { id: 'desc' }] })
    const byCursor = new InfiniteQueryObserver(
      client,
      infiniteQueryOptions((api) => api.posts.list({ sort: '-views', page: { after: null, size: 30 } })),
    )
    const byNumber = new InfiniteQueryObserver(
      client,
      infiniteQueryOptions((api) => api.posts.list({ sort: '-views', page: { number: 2, size: 30 } })),
    )
    const stops = [byCursor.subscribe(() => {}), byNumber.subscribe(() => {})]
    await byCursor.refetch({ throwOnError: true })
    let { hasNextPage } = byCursor.getCurrentResult()
    while (hasNextPage) ({ hasNextPage } = await byCursor.fetchNextPage({ throwOnError: true }))
    await byNumber.refetch({ throwOnError: true })
    await byNumber.fetchPreviousPage({ throwOnError: true })
    const { data: again } = byCursor.getCurrentResult()
    const { data: refetched } = await byCursor.refetch({ throwOnError: true })
    for (const stop of stops) stop()
    const ids = rows.map(({ id }) => String(id))
    expect(again?.pages.map(({ data }) => data.map(({ id }) => id))).toEqual([
      ids.slice(0, 30),
      ids.slice(30, 60),
      ids.slice(60, 90),
      ids.slice(90),
    ])
    expect(refetched).toBe(again)
    expect(byNumber.getCurrentResult().data?.pages.map(({ data }) => data.map(({ id }) => id))).toEqual([
      ids.slice(0, 30),
      ids.slice(30, 60),
    ])
    expect(infiniteQueryOptions((api) => api.posts.list()).initialPageParam).toEqual({ after: null })
    expect(infiniteQueryOptions((api) => api.currencies.list()).initialPageParam).toEqual({ number: 1 })
  })

  test.each<[what: string, call: (options: ReturnType<typeof open>) => unknown, message: string]>([
    [
      'a function that changes the result',
      ({ queryOptions }) => queryOptions(async (api) => (await api.posts.list()).data),
      'A query needs a function that returns one call, such as (api) => api.posts.list().',
    ],
    [
      'a write',
      ({ queryOptions }) => queryOptions((api) => api.tags.create({ name: 'x' })),
      'A query cannot write: pass the call of "create" to mutationOptions.',
    ],
    [
      'operations',
      ({ queryOptions }) => queryOptions((api) => api.operations([])),
      'A query cannot write: pass the call of "operations" to mutationOptions.',
    ],
  ])('%s is rejected as a query function', (_, call, message) => {
    expect(() => call(open())).toThrow(new Error(message))
  })
})

type Options = ReturnType<typeof open>

/** A write, and those of the keys below that depend on it. */
const WRITES: Readonly<
  Record<string, readonly [write: (api: Options['api']) => Promise<unknown>, stale: readonly string[]]>
> = {
  'a record without others': [
    (api) => api.tags.create({ name: 'stale' }),
    ['/tags', '/tags?posts', '/posts?tags'],
  ],
  'a new comment': [
    (api) => api.comments.create({ body: 'stale', post: { id: '11' } }),
    ['/posts', '/posts?tags', '/posts?filter', '/posts?sort', '/posts/11/comments', '/tags?posts'],
  ],
  'an attribute of a comment': [
    (api) => api.comments.update('1', { body: 'stale' }),
    ['/posts?filter', '/posts/11/comments'],
  ],
  'an attribute of an author': [
    (api) => api.authors.update('1', { bio: 'stale' }),
    ['/authors', '/posts?sort'],
  ],
  'the records of a relationship': [
    (api) => api.posts.updateRelationship('11', 'tags', []),
    ['/posts', '/posts?tags', '/posts?filter', '/posts?sort', '/posts/11/comments', '/tags', '/tags?posts'],
  ],
  'nested records': [
    (api) =>
      api.authors.create({ name: 'x', email: 'stale@example.com', profile: { create: { twitter: 'x' } } }),
    ['/authors', '/posts?sort', '/profiles'],
  ],
  'a record that others cannot exist without': [
    (api) => api.posts.destroy('99'),
    ['/posts', '/posts?tags', '/posts?filter', '/posts?sort', '/posts/11/comments', '/tags?posts'],
  ],
  operations: [
    (api) => api.operations([{ op: 'add', type: 'tags', data: { name: 'operated' } }]),
    ['/tags', '/tags?posts', '/posts?tags'],
  ],
}

describe('client/tanstack (27.16): mutations', () => {
  test.each(Object.entries(WRITES))(
    '%s invalidates only the queries that depend on it',
    async (_, [write, stale]) => {
      const { client, queryOptions, mutationOptions } = open()
      const queries = {
        '/authors': queryOptions((api) => api.authors.list()),
        '/currencies': queryOptions((api) => api.currencies.list()),
        '/posts': queryOptions((api) => api.posts.list()),
        '/posts?tags': queryOptions((api) => api.posts.list({ include: 'tags' })),
        '/posts?filter': queryOptions((api) =>
          api.posts.list({ filter: { or: [{ 'comments.body': { contains: 'x' } }] } }),
        ),
        '/posts?sort': queryOptions((api) => api.posts.list({ sort: ['-author.name'] })),
        '/posts/11/comments': queryOptions((api) => api.posts.related('11', 'comments')),
        '/profiles': queryOptions((api) => api.profiles.list()),
        '/tags': queryOptions((api) => api.tags.list()),
        '/tags?posts': queryOptions((api) => api.tags.list({ include: 'posts' })),
      }
      await load(client, Object.values(queries))
      await new MutationObserver(
        client,
        mutationOptions((api) => write(api)),
      ).mutate()
      const found = Object.entries(queries).filter(
        ([, { queryKey }]) => client.getQueryState(queryKey)?.isInvalidated,
      )
      expect(found.map(([name]) => name).toSorted()).toEqual(stale.toSorted())
    },
  )

  test("a mutation with a custom action invalidates queries for the action's types and for the types that the caller lists", async () => {
    const saas = createClient({
      baseUrl: '/',
      schema: saasSchema,
      fetch: async () => Response.json({ data: [] }),
    })
    const client = new QueryClient()
    const { queryOptions, mutationOptions } = tanstack(saas, saasSchema)
    const types = [
      queryOptions((api) => api.invoices.list()),
      queryOptions((api) => api.lines.list()),
      queryOptions((api) => api.projects.list()),
    ]
    await load(client, types)
    const remind = mutationOptions((api) => api.invoices.remind({ before: '2030-01-31' }), {
      also: ['lines'],
    })
    await new MutationObserver(client, remind).mutate()
    expect(types.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
      true,
      true,
      false,
    ])
  })

  test('a mutation may make several calls, and settles when the visible queries have been refetched', async () => {
    const { client, queryOptions, mutationOptions } = open()
    const observer = new QueryObserver(
      client,
      queryOptions((api) => api.tags.list({ sort: '-id' })),
    )
    const stop = observer.subscribe(() => {})
    await observer.refetch()
    const mutation = mutationOptions(async (api, names: readonly string[]) => {
      for (const name of names) await api.tags.create({ name })
      return names.length
    })
    const made = await new MutationObserver(client, mutation).mutate(['several 1', 'several 2'])
    const { data } = observer.getCurrentResult()
    stop()
    expect([made, data?.data.slice(0, 2).map(({ name }) => name)]).toEqual([2, ['several 2', 'several 1']])
  })

  test('the error of a mutation is an ApiError, and an invalid input invalidates no query', async () => {
    const { client, queryOptions, mutationOptions } = open()
    const tags = queryOptions((api) => api.tags.list())
    const lost = queryOptions((api) => api.profiles.list())
    await client.fetchQuery(tags)
    await client.fetchQuery(lost)
    const create = new MutationObserver(
      client,
      mutationOptions((api, name: string) => api.tags.create({ name })),
    )
    const error: unknown = await create.mutate('').catch((thrown: unknown) => thrown)
    const destroy = new MutationObserver(
      client,
      mutationOptions((api) => api.profiles.destroy('12345')),
    )
    const missing: unknown = await destroy.mutate().catch((thrown: unknown) => thrown)
    expect(error instanceof ApiError && [error.status, error.at('name')]).toEqual([422, ['cannot be empty']])
    expect(missing instanceof ApiError && missing.status).toBe(404)
    expect([tags, lost].map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated)).toEqual([
      false,
      true,
    ])
  })
})

/** A client whose writes wait until they are released. */
function waiting() {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const api = createClient({
    baseUrl: blog.url,
    schema,
    use: [plain],
    fetch: async (address, init) => {
      if (init.method !== 'GET') await released
      return fetch(address, init)
    },
  })
  return { client: new QueryClient(), release: () => release(), ...tanstack(api, schema) }
}

describe('client/tanstack (27.17): optimistic updates', () => {
  test('until the response to an optimistic update arrives, every query shows the new attributes in the form that a read returns', async () => {
    const { client, release, queryOptions, mutationOptions } = waiting()
    const queries = [
      queryOptions((api) => api.posts.find('11', { include: 'author' })),
      queryOptions((api) =>
        api.posts.find('11', { fields: { posts: ['title', 'publishedAt'] }, plain: true }),
      ),
      queryOptions((api) => api.posts.find('11', { fields: { posts: ['views'] } })),
      queryOptions((api) => api.tags.list({ include: 'posts' })),
    ] as const
    await load(client, queries)
    const [full, simple, other] = queries
    const untouched = client.getQueryData(other.queryKey)
    const input = { title: 'Soon', rating: 4.5, publishedAt: '2030-01-31T00:00:00Z' }
    const observer = new MutationObserver(
      client,
      mutationOptions((api, id: string) => api.posts.update(id, input), { optimistic: true }),
    )
    const done = observer.mutate('11')
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([client.getQueryData(full.queryKey), client.getQueryData(simple.queryKey)]).toMatchObject([
      {
        data: {
          title: 'Soon',
          rating: '4.5',
          publishedAt: new Date('2030-01-31'),
          author: { type: 'authors' },
        },
      },
      { data: { title: 'Soon', publishedAt: '2030-01-31T00:00:00.000Z' } },
    ])
    expect(client.getQueryData(other.queryKey)).toBe(untouched)
    release()
    await done
    expect(await client.fetchQuery(full)).toMatchObject({ data: { title: 'Soon', rating: '4.5' } })
  })

  test('with an optimistic destroy, the record disappears from lists, but not from a query for the record itself', async () => {
    const { client, release, queryOptions, mutationOptions } = waiting()
    const list = queryOptions((api) => api.posts.list({ filter: { id: ['96', '97', '98'] }, sort: 'id' }))
    const one = queryOptions((api) => api.posts.find('97'))
    const tags = queryOptions((api) => api.tags.list({ include: 'posts' }))
    await load(client, [list, one, tags])
    const destroy = mutationOptions((api, id: string) => api.posts.destroy(id), { optimistic: true })
    const done = new MutationObserver(client, destroy).mutate('97')
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(client.getQueryData(list.queryKey)).toMatchObject({ data: [{ id: '96' }, { id: '98' }] })
    expect(client.getQueryData(one.queryKey)).toMatchObject({ data: { id: '97' } })
    const answer = client.getQueryData<Awaited<ReturnType<typeof tags.queryFn>>>(tags.queryKey)
    expect(answer?.data.flatMap(({ posts }) => posts).some(({ id }) => id === '97')).toBe(false)
    release()
    await done
  })

  test('a rejected optimistic write restores the earlier results', async () => {
    const { client, release, queryOptions, mutationOptions } = waiting()
    const options = queryOptions((api) => api.posts.find('12'))
    const before = await client.fetchQuery(options)
    const retitle = mutationOptions((api, title: string) => api.posts.update('12', { title }), {
      optimistic: true,
    })
    const done = new MutationObserver(client, retitle).mutate('').catch((thrown: unknown) => thrown)
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(client.getQueryData(options.queryKey)).toMatchObject({ data: { title: '' } })
    release()
    expect(await done).toMatchObject({ status: 422 })
    expect(client.getQueryData(options.queryKey)).toEqual(before)
    expect(client.getQueryState(options.queryKey)?.isInvalidated).toBe(true)
  })

  test('after an optimistic write whose response is lost, each query is restored and requested once more', async () => {
    const reads: string[] = []
    const api = createClient({
      baseUrl: blog.url,
      schema,
      fetch: async (address, init) => {
        if (init.method === 'PATCH') throw new TypeError('fetch failed')
        reads.push(new URL(address).pathname)
        return fetch(address, init)
      },
    })
    const client = new QueryClient()
    const { queryOptions, mutationOptions } = tanstack(api, schema)
    const shown = queryOptions((calls) => calls.posts.find('13'))
    const hidden = queryOptions((calls) => calls.posts.list({ filter: { id: '13' } }))
    await load(client, [hidden])
    const observer = new QueryObserver(client, shown)
    const stop = observer.subscribe(() => {})
    const before = (await observer.refetch({ throwOnError: true })).data
    reads.length = 0
    const retitle = mutationOptions((calls, title: string) => calls.posts.update('13', { title }), {
      optimistic: true,
    })
    const done = new MutationObserver(client, retitle).mutate('Lost').catch((thrown: unknown) => thrown)
    expect(await done).toMatchObject({ status: 0, message: 'There was no response to PATCH /posts/13.' })
    await expect.poll(() => client.isFetching()).toBe(0)
    stop()
    expect([client.getQueryData(shown.queryKey), reads]).toEqual([
      before,
      [`${new URL(blog.url).pathname}posts/13`],
    ])
    expect(client.getQueryState(hidden.queryKey)?.isInvalidated).toBe(true)
  })

  test('an optimistic mutation rejects calls other than update and destroy, and rejects old versions of TanStack Query', async () => {
    const { client, mutationOptions } = open()
    const create = mutationOptions((api) => api.tags.create({ name: 'x' }), { optimistic: true })
    await expect(new MutationObserver(client, create).mutate()).rejects.toThrow(
      new Error('"optimistic" needs a function that returns a single call to update or destroy.'),
    )
    await expect(create.mutationFn(undefined, undefined as never)).rejects.toThrow(
      new Error('mutationOptions requires TanStack Query 5.89 or newer.'),
    )
  })
})
