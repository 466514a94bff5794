import { castTo } from './cast.js'
import { collection } from './collection.js'
import type { Extension } from './extension.js'
import { isObject, membersOf } from './is-object.js'
import type { ClientSchema } from './schema.js'
import type { ClientOptions, ExtensionName } from './types/call-types.js'
import type { Collection } from './types/collection-types.js'
import type { Operations } from './types/operation-types.js'
import type { ApiTypes } from './types/resource-types.js'

/** The client of an API: the calls for each JSON:API type, and the calls added by extensions. */
export type Client<Types extends ApiTypes<Types>, Used extends ExtensionName = never> = {
  readonly [Type in keyof Types]: Collection<Types, Type, Used>
} & ('operations' extends Used ? Operations<Types> : unknown)

/**
 * Creates a client for an API. Its types come from `schema`, which `jsonapi-gen generate` writes.
 *
 * ```ts
 * const api = createClient({ baseUrl: '/api', schema, headers: () => ({ authorization: `Bearer ${token}` }) });
 * const { data } = await api.posts.list({ filter: { status: 'published' }, include: 'author' });
 * console.log(data[0]?.author?.name);
 * ```
 *
 * `use` accepts extensions: `operations`, `plain` and `retries()`. Import each from its own entry point of the package.
 *
 * Throws a TypeError if the schema is not valid or its version is not supported. The message contains the invalid value
 * and names the API.
 */
export function createClient<Types extends ApiTypes<Types>, Used extends ExtensionName = never>({
  schema,
  use = [],
  ...options
}: ClientOptions & {
  readonly schema: ClientSchema<Types>
  readonly use?: readonly Extension<Used>[]
}): Client<Types, Used> {
  checkSchema(schema, options.baseUrl)
  const settings = Object.assign({ ...options, schema }, ...use)
  const calls: Record<string, unknown> = { ...settings.calls?.(settings) }
  for (const type of Object.keys(schema.types)) calls[type] = collection(settings, type)
  return castTo<Client<Types, Used>>(Object.freeze(calls))
}

/** The schema version that this client supports. */
const VERSION = 1

function checkSchema(schema: unknown, baseUrl: string): void {
  const { types, version } = membersOf(schema)
  if (isObject(types) && version === VERSION) return
  const given = isObject(types)
    ? `version ${String(version)}`
    : (isObject(schema) ? `{ ${Object.keys(schema).join(', ')} }` : String(schema)).slice(0, 100)
  throw new TypeError(
    `createClient for "${baseUrl}" needs the schema from schema.gen.ts, version ${VERSION}, but received ${given}.`,
  )
}
