import { memberOf } from '../../base/cast.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { Datamodel } from '../../datamodel/datamodel.js'
import type { StoreFault } from '../../adapter/fault.js'
import { compareDecimals, decimalParts } from '../../vocabulary/values/decimal.js'
import { columnsOfDays, requiredColumns, scalesOf, wholeDigitsOf } from '../columns.js'
import { storedTypesOf } from '../../datamodel/stored-types.js'

/** Values that the adapter rejects before they reach Prisma, and the reason. */
export class RefusedValues extends Error {
  readonly fault: StoreFault

  constructor(
    kind: 'notNull' | 'tooLong' | 'outOfRange' | 'tooPrecise' | 'disagreement' | 'misfit',
    columns: readonly string[],
  ) {
    super(`The values for these columns were rejected (${kind}): ${columns.join(', ')}.`)
    this.fault = { kind, columns }
  }
}

/**
 * Rejects null in a required column before Prisma does. Prisma's own error may name a different column, because if one
 * foreign key is null, Prisma does not accept any of them.
 *
 * Throws RefusedValues.
 */
export function refuseMissing(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  if (!Object.values(parameters).includes(null)) return
  const nulls = Object.keys(parameters).filter((name) => parameters[name] === null)
  const required = requiredColumns(datamodel, String(model))
  const missing = nulls.filter((name) => required.has(name))
  if (missing.length > 0) throw new RefusedValues('notNull', missing)
}

/**
 * Refuses the years 1 to 99 in columns of MySQL and MariaDB with a time of day. The stores keep them, but Prisma's
 * driver adapter reads `0050-01-01 00:00:00` as a moment of 1950. Columns with only a day (`@db.Date`) are read
 * correctly.
 *
 * Throws RefusedValues.
 */
export function refuseMisreadYears(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  const early = Object.keys(parameters).filter((name) => {
    const value = parameters[name]
    return value instanceof Date && value.getTime() < FIRST_READ
  })
  if (early.length === 0) return
  const days = columnsOfDays(datamodel, String(model))
  const misread = early.filter((name) => !days.has(name))
  if (misread.length > 0) throw new RefusedValues('outOfRange', misread)
}

/**
 * Rejects a decimal that its column would round: a decimal with more places than the column, or, on SQLite, which
 * stores doubles, a decimal that is not a double (rule 18.10).
 *
 * Throws RefusedValues.
 */
export function refuseRounded(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
  keepsDoubles: boolean,
): void {
  const scales = scalesOf(datamodel, String(model))
  if (scales.size === 0) return
  const rounded = [...scales].flatMap(([name, scale]) => {
    const isRounded = [memberOf(parameters, name)].flat().some((value) => {
      const text = decimalText(value)
      return text !== undefined && (keepsDoubles ? !isDouble(text) : placesOf(text) > scale)
    })
    return isRounded ? [name] : []
  })
  if (rounded.length > 0) throw new RefusedValues('tooPrecise', rounded)
}

/**
 * Rejects a decimal with more digits before the point than its column allows, because PostgreSQL does not name the
 * column.
 *
 * Throws RefusedValues.
 */
export function refuseTooGreat(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  const wholeDigits = wholeDigitsOf(datamodel, String(model))
  if (wholeDigits.size === 0) return
  const tooGreat = [...wholeDigits].flatMap(([name, digits]) => {
    const isTooGreat = [memberOf(parameters, name)].flat().some((value) => {
      const text = decimalText(value)?.replace('-', '')
      return text !== undefined && (compareDecimals(text, `1e${digits}`) ?? 0) >= 0
    })
    return isTooGreat ? [name] : []
  })
  if (tooGreat.length > 0) throw new RefusedValues('outOfRange', tooGreat)
}

/**
 * Rejects a value that the store's type does not accept, such as an invalid address, because PostgreSQL does not name
 * the column.
 *
 * Throws RefusedValues.
 */
export function refuseMisfits(
  datamodel: Datamodel,
  parameters: Readonly<Record<string, unknown>>,
  { model }: AdapterResource,
): void {
  for (const fault of ['misfit', 'outOfRange'] as const) {
    const refused = [...storedTypesOf(datamodel, String(model))].flatMap(([name, type]) => {
      const values = [memberOf(parameters, name)].flat().filter(isValue)
      return type.fault === fault && values.some((value) => !type.takes(value)) ? [name] : []
    })
    if (refused.length > 0) throw new RefusedValues(fault, refused)
  }
}

/** Whether this is a value instead of a Prisma operation. A decimal is an object with a string form. */
const isValue = (value: unknown): boolean => {
  if (value === null || value === undefined) return false
  return typeof value !== 'object' || value instanceof Uint8Array || decimalText(value) !== undefined
}

/** Accepts a string, a number, or a Decimal from any library. Prisma refuses anything else, such as an operation. */
function decimalText(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  const text = String(value)
  return decimalParts(text) ? text : undefined
}

const isDouble = (text: string): boolean => compareDecimals(text, String(Number(text))) === 0

function placesOf(text: string): number {
  const { digits, scale } = decimalParts(text) ?? { digits: 0n, scale: 0 }
  const zeros = digits === 0n ? 0 : (/0*$/.exec(String(digits))?.[0].length ?? 0)
  return digits === 0n ? 0 : scale - zeros
}

const FIRST_READ = Date.parse('0100-01-01T00:00:00.000Z')
