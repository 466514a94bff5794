import type { Kysely, OperationNode, QueryResult } from 'kysely'
import type { OpenTransaction } from './transaction.js'

/** This is the only file with casts. */

/** Kysely without the types of its tables: the adapter reads them from the facts. */
export const untyped = <Database>(db: Kysely<Database>): Kysely<unknown> => db as unknown as Kysely<unknown>

/** A transaction's connection, with the types of the Kysely instance that it comes from. */
export const typed = <Database>({ connection }: OpenTransaction): Kysely<Database> =>
  connection as unknown as Kysely<Database>

/** The transaction that was passed to `withTransaction`: for this database, only this adapter calls that function. */
export const openTransaction = (given: unknown): OpenTransaction | undefined =>
  given as OpenTransaction | undefined

/** The members of an object whose type is unknown: a row, or a driver's error. A missing member is undefined. */
export const membersOf = (given: object): Readonly<Record<string, unknown>> =>
  given as Readonly<Record<string, unknown>>

/** Every driver returns rows as objects. */
export const objects = (result: QueryResult<unknown>): QueryResult<object> => result as QueryResult<object>

/** A different scope of the same class. */
export const sameType = <Scope>(_scope: Scope, made: unknown): Scope => made as Scope

/** A copy of a node, with some members changed. */
export const nodeOf = (members: object): OperationNode => Object.freeze(members) as OperationNode

/** A builder whose types permit everything that columns may be compared with, which is more than the driver accepts. */
export const sameBuilder = (builder: object): never => builder as never

/** Pieces of text, as a template literal would pass them: Kysely does not use its raw strings. */
export const templateOf = (texts: readonly string[]): TemplateStringsArray =>
  texts as unknown as TemplateStringsArray

/** The application's condition in a part of a scope: only this adapter's scopes contain such parts. */
export const ownCondition = <Own extends object>(own: object): Own => own as Own
