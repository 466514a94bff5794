import type { Column } from '@jsonapi-gen/runtime/adapter'
import { boundedDecimal } from '@jsonapi-gen/runtime/sql'
import { type RawBuilder, sql } from 'kysely'
import { bufferOf, bytesOf } from './bytes.js'
import { type Coding, coding } from './coding.js'
import { decimalOf } from './decimals.js'
import { dayText, momentOf, spacedText, timeText } from './moments.js'

const asText = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`cast(${column} as char)`

/** How MariaDB and MySQL keep values. What the pool's options or the time zone could change is read as a text. */
export function mysqlCoding({ type: { kind }, native }: Column): Coding {
  switch (kind) {
    case 'integer':
    case 'float':
      return coding({ read: Number })
    case 'bigint':
      return coding({
        select: asText,
        read: (value) => BigInt(String(value)),
        give: (value) => sql.val(BigInt(String(value))),
      })
    case 'decimal':
      return coding({
        select: asText,
        read: decimalOf,
        give: (value) => sql.val(String(value)),
        equals: (column, value) => sql`${column} = ${comparedDecimal(value)}`,
        hasIn: false,
      })
    case 'boolean':
      return coding({
        read: (value) => (value instanceof Uint8Array ? value[0] === 1 : Number(value) === 1),
        give: (value) => sql.val(value === true ? 1 : 0),
      })
    case 'date':
    case 'datetime':
      return momentCoding(native?.name)
    case 'json':
      return coding({
        select: asText,
        read: (value) => JSON.parse(String(value)),
        give: (value) => sql.val(JSON.stringify(value)),
        equals: (column, value) => {
          const text = JSON.stringify(value)
          return sql`(json_contains(${column}, ${text}) and json_contains(${text}, ${column}))`
        },
        hasIn: false,
      })
    case 'bytes':
      return coding({ read: bytesOf, give: (value) => sql.val(bufferOf(value)) })
    case 'string':
    case 'uuid':
    case 'enum':
      return coding()
  }
}

/** A text beside a decimal would be compared as a double. */
export const comparedDecimal = (value: unknown): RawBuilder<unknown> =>
  sql`cast(${boundedDecimal(String(value))} as decimal(65, 30))`

function momentCoding(native: string | undefined): Coding {
  switch (native) {
    case 'Timestamp':
      return coding({
        select: (column) => sql`cast(floor(unix_timestamp(${column}) * 1000) as char)`,
        read: (value) => new Date(Number(value)),
        give: (value) => sql`from_unixtime(${Number(value) / 1000})`,
      })
    case 'Date':
      return coding({
        select: asText,
        read: (value) => momentOf(String(value)),
        give: (value) => sql.val(dayText(value)),
      })
    case 'Time':
      return coding({
        select: asText,
        read: (value) => momentOf(String(value)),
        give: (value) => sql.val(timeText(value)),
      })
    default:
      return coding({
        select: asText,
        read: (value) => momentOf(String(value)),
        give: (value) => sql.val(spacedText(value)),
      })
  }
}
