/** A statement in the form of a driver adapter. */
export interface SqlStatement {
  readonly sql: string
  readonly args: unknown[]
  readonly argTypes: unknown[]
}

/** The part of Prisma's public driver adapter interface that a wrapper delegates to: it runs statements. */
export interface Queryable {
  readonly provider: string
  readonly adapterName: string
  queryRaw(statement: SqlStatement): Promise<unknown>
  executeRaw(statement: SqlStatement): Promise<number>
}

/** A connection. */
export interface DriverConnection extends Queryable {
  executeScript(script: string): Promise<void>
  startTransaction(isolationLevel?: string): Promise<DriverTransaction>
  getConnectionInfo?(): unknown
  dispose(): Promise<void>
}

/** A transaction. */
export interface DriverTransaction extends Queryable {
  readonly options: { readonly usePhantomQuery: boolean }
  commit(): Promise<void>
  rollback(): Promise<void>
  createSavepoint?(name: string): Promise<void>
  rollbackToSavepoint?(name: string): Promise<void>
  releaseSavepoint?(name: string): Promise<void>
}

/** Whether a statement only reads. */
export const onlyReads = (sql: string): boolean => /^\s*SELECT\b/i.test(sql)

/** A statement without values. */
export const bare = (sql: string): SqlStatement => ({ sql, args: [], argTypes: [] })
