import type { Literal, ValueType } from './types.js'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const DATE = /^\d{4}-\d{2}-\d{2}$/
// The runtime refuses what is finer than a millisecond, and base64 with bits of no byte (rule 18.10).
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3}0{0,6})?)?(?:Z|[+-]\d{2}:\d{2})$/
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/][AQgw]==|[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=)?$/

/** Whether a literal of the schema is a value of the type; a list type takes a list of such values. */
export function literalFits(literal: Literal, type: ValueType): boolean {
  if (literal === null) return type.nullable || type.base === 'json'
  if (!type.list) return scalarFits(literal, type)
  return Array.isArray(literal) && literal.every((item: Literal) => item !== null && scalarFits(item, type))
}

function scalarFits(literal: Literal, { base, values }: ValueType): boolean {
  switch (base) {
    case 'string':
      return typeof literal === 'string'
    case 'integer':
      return typeof literal === 'number' && Number.isInteger(literal) && Math.abs(literal) <= 2 ** 31
    case 'bigint':
      return typeof literal === 'bigint' || (typeof literal === 'number' && Number.isInteger(literal))
    case 'float':
      return typeof literal === 'number' && Number.isFinite(literal)
    case 'decimal':
      return isDecimal(literal)
    case 'boolean':
      return typeof literal === 'boolean'
    case 'date':
      return typeof literal === 'string' && DATE.test(literal) && isDate(literal)
    case 'datetime':
      return typeof literal === 'string' && DATE_TIME.test(literal) && isDate(literal)
    case 'uuid':
      return typeof literal === 'string' && UUID.test(literal)
    case 'bytes':
      return typeof literal === 'string' && BASE64.test(literal)
    case 'enum':
      return typeof literal === 'string' && values.includes(literal)
    case 'json':
      return true
  }
}

function isDecimal(literal: Literal): boolean {
  if (typeof literal === 'string') return DECIMAL.test(literal)
  return typeof literal === 'bigint' || (typeof literal === 'number' && Number.isFinite(literal))
}

function isDate(text: string): boolean {
  return !Number.isNaN(Date.parse(text))
}
