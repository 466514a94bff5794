import type { AdapterResource, StoreFault } from '../adapter/adapter.js'
import { columnsOfDays, requiredColumns } from './columns.js'

/** Values that the adapter refuses before Prisma has them, and what that means. */
export class RefusedValues extends Error {
  readonly fault: StoreFault

  constructor(kind: 'notNull' | 'outOfRange', attributes: readonly string[]) {
    super(`No values for these columns (${kind}): ${attributes.join(', ')}.`)
    this.fault = { kind, attributes }
  }
}

/**
 * Refuses null for a column that can't be null, before Prisma does: its own refusal may name another column, for where one
 * foreign key is null it takes none of them.
 *
 * Throws RefusedValues.
 */
export function refuseMissing(
  client: object,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  const nulls = Object.keys(parameters).filter((name) => parameters[name] === null)
  if (nulls.length === 0) return
  const required = requiredColumns(client, String(model))
  const missing = nulls.filter((name) => required.has(name))
  if (missing.length > 0) throw new RefusedValues('notNull', missing)
}

/**
 * Refuses the years 1 to 99 where MySQL and MariaDB are to keep them with a time of day: they do, but Prisma's driver
 * adapter reads `0050-01-01 00:00:00` as a moment of 1950. A column of days alone (`@db.Date`) is read as it is.
 *
 * Throws RefusedValues.
 */
export function refuseMisreadYears(
  client: object,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  const early = Object.keys(parameters).filter((name) => {
    const value = parameters[name]
    return value instanceof Date && value.getTime() < FIRST_READ
  })
  if (early.length === 0) return
  const days = columnsOfDays(client, String(model))
  const misread = early.filter((name) => !days.has(name))
  if (misread.length > 0) throw new RefusedValues('outOfRange', misread)
}

const FIRST_READ = Date.parse('0100-01-01T00:00:00.000Z')
