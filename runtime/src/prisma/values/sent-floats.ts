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
  for (const [name, value] of Object.entries(row)) {
    const isRounded = typeof value === 'number' && Number(value.toPrecision(16)) !== value
    if (isRounded && kindOf(datamodel, model, name) === 'json') throw new RefusedValues('tooPrecise', [name])
  }
  const sent = Object.entries(row).flatMap(([name, value]) => {
    const isFloat = [value].flat().some(isGreat) && kindOf(datamodel, model, name) === 'float'
    if (!isFloat) return []
    return [[name, Array.isArray(value) ? value.map((one: unknown) => sentFloat(one)) : sentFloat(value)]]
  })
  return sent.length === 0 ? row : { ...row, ...Object.fromEntries(sent) }
}

const isGreat = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) >= WITH_EXPONENT

const kindOf = (datamodel: Datamodel, model: unknown, name: string): string | undefined =>
  columnType(datamodel, String(model), name)?.kind
