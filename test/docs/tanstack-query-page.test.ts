import { InfiniteQueryObserver, MutationObserver, QueryClient } from '@tanstack/query-core'
import { expect, test } from 'vitest'
import { servedBlog } from '../client/support/blog.js'
import { allOptions } from './tanstack-query-examples.js'

const blog = servedBlog()

test('the code in docs/tanstack-query.md reads and writes data, and shows changes', async () => {
  const client = new QueryClient()
  const { post, drafts, popular, comment, rename, remove } = allOptions(blog.url)
  const { data: before } = await client.fetchQuery(post)
  await client.fetchQuery(drafts)
  const pages = new InfiniteQueryObserver(client, popular)
  const stop = pages.subscribe(() => {})
  await pages.refetch()
  const { data } = await pages.fetchNextPage()
  stop()
  await new MutationObserver(client, comment).mutate('written')
  await new MutationObserver(client, rename).mutate({ id: '1', title: 'Renamed' })
  const { data: after } = await client.fetchQuery(post)
  await new MutationObserver(client, remove).mutate('99')
  expect([
    data?.pages.map(({ data: records }) => records.length),
    after.title,
    after.comments.length - before.comments.length,
    client.getQueryState(drafts.queryKey)?.isInvalidated,
  ]).toEqual([[30, 30], 'Renamed', 1, true])
})
