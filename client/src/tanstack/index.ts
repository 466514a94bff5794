import type { ClientSchema } from '../schema.js'
import { infiniteQueryOptions, queryOptions } from './queries.js'
import { mutationOptions } from './mutations.js'
import type { Tanstack } from './options.js'

export { structuralSharing } from './share.js'
export type {
  InfiniteQueryOptions,
  MutationOptions,
  QueryOptions,
  Tanstack,
  WriteOptions,
} from './options.js'

/**
 * Options for TanStack Query from calls of a client. They work with TanStack Query 5.89 and newer, for every
 * framework.
 *
 * ```ts
 * export const { queryOptions, infiniteQueryOptions, mutationOptions } = tanstack(api, schema);
 *
 * const { data } = useQuery(queryOptions((api) => api.posts.find(id, { include: 'comments' })));
 * const publish = useMutation(mutationOptions((api, id: string) => api.posts.update(id, { status: 'published' })));
 * ```
 *
 * The data of a query is the result of the call. After a mutation, the queries that depend on the written
 * records are refetched.
 *
 * If an application has several APIs with types that have the same name, each needs its own `prefix` for its
 * keys.
 */
export function tanstack<Api extends object, Types>(
  api: Api,
  schema: ClientSchema<Types>,
  { prefix = [] }: { readonly prefix?: readonly string[] } = {},
): Tanstack<Api, Extract<keyof Types, string>> {
  const settings = { api, schema, prefix }
  return {
    queryOptions: (call) => queryOptions(settings, call),
    infiniteQueryOptions: (call) => infiniteQueryOptions(settings, call),
    mutationOptions: (call, options) => mutationOptions(settings, call, options),
  }
}
