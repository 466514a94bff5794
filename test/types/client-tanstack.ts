// The types of options for TanStack Query, and code that must not compile. Checked by `npm run typecheck`.
import { createClient } from '@jsonapi-gen/client'
import { plain } from '@jsonapi-gen/client/plain'
import { tanstack } from '@jsonapi-gen/client/tanstack'
import { InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } from '@tanstack/query-core'
import { schema } from '../../examples/blog/src/web/schema.gen.js'

const api = createClient({ baseUrl: '/', schema, use: [plain] })
const { queryOptions, infiniteQueryOptions, mutationOptions } = tanstack(api, schema)
const client = new QueryClient()

export async function queries(): Promise<void> {
  const options = queryOptions((calls) =>
    calls.posts.find('1', { include: 'author', fields: { posts: ['title', 'rating', 'createdAt'] } }),
  )
  const { data } = new QueryObserver(client, options).getCurrentResult()
  const title: string | undefined = data?.data.title
  const rating: string | null | undefined = data?.data.rating
  const created: Date | undefined = data?.data.createdAt
  void [title, rating, created, data?.data.author.name]
  // @ts-expect-error the field was not requested
  void data?.data.body
  const { data: simple } = await client.fetchQuery(
    queryOptions((calls) => calls.posts.find('1', { include: 'author', plain: true })),
  )
  simple.author.id.trim()
  // @ts-expect-error it is linkage
  void simple.author.name
  const titles = new QueryObserver(client, {
    ...queryOptions((calls) => calls.posts.list()),
    select: ({ data: posts }) => posts.map((post) => post.title),
    staleTime: 1000,
  }).getCurrentResult()
  const first: string | undefined = titles.data?.[0]
  void first
  // @ts-expect-error there is no such filter
  queryOptions((calls) => calls.posts.list({ filter: { titel: 'x' } }))
  // @ts-expect-error a query is a promise
  queryOptions((calls) => calls.posts.each())
}

export function pages(): void {
  const { data } = new InfiniteQueryObserver(
    client,
    infiniteQueryOptions((calls) => calls.posts.list({ sort: '-views', stats: { total: 'count' } })),
  ).getCurrentResult()
  const total: number | undefined = data?.pages[0]?.meta.stats.total.count
  void [total, data?.pages[0]?.data[0]?.title]
  infiniteQueryOptions((calls) => calls.posts.related('1', 'comments'))
  // @ts-expect-error a single record has no pages
  infiniteQueryOptions((calls) => calls.posts.find('1'))
}

export async function mutations(): Promise<void> {
  const rename = new MutationObserver(client, {
    ...mutationOptions(
      (calls, { id, title }: { readonly id: string; readonly title: string }) =>
        calls.posts.update(id, { title }),
      { optimistic: true, also: ['tags'] },
    ),
    onSuccess: ({ data }) => data.title.trim(),
  })
  const { data } = await rename.mutate({ id: '1', title: 'x' })
  data.title.trim()
  // @ts-expect-error the title is missing
  await rename.mutate({ id: '1' })
  const publish = new MutationObserver(
    client,
    mutationOptions((calls) => calls.posts.update('1', { status: 'published' })),
  )
  await publish.mutate()
  // @ts-expect-error there is no such attribute
  mutationOptions((calls) => calls.posts.update('1', { titel: 'x' }))
  // @ts-expect-error there is no such type
  mutationOptions((calls) => calls.posts.destroy('1'), { also: ['postings'] })
}
