import { castTo } from './cast.js'
import { type AnyCollection, collection } from './collection.js'
import type { ClientSchema } from './schema.js'
import type { ClientOptions } from './send.js'
import type { Collection } from './types/collection-types.js'
import type { ApiTypes } from './types/resource-types.js'

/** The client of an API: for each JSON:API type the calls that it answers. */
export type Client<Types extends ApiTypes<Types>> = {
  readonly [Type in keyof Types]: Collection<Types, Type>
}

/**
 * Makes the client of an API. The schema is the one that `jsonapi-gen generate` writes, and brings the types.
 *
 * ```ts
 * const api = createClient({ baseUrl: '/api', schema, headers: () => ({ authorization: `Bearer ${token}` }) })
 * const { data } = await api.posts.list({ filter: { status: 'published' }, include: 'author' })
 * console.log(data[0]?.author?.name)
 * ```
 */
export function createClient<Types extends ApiTypes<Types>>({
  schema,
  ...options
}: ClientOptions & { readonly schema: ClientSchema<Types> }): Client<Types> {
  const collections: Record<string, AnyCollection> = {}
  for (const type of Object.keys(schema.types)) collections[type] = collection({ ...options, schema }, type)
  return castTo<Client<Types>>(Object.freeze(collections))
}
