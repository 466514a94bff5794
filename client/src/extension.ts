import type { Settings } from './collection.js'
import type { ClientSchema } from './schema.js'
import type { Received } from './send.js'

/** The names of the extensions that there are. */
export type ExtensionName = 'operations' | 'plain' | 'retries'

/** What the calls of a client leave to an extension. */
export interface Hooks {
  /** Asks until there is an answer to a read, or none is to be expected any more. */
  readonly attempt?: (ask: () => Promise<Received>, signal: AbortSignal | undefined) => Promise<Received>
  /** Makes of linked records what leads to no circle. */
  readonly flatten?: (
    data: unknown,
    schema: ClientSchema<unknown>,
  ) => { readonly data: unknown; readonly included: object }
  /** Calls that belong to no type. */
  readonly calls?: (settings: Settings) => object
}

/**
 * What a client has only where it is imported: `operations`, `plain` and `retries()`, each of an entry of its own. `use` of
 * `createClient` takes them.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [operations, plain, retries()] })
 * ```
 */
export interface Extension<Name extends ExtensionName = ExtensionName> extends Hooks {
  readonly name: Name
}
