import { type Sql, SqlName } from '@jsonapi-gen/runtime/sql'
import { type RawBuilder, sql } from 'kysely'
import { templateOf } from './cast.js'

/** A part of a statement, for Kysely. */
export const statementOf = ({ texts, values }: Sql): RawBuilder<unknown> =>
  sql(
    templateOf(texts),
    ...values.map((value) => (value instanceof SqlName ? sql.id(...value.parts) : value)),
  )
