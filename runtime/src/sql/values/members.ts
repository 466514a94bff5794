import { castTo } from '../../base/cast.js'

/** The members of a row. A missing member is undefined. */
export const membersOf = (row: object): Readonly<Record<string, unknown>> =>
  castTo<Readonly<Record<string, unknown>>>(row)

/** A row's own member: a column may be called `toString`. */
export const memberIn = (row: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(row, name) ? row[name] : undefined
