import type { Column } from '../../datamodel/datamodel.js'
import { sql } from '../statement/sql.js'
import { bufferOf, bytesOf } from './bytes.js'
import { type Coding, coding } from './coding.js'
import { decimalOf } from './decimals.js'
import { momentOf, offsetText } from './moments.js'

/** How SQLite stores values: in the same form as Prisma, so that each can read values written by the other. */
export function sqliteCoding({ type: { kind } }: Column): Coding {
  switch (kind) {
    case 'integer':
      return coding({ read: Number, give: (value) => sql.val(BigInt(Number(value))) })
    case 'bigint':
      return coding({
        read: (value) => BigInt(String(value)),
        give: (value) => sql.val(BigInt(String(value))),
      })
    case 'float':
      return coding({ read: Number, give: (value) => sql.val(Number(value)) })
    case 'decimal':
      return coding({ read: decimalOf, give: (value) => sql.val(Number(String(value))) })
    case 'boolean':
      return coding({
        // Any number except 0 is true, as in the database's own conditions.
        read: (value) => Number(value) !== 0,
        give: (value) => sql.val(value === true ? 1n : 0n),
        equals: (column, value) => (value === true ? sql`${column} <> 0` : sql`${column} = 0`),
        hasIn: false,
      })
    case 'date':
    case 'datetime':
      return coding({
        read: (value) => (typeof value === 'string' ? momentOf(value) : new Date(Number(value))),
        give: (value) => sql.val(offsetText(value)),
      })
    case 'json':
      return coding({
        // A column whose declared type SQLite does not know converts numeric text to a number.
        read: (value) => (typeof value === 'string' ? JSON.parse(value) : Number(value)),
        give: (value) => sql.val(JSON.stringify(value)),
      })
    case 'bytes':
      return coding({ read: bytesOf, give: (value) => sql.val(bufferOf(value)) })
    case 'string':
    case 'uuid':
    case 'enum':
      return coding()
  }
}
