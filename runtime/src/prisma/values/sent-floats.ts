import type { WriteStep } from '../../adapter/store-step.js'
import { columnType, type Datamodel } from '../../datamodel/datamodel.js'
import { RefusedValues } from '../../sql/refusals/refused-values.js'
import { plainDecimal } from '../../vocabulary/values/decimal.js'

/**
 * A float in a form that Prisma sends with all of its digits. Prisma writes a number with a positive exponent in 16 digits
 * (prisma/orm#11096), but takes an object of a decimal library too, and writes what its `toFixed` returns.
 */
export const sentFloat = <Value>(value: Value): Value | DecimalLike =>
  isGreat(value) ? decimalLike(Number(value)) : value

/** The part of a decimal library's object that Prisma looks at. */
export interface DecimalLike {
  readonly s: number
  readonly e: number
  readonly d: readonly number[]
  toFixed(): string
  toString(): string
}

/** Whether a value is one that `sentFloat` has made. */
export const isDecimalLike = (value: unknown): value is DecimalLike =>
  typeof value === 'object' && value !== null && 'toFixed' in value

const WITH_EXPONENT = 1e21

const decimalLike = (value: number): DecimalLike => ({
  s: Math.sign(value),
  e: 0,
  d: [],
  toFixed: () => plainDecimal(String(value)) ?? String(value),
  toString: () => String(value),
})

/** A step of a write whose floats Prisma sends with all of their digits. */
export function withSentFloats(datamodel: Datamodel, step: WriteStep): WriteStep {
  switch (step.kind) {
    case 'insert':
      return { ...step, rows: step.rows.map((row) => sentRow(datamodel, step.resource.model, row)) }
    case 'update':
      return { ...step, values: sentRow(datamodel, step.resource.model, step.values) }
    default:
      return step
  }
}

type Row = Readonly<Record<string, unknown>>

/**
 * A row whose floats Prisma sends with all of their digits.
 *
 * Throws RefusedValues for a JSON value that is a number which Prisma would round, instead of one with such a number.
 */
export function sentRow(datamodel: Datamodel, model: unknown, row: Row): Row {
  let sent = row
  for (const [name, value] of Object.entries(row)) {
    if (typeof value !== 'number' && !Array.isArray(value)) continue
    const kind = columnType(datamodel, String(model), name)?.kind
    const isRounded = typeof value === 'number' && Number(value.toPrecision(16)) !== value
    if (kind === 'json' && isRounded) throw new RefusedValues('tooPrecise', [name])
    if (kind !== 'float' || ![value].flat().some(isGreat)) continue
    const floats: unknown = Array.isArray(value)
      ? value.map((one: unknown) => sentFloat(one))
      : sentFloat(value)
    sent = { ...sent, [name]: floats }
  }
  return sent
}

const isGreat = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) >= WITH_EXPONENT
