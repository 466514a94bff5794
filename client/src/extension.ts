import type { Settings } from './collection.js'
import type { ClientSchema } from './schema.js'
import type { Received, Sent } from './send.js'
import type { CallOptions, ExtensionName } from './types/call-types.js'

/** The parts of every call that an extension may replace. */
export interface Hooks {
  /**
   * Repeats a request until there is a response or the limit is reached. Only reads, and writes with a key, are
   * repeated.
   */
  readonly attempt?: (
    ask: (as?: CallOptions) => Promise<Received>,
    sent: Sent,
    call: CallOptions,
    schema: ClientSchema<unknown>,
  ) => Promise<Received>
  /** Turns linked records into records without circular references. */
  readonly flatten?: (
    data: unknown,
    schema: ClientSchema<unknown>,
  ) => { readonly data: unknown; readonly included: object }
  /** Calls that do not belong to a single type. */
  readonly calls?: (settings: Settings) => object
}

/**
 * An optional part of a client: `operations`, `plain` or `retries()`. Import it from its own entry point of the
 * package, and pass it to `createClient` in `use`.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [operations, plain, retries()] });
 * ```
 */
export interface Extension<Name extends ExtensionName = ExtensionName> extends Hooks {
  readonly name: Name
}
