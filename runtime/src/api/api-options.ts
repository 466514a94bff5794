import type { IdempotencyOptions } from '../capabilities/idempotency/idempotency-options.js'
import type { ServedOptions } from '../http/served-options.js'
import type { CapabilityName } from './capabilities.js'

/**
 * API options.
 *
 * ```ts
 * const options: ApiOptions<Locals> = { registry, controllers, prefix: '/api/v1', limits: { time: 5_000 } };
 * ```
 */
export interface ApiOptions<Locals = undefined> extends ServedOptions<Locals> {
  /**
   * Serves the Atomic Operations extension at `POST /operations`: several writes in one request and one
   * transaction. Guards, scopes, validations and hooks apply, but controller methods do not run. The default is false.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, operations: true });
   * ```
   */
  readonly operations?: boolean
  /**
   * Accepts the `Idempotency-Key` header on writes (docs/idempotency.md). A request that is repeated with the same key
   * is executed only once, and each retry receives the first response. `owner` returns the owner of the key. Add
   * the model that `jsonapi-gen init` prints to the Prisma schema.
   *
   * ```ts
   * const api = createApi({
   *   registry,
   *   controllers,
   *   idempotency: { owner: ({ locals }) => locals.user?.id },
   * });
   * ```
   */
  readonly idempotency?: IdempotencyOptions<Locals>
  /**
   * Leaves out capabilities, which then behave as on a server that never had them. For example, without `cursors` the
   * parameter `page[after]` is unknown, and without `conditions` the header `If-Match` is ignored. The contract and
   * the OpenAPI document still describe all capabilities except operations.
   *
   * ```ts
   * export const api = createApi({ registry, controllers, without: ['cursors'] });
   * ```
   */
  readonly without?: readonly CapabilityName[]
}
