import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import type { Datamodel } from '../../../scripts/lib/datamodels.js'
import type { Rows } from '../../adapter/memory/tables.js'
import type { TestDatabase } from '../../support/databases.js'

/** Resources that random requests write, and what is stored before each of them. */
export interface Domain {
  readonly datamodel: Datamodel
  /** A store of its own. */
  open(database: TestDatabase): Promise<{ readonly prisma: PrismaClientLike; close(): Promise<void> }>
  /** The resources, made anew, on an adapter. */
  resources(adapter: Adapter): Readonly<Record<string, ResourceClass>>
  /** What every request begins with. */
  readonly rows: Rows
  /** Columns of several models that have to agree, as a tenant's: records that are linked have the same values there. */
  readonly shared: readonly string[]
  /** The types whose ids are the values of such a column. */
  readonly owners: Readonly<Record<string, string>>
  /** Types whose records are other types' records too, so that requests only create them. */
  readonly onlyCreated: readonly string[]
}

/** So many rows, each of its number from 1. */
export const numbered = <Row>(count: number, row: (number: number) => Row): readonly Row[] =>
  Array.from({ length: count }, (_, index) => row(index + 1))
