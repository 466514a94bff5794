import type { Column, Database, Index, Table } from '../database.js'
import type { ExpectedColumn, ExpectedForeignKey, ExpectedIndex, ExpectedTable } from '../expected.js'

/** The types of a database, and the SQL that brings a table in line with its model. */
export interface Dialect {
  /** The type of a column as SQL. */
  typeOf(column: ExpectedColumn): string
  /** How the type of a column in the database differs; undefined if it stores the same values. */
  differenceOf(expected: ExpectedColumn, actual: Column, database: Database): TypeDifference | undefined
  /** The statements that make a change; undefined if the database has none for it. */
  fixOf(change: Change, database: Database): string | undefined
  /** The instruction for a change without statements; undefined if Prisma can write the statements. */
  adviceOf?(change: Change): string | undefined
}

/** A different type, or the same type with a different length or precision. */
export interface TypeDifference {
  readonly kind: 'type' | 'length'
  readonly expected: string
  readonly actual: string
  /** The length of the shorter text, if the database accepts only shorter ones. */
  readonly shortest?: number
}

/** A foreign key, and its table. */
export interface OwnedKey {
  readonly table: ExpectedTable
  readonly key: ExpectedForeignKey
}

/** A change to one table that removes a difference. */
export type Change =
  | {
      readonly kind: 'create table'
      readonly table: ExpectedTable
      /** Its foreign keys whose tables exist, and those of earlier tables that refer to it. */
      readonly keys: readonly OwnedKey[]
    }
  | {
      readonly kind: 'add column'
      readonly table: ExpectedTable
      readonly column: ExpectedColumn
      readonly now: Table
    }
  | {
      readonly kind: 'type' | 'null' | 'default' | 'values' | 'plain'
      readonly table: ExpectedTable
      readonly column: ExpectedColumn
      readonly now: Table
      readonly actual: Column
      /** All columns of the same enum. */
      readonly holders?: readonly (readonly [ExpectedTable, ExpectedColumn])[]
    }
  | { readonly kind: 'optional'; readonly table: ExpectedTable; readonly now: Table; readonly actual: Column }
  | { readonly kind: 'key'; readonly table: ExpectedTable; readonly now: Table }
  | {
      readonly kind: 'unique' | 'index'
      readonly table: ExpectedTable
      readonly now: Table
      readonly index: ExpectedIndex
      /** The index that it replaces, because it is broken or of another type. */
      readonly replaces?: Index | undefined
    }
  | {
      readonly kind: 'drop unique'
      readonly table: ExpectedTable
      readonly now: Table
      readonly name: string
    }
  | {
      readonly kind: 'foreign key'
      readonly table: ExpectedTable
      readonly now: Table
      readonly key: ExpectedForeignKey
      /** The name of the foreign key that it replaces. */
      readonly replaces?: string | undefined
      /** The existing table that it refers to. */
      readonly target?: Table | undefined
    }
  | {
      readonly kind: 'drop foreign key'
      readonly table: ExpectedTable
      readonly now: Table
      readonly name: string | undefined
    }
  | {
      readonly kind: 'drop trigger'
      readonly table: ExpectedTable
      readonly now: Table
      readonly name: string
    }
