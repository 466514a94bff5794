import type { Controller } from '../controller/controller.js'
import type { Awaitable } from '../declare/declaration-types.js'

/**
 * The options for the header `Idempotency-Key`.
 *
 * ```ts
 * const idempotency: IdempotencyOptions<Locals> = { owner: ({ locals }) => locals.user?.id, keepFor: 3_600_000 };
 * ```
 */
export interface IdempotencyOptions<Locals = undefined> {
  /**
   * Returns the owner of the key, such as the id of a user or of an API token. Keys of different owners never clash. If
   * it does not return text, the response is 400.
   */
  readonly owner: (context: Controller<Locals>) => Awaitable<string | null | undefined>
  /** How long a response is kept, in milliseconds; a day by default. */
  readonly keepFor?: number
  /** The name of the Prisma model; `IdempotencyKey` by default. */
  readonly model?: string
}

/** The name of the Prisma model, unless the application gives another. */
export const KEY_MODEL = 'IdempotencyKey'
