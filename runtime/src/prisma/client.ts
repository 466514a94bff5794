import { withoutTags } from './values/tagged-values.js'
import { callWith, memberOf, castTo } from '../base/cast.js'
import type { Bounds } from '../sql/time-bounds.js'

/** The part of a Prisma Client's type that the adapter needs, so that any generated client is accepted. */
export interface PrismaClientLike {
  readonly $transaction: (...parameters: never[]) => unknown
}

/** The members of a client that also exist inside a transaction. */
export type ClientInTransaction<Client extends PrismaClientLike> = Omit<
  Client,
  '$transaction' | '$connect' | '$disconnect' | '$on' | '$use' | '$extends'
>

/** Runs a function in an interactive transaction of a client. */
export function inTransactionOf<Result>(
  client: PrismaClientLike,
  run: (client: object) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  return castTo<Promise<Result>>(callWith(client.$transaction, client, [run, options]))
}

/**
 * Whether a client reads from replicas outside a transaction: `@prisma/extension-read-replicas` adds this method.
 */
export function hasReplicas(client: object): boolean {
  return typeof memberOf(client, '$replica') === 'function'
}

/**
 * Whether a client has extensions. It is not possible to find out which, but Prisma documents that an extended client
 * has no `$on`.
 */
export const isExtended = (client: object): boolean => typeof memberOf(client, '$on') !== 'function'

/**
 * The options that Prisma defines for an interactive transaction (times in milliseconds, and the store's isolation
 * level), and the limits on its statements.
 */
export type TransactionOptions = Bounds & {
  readonly maxWait?: number
  readonly timeout?: number
  readonly isolationLevel?: string
}

/** The operations of one model of a client. */
export interface PrismaDelegate {
  findMany(parameters: object): Promise<object[]>
  aggregate(parameters: object): Promise<Readonly<Record<string, unknown>>>
  groupBy(parameters: object): Promise<object[]>
  count(parameters: object): Promise<number>
  /** The result is null if a trigger in the store has dropped the row, although Prisma's types exclude that. */
  create(parameters: object): Promise<object | null>
  createMany(parameters: object): Promise<{ readonly count: number }>
  /** Throws on MariaDB and MySQL. */
  createManyAndReturn(parameters: object): Promise<object[]>
  update(parameters: object): Promise<object>
  updateMany(parameters: object): Promise<{ readonly count: number }>
  delete(parameters: object): Promise<object>
  deleteMany(parameters: object): Promise<{ readonly count: number }>
}

/**
 * Returns a model's operations. Pass the model's name in the datamodel, such as `Post` for `client.post`.
 *
 * Throws an Error that names the model if the client does not have it.
 */
export function delegateOf(client: object, model: unknown): PrismaDelegate {
  if (typeof model !== 'string') {
    throw new Error("A Resource on Prisma needs the name of its model: this.model('Post').")
  }
  const delegate = memberOf(client, delegateName(model))
  if (typeof delegate !== 'object' || delegate === null) {
    throw new Error(`The Prisma Client has no model "${model}".`)
  }
  return castTo<PrismaDelegate>(withoutTags(delegate))
}

/** Runs SQL with some values on a client, and returns the rows. */
export const queryRaw = (
  client: object,
  sql: string,
  ...values: readonly unknown[]
): Promise<readonly object[]> =>
  castTo<Promise<readonly object[]>>(
    callWith(castTo<() => unknown>(memberOf(client, '$queryRawUnsafe')), client, [sql, ...values]),
  )

/** The member of a client for a model: `idempotencyKey` for `IdempotencyKey`. */
export const delegateName = (model: string): string => model.charAt(0).toLowerCase() + model.slice(1)
