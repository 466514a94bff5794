import type { ClientSchema } from '../schema.js'
import type { Page } from '../types/query-types.js'
import type { PageLinks } from '../types/record-types.js'

/** A client with its schema, and the beginning of its query keys. */
export interface TanstackSettings<Api> {
  readonly api: Api
  readonly schema: ClientSchema<unknown>
  readonly prefix: readonly string[]
}

/** The functions that `tanstack` returns. */
export interface Tanstack<Api, Type extends string> {
  /**
   * The options of a query, from a function that returns one call.
   *
   * ```ts
   * const { data } = useQuery(queryOptions((api) => api.posts.list({ filter: { status: 'published' } })));
   * ```
   *
   * The key consists of the type, the id and the query: `['posts', { filter: { status: 'published' } }]`, `['posts',
   * '1', {}]`, `['posts', '1', 'comments', {}]`. Throws an error if the function does not return the call itself.
   */
  readonly queryOptions: <Data>(call: (api: Api) => Promise<Data>) => QueryOptions<Data>
  /**
   * The options of an infinite query, from a function that returns a call to a list. The key ends with `pages`.
   *
   * ```ts
   * const { data, fetchNextPage } = useInfiniteQuery(
   *   infiniteQueryOptions((api) => api.posts.list({ sort: '-views', page: { after: null, size: 30 } })),
   * );
   * ```
   *
   * Without a page number, the list uses cursors.
   */
  readonly infiniteQueryOptions: <Data extends { readonly page: PageLinks }>(
    call: (api: Api) => Promise<Data>,
  ) => InfiniteQueryOptions<Data>
  /**
   * The options of a mutation, from a function that makes one or more calls.
   *
   * ```ts
   * const rename = useMutation(
   *   mutationOptions((api, { id, title }: { id: string; title: string }) => api.posts.update(id, { title }), {
   *     optimistic: true,
   *   }),
   * );
   * ```
   *
   * After the calls, the queries that depend on the written types are refetched, before the mutation
   * succeeds.
   */
  readonly mutationOptions: <Data, Variables = void>(
    call: (api: Api, variables: Variables) => Promise<Data>,
    options?: WriteOptions<Type>,
  ) => MutationOptions<Data, Variables>
}

/** How a mutation changes cached queries. */
export interface WriteOptions<Type extends string> {
  /**
   * Whether cached queries show the result of an `update` or a `destroy` before the server responds. If the request
   * fails, they show the earlier values again.
   */
  readonly optimistic?: boolean
  /** More types that the write changes, such as those that a hook or a custom action writes. */
  readonly also?: readonly Type[]
}

/** The options of a query, as `useQuery`, `prefetchQuery` and others accept them. */
export interface QueryOptions<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Data>
  readonly structuralSharing: (before: unknown, after: unknown) => unknown
}

/** The options of an infinite query. */
export interface InfiniteQueryOptions<Data> {
  readonly queryKey: readonly unknown[]
  readonly queryFn: (context: { readonly signal: AbortSignal; readonly pageParam: Page }) => Promise<Data>
  readonly initialPageParam: Page
  readonly getNextPageParam: (last: Data) => Page | undefined
  readonly getPreviousPageParam: (first: Data) => Page | undefined
  readonly structuralSharing: (before: unknown, after: unknown) => unknown
}

/** The options of a mutation. `onSuccess` and `onError` remain available for your own code. */
export interface MutationOptions<Data, Variables> {
  readonly mutationFn: (variables: Variables, context: MutationContext) => Promise<Data>
  readonly onMutate: (variables: Variables, context: MutationContext) => Promise<readonly Put[]>
  readonly onSettled: (
    data: Data | undefined,
    error: Error | null,
    variables: Variables,
    put: readonly Put[] | undefined,
    context: MutationContext,
  ) => void
}

/** A result that an optimistic update replaced, and its replacement. */
export interface Put {
  readonly queryKey: readonly unknown[]
  readonly before: unknown
  readonly after: unknown
}

/** The part of TanStack Query's context that a mutation needs. */
export interface MutationContext {
  readonly client: Cache
}

interface Filters {
  readonly predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean
}

/** The part of a `QueryClient` that a mutation needs. */
export interface Cache {
  cancelQueries(filters: Filters): Promise<void>
  getQueriesData(filters: Filters): [readonly unknown[], unknown][]
  getQueryData(queryKey: readonly unknown[]): unknown
  setQueryData(queryKey: readonly unknown[], data: unknown): unknown
  invalidateQueries(filters: Filters & { readonly refetchType?: 'active' | 'none' }): Promise<void>
}
