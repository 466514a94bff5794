import type { Column } from '../../datamodel/datamodel.js'
import { type Sql, sql } from '../statement/sql.js'
import { type Coding, coding, readable } from './coding.js'
import { decimalOf } from './decimals.js'
import { dayText, momentOf, timeText } from './moments.js'
import { bufferOf } from './bytes.js'
import type { AttributeType } from '../../vocabulary/values/type.js'

/** How PostgreSQL stores values. Types that the application's type parsers could change are read as text. */
export function postgresCoding(column: Column): Coding {
  return column.type.list ? listCoding(column) : singleCoding(column)
}

const asText = (column: Sql): Sql => readable('postgresql', column)

function singleCoding({ name, type, native }: Column): Coding {
  switch (type.kind) {
    case 'bigint':
      return coding({
        select: asText,
        read: (value) => BigInt(String(value)),
        give: (value) => sql.val(String(value)),
      })
    case 'decimal':
      return coding({
        select: native?.name === 'Money' ? (column) => sql`${column}::numeric::text` : asText,
        read: decimalOf,
        // The type money accepts no exponent.
        give: (value) => sql.val(decimalOf(value)),
      })
    case 'date':
    case 'datetime':
      return coding({
        // The result depends neither on the driver nor on the session's time zone.
        select: (column) => sql`(extract(epoch from ${column}) * 1000)::text`,
        read: (value) => new Date(Math.floor(Number(value))),
        give: (value) => sql.val(momentText(value, native?.name)),
      })
    case 'json':
      return coding({
        select: asText,
        read: (value) => JSON.parse(String(value)),
        give: (value) => sql.val(JSON.stringify(value)),
        equals: (column, value) => sql`${column}::jsonb = ${JSON.stringify(value)}::jsonb`,
        hasIn: false,
      })
    case 'bytes':
      return coding({
        select: (column) => sql`encode(${column}, 'base64')`,
        read: (value) => new Uint8Array(Buffer.from(String(value), 'base64')),
        give: (value) => sql.val(bufferOf(value)),
      })
    case 'integer':
    case 'float':
      return coding({ ...TEXT, read: Number, give: (value) => sql.val(value) })
    case 'boolean':
      return coding({ ...TEXT, read: (value) => isTrue(String(value)) })
    case 'string':
      // The column's type in the database may differ, for example inet or citext. The driver returns such a value as
      // text.
      if (native === undefined) return coding({ read: (value) => plainText(name, value) })
      // Fixed-length text loses its padding.
      return coding(native.name === 'Inet' ? { select: inetText, isCostly: false } : TEXT)
    case 'uuid':
    case 'enum':
      return coding(TEXT)
  }
}

/** Read as text, because an application may configure a parser for any other type. The cast is cheap. */
const TEXT = { select: asText, isCostly: false } as const

/** The text of a column, if the schema says that it is a String. */
function plainText(name: string, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      throw new TypeError(
        `The schema declares "${name}" as String, but its column does not contain text. Declare the type of the column, such as DateTime or Json.`,
      )
  }
}

const isTrue = (text: string): boolean => text === 'true' || text === 't'

/** The text that the database and Prisma show, because a cast to text would add the mask `/32` to a single address. */
const inetText = (column: Sql): Sql => sql`abbrev(${column})`

function momentText(value: unknown, native: string | undefined): string {
  switch (native) {
    case 'Date':
      return dayText(value)
    case 'Time':
      return timeText(value)
    case 'Timetz':
      return `${timeText(value)}+00`
    default:
      return value instanceof Date ? value.toISOString() : String(value)
  }
}

function listCoding(column: Column): Coding {
  const one = singleCoding({ ...column, type: { ...column.type, list: false } })
  return {
    // A list that was never set is null in the database, and reads as an empty list.
    select: (list) => sql`coalesce(to_json(${textsOf(list, column.native?.name)})::text, '[]')`,
    isCostly: true,
    read: (value) => {
      const members: unknown = JSON.parse(String(value))
      return [members].flat().map((member) => {
        if (typeof member === 'string') return readMember(column.type, member)
        const what = member === null ? 'null' : 'a list'
        throw new Error(`The list "${column.name}" contains ${what}, which its type does not allow.`)
      })
    },
    give: (value) => sql.val([value].flat().map((member) => giveMember(column, member))),
    // A list matches a value if it contains it.
    equals: (list, value) => sql`${one.give(value)} = any(${list})`,
    hasIn: false,
  }
}

/** The members of a list, each with the text of a single value. */
function textsOf(list: Sql, native: string | undefined): Sql {
  if (native === 'Inet') return list
  return native === 'Money' ? sql`${list}::numeric[]::text[]` : sql`${list}::text[]`
}

function readMember({ kind }: AttributeType, text: string): unknown {
  switch (kind) {
    case 'integer':
    case 'float':
      return Number(text)
    case 'bigint':
      return BigInt(text)
    case 'decimal':
      return decimalOf(text)
    case 'boolean':
      return isTrue(text)
    case 'date':
    case 'datetime':
      return momentOf(text)
    case 'json':
      return JSON.parse(text)
    case 'bytes':
      return new Uint8Array(Buffer.from(text.slice(2), 'hex'))
    case 'string':
    case 'uuid':
    case 'enum':
      return text
  }
}

/** A member of a list, as text that the database parses. */
function giveMember({ type: { kind }, native }: Column, member: unknown): unknown {
  switch (kind) {
    case 'date':
    case 'datetime':
      return momentText(member, native?.name)
    case 'json':
      return JSON.stringify(member)
    case 'bytes':
      return bufferOf(member)
    default:
      return String(member)
  }
}
