import type { Controller } from '../../controller/controller.js'
import type { Awaitable } from '../../declare/declaration-types.js'

/**
 * Options for the `Idempotency-Key` header.
 *
 * ```ts
 * const idempotency: IdempotencyOptions<Locals> = { owner: ({ locals }) => locals.user?.id, keepFor: 3_600_000 };
 * ```
 */
export interface IdempotencyOptions<Locals = undefined> {
  /**
   * Returns the owner of the key, such as a user's id or an API token's id. Different owners' keys never clash. If the
   * function does not return a string, the response is 400.
   */
  readonly owner: (context: Controller<Locals>) => Awaitable<string | null | undefined>
  /** How long a response is stored, in milliseconds; one day by default. */
  readonly keepFor?: number
  /** The name of the Prisma model; `IdempotencyKey` by default. */
  readonly model?: string
}

/** The name of the Prisma model, unless the application specifies another. */
export const KEY_MODEL = 'IdempotencyKey'
