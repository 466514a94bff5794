import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import type { Datamodel } from '../../../scripts/lib/datamodels.js'
import type { Rows } from '../../adapter/memory/tables.js'
import type { TestDatabase } from '../../support/databases.js'

/** Resources that random requests write, and the rows that are stored before each request. */
export interface Domain {
  readonly datamodel: Datamodel
  /** Opens a new store. */
  open(database: TestDatabase): Promise<{ readonly prisma: PrismaClientLike; close(): Promise<void> }>
  /** New resources on an adapter. */
  resources(adapter: Adapter): Readonly<Record<string, ResourceClass>>
  /** The rows that are stored before each request. */
  readonly rows: Rows
  /** Columns of several models that must agree, such as a tenant: linked records have the same values in them. */
  readonly shared: readonly string[]
  /** The types whose ids are the values of such a column, with the name of the column. */
  readonly owners: Readonly<Record<string, string>>
  /** Types whose records also belong to other types, so that requests only create them. */
  readonly onlyCreated: readonly string[]
}

/** The given number of rows, each created from its number, starting at 1. */
export const numbered = <Row>(count: number, row: (number: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, index) => row(index + 1))
