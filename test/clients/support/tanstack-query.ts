import type { Client, Page, PageLinks } from '@jsonapi-gen/client'
import type { QueryClient } from '@tanstack/query-core'
import type { Types } from '../../../examples/blog/src/web/schema.gen.js'

type Blog = Client<Types>

/** A record whose related records refer back to it, without cycles. */
export const authorQuery = (api: Client<Types, 'plain'>, id: string) => ({
  queryKey: ['authors', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.authors.find(id, { include: 'posts.author', plain: true }, { signal }),
})

/** The same record with linked records. */
export const linkedAuthorQuery = (api: Blog, id: string) => ({
  queryKey: ['linked authors', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    api.authors.find(id, { include: 'posts.author' }, { signal }),
})

/** A list, page by page. */
export const postPages = (api: Blog) => ({
  queryKey: ['posts'],
  queryFn: ({ pageParam, signal }: { readonly pageParam: Page; readonly signal: AbortSignal }) =>
    api.posts.list({ sort: '-views', page: pageParam }, { signal }),
  initialPageParam: { after: null, size: 30 } as Page,
  getNextPageParam: ({ page }: { readonly page: PageLinks }) => page.next,
})

/** A write, after which the lists of its type are fetched again. */
export const createTag = (api: Blog, client: QueryClient) => ({
  mutationFn: (name: string) => api.tags.create({ name }),
  onSuccess: () => client.invalidateQueries({ queryKey: ['tags'] }),
})
