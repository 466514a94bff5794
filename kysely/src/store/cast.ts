import type { Kysely, OperationNode, QueryResult } from 'kysely'
import type { OpenTransaction } from './transaction.js'

/** The one file of casts. */

/** Kysely without the types of its tables: the adapter knows them from the facts. */
export const untyped = <Database>(db: Kysely<Database>): Kysely<unknown> => db as unknown as Kysely<unknown>

/** The connection of a transaction, with the types of the Kysely that it comes from. */
export const typed = <Database>({ connection }: OpenTransaction): Kysely<Database> =>
  connection as unknown as Kysely<Database>

/** What `withTransaction` was given: nobody else gives it anything for this database. */
export const openTransaction = (given: unknown): OpenTransaction | undefined =>
  given as OpenTransaction | undefined

/** The members of an object that nobody knows: a row, or an error of a driver. Reading one that is missing is undefined. */
export const membersOf = (given: object): Readonly<Record<string, unknown>> =>
  given as Readonly<Record<string, unknown>>

/** A member that a row has of its own: a column may be called `toString`. */
export const memberIn = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(row, name) ? row[name] : undefined

/** Every driver gives rows as objects. */
export const objects = (result: QueryResult<unknown>): QueryResult<object> => result as QueryResult<object>

/** Another scope of the same class. */
export const sameType = <Scope>(_scope: Scope, made: unknown): Scope => made as Scope

/** A node that is made of another one, with some of its members changed. */
export const nodeOf = (members: object): OperationNode => Object.freeze(members) as OperationNode

/** A builder for what columns are compared with, which need not be what the driver takes. */
export const sameBuilder = (builder: object): never => builder as never
