import type { Controller } from '../controller/controller.js'
import type { Awaitable } from '../declare/declaration-types.js'

/**
 * How an API takes the header `Idempotency-Key`.
 *
 * ```ts
 * const idempotency: IdempotencyOptions<Locals> = { owner: ({ locals }) => locals.user?.id, keepFor: 3_600_000 };
 * ```
 */
export interface IdempotencyOptions<Locals = undefined> {
  /**
   * Whose key it is: keys of two owners never meet. The id of a user or of an API token is one. Without a text, the
   * request is a 400.
   */
  readonly owner: (context: Controller<Locals>) => Awaitable<string | null | undefined>
  /** How long an answer is kept, in milliseconds. The default is a day. */
  readonly keepFor?: number
  /** The name of the Prisma model. The default is `IdempotencyKey`. */
  readonly model?: string
}

/** The name of the Prisma model, unless the application gives another. */
export const KEY_MODEL = 'IdempotencyKey'
