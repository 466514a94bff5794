import type { Affected } from './affected.js'
import type { Database, Table } from './database.js'
import type { Change, Dialect } from './dialect/change.js'
import type { ExpectedTable } from './expected.js'
import type { Fix } from './finding.js'
import type { NameKind } from './names.js'

/** A table of the datamodel, the table of the database, and what both have in common. */
export interface Comparison {
  readonly expected: ExpectedTable
  readonly actual: Table
  readonly others: readonly ExpectedTable[]
  readonly database: Database
  readonly dialect: Dialect
  readonly affected: Affected
  /** The existing table with a name. */
  actualOf(table: { readonly name: string; readonly schema?: string | undefined }): Table | undefined
  /** A name for a new index or foreign key, which nothing else has. */
  freeName(name: string, kind: NameKind): string
  /** A name as the database compares names of columns. */
  fold(name: string): string
  /** The statements for a change, or the command for a change that the database has no statement for. */
  fix(change: Change): Fix
}
