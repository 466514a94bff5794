import type { Column } from '../../datamodel/datamodel.js'
import { boundedDecimal } from '../compared-decimals.js'
import { nearestSingle, shortestSingle } from '../single-float.js'
import { type Sql, sql } from '../statement/sql.js'
import { type Coding, coding, readable } from './coding.js'
import { decimalOf } from './decimals.js'
import { dayText, momentOf, spacedText, timeText } from './moments.js'
import { bufferOf, bytesOf } from './bytes.js'

const asText = (column: Sql): Sql => readable('mysql', column)

/** How MariaDB and MySQL store values. Types that the pool's options or the time zone could change are read as text. */
export function mysqlCoding({ type: { kind }, native }: Column): Coding {
  switch (kind) {
    case 'integer':
      return coding({ select: asText, read: Number })
    case 'float':
      return native?.name === 'Float' ? SINGLE : coding({ select: asText, read: Number })
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
        // Any number except 0 is true, as in the database's own conditions. A bit cannot be read as text.
        select: (column) => asText(sql`${column} <> 0`),
        read: (value) => String(value) === '1',
        give: (value) => sql.val(value === true ? 1 : 0),
        equals: (column, value) => (value === true ? sql`${column} <> 0` : sql`${column} = 0`),
        hasIn: false,
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
      return coding({ select: asText, read: String })
  }
}

/** A four-byte float. The server prints only six of its digits, and compares it as a double. */
const SINGLE: Coding = coding({
  select: (column) => sql`cast(cast(${column} as double) as char)`,
  read: (value) => shortestSingle(Number(value)),
  give: (value) => sql.val(nearestSingle(Number(value))),
})

/**
 * A decimal to compare with: a string would be compared as a double. A cast in MySQL has 30 decimal places and clamps
 * values with more than 35 digits before the point, so such a value becomes a sum of casts.
 */
export function comparedDecimal(value: unknown): Sql {
  const text = boundedDecimal(String(value))
  const [unsigned = '', sign = ''] = text.startsWith('-') ? [text.slice(1), '-'] : [text]
  const [whole = '', fraction = ''] = unsigned.split('.')
  if (whole.length <= 35 && fraction.length <= 30) return sql`cast(${text} as decimal(65, 30))`
  const first = `${sign}0.${fraction.slice(0, 30).padEnd(30, '0')}`
  const last = sign + fraction.slice(30).padEnd(8, '0')
  return sql`(cast(${sign + whole} as decimal(65)) + cast(${first} as decimal(30, 30)) + cast(${last} as decimal(65)) * 0.00000000000000000000000000000000000001)`
}

function momentCoding(native: string | undefined): Coding {
  switch (native) {
    case 'Timestamp':
      return coding({
        select: (column) => sql`cast(floor(unix_timestamp(${column}) * 1000) as char)`,
        read: (value) => new Date(Number(value)),
        // The server rejects an out-of-range moment and names the column; from_unixtime would return null.
        give: (value) => sql`convert_tz(${spacedText(value)}, '+00:00', @@session.time_zone)`,
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
