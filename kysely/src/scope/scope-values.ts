import { ScopeFault } from '@jsonapi-gen/runtime/adapter'
import { type Expression, type OperationNode, PrimitiveValueListNode, ValueNode } from 'kysely'

/** A value that a scope compares with a column. */
export type ScopeValue = string | number | bigint | boolean | Date | Uint8Array

/** Columns by their names in the database, each with a value, null, or a list of permitted values. */
export type ScopeValues = readonly (readonly [
  column: string,
  value: ScopeValue | null | readonly (ScopeValue | null)[],
])[]

const TAKES = 'a string, a finite number, a bigint, a boolean, a Date, bytes, null, or a list of these'

/**
 * The column values that were passed to `where`. Throws ScopeFault if there are no values, or if one of them is not a
 * value: a driver could write an object into the statement as SQL.
 */
export function checkedValues(given: unknown): ScopeValues {
  if (!isPlain(given) || Object.keys(given).length === 0) {
    throw new ScopeFault(
      `where(${shown(given)}) has no condition: pass values of columns, or a function that receives Kysely's expression builder.`,
    )
  }
  return Object.entries(given).map(([column, value]: [string, unknown]) => {
    const wrong = Array.isArray(value) ? value.find((one) => !isValue(one)) : value
    const isList = Array.isArray(value)
    if (isList && value.every(isValue)) return [column, Object.freeze([...value])] as const
    if (!isList && isValue(value)) return [column, value] as const
    throw new ScopeFault(
      `where({ ${column} }) compares the column with ${isList ? 'a list that contains ' : ''}${kindOf(wrong)}, but accepts only ${TAKES}.`,
    )
  })
}

/**
 * The node of an expression that one of the application's functions returned. Throws ScopeFault if it is not an
 * expression, or if one of its parameters is not a value.
 */
export function checkedExpression(made: unknown): OperationNode {
  if (!isExpression(made)) {
    throw new ScopeFault(
      `The function passed to where(…) returned ${kindOf(made)}: it must return a Kysely expression.`,
    )
  }
  const node = made.toOperationNode()
  refuseOthers(node)
  return node
}

const isExpression = (made: unknown): made is Pick<Expression<unknown>, 'toOperationNode'> =>
  typeof made === 'object' &&
  made !== null &&
  'toOperationNode' in made &&
  typeof made.toOperationNode === 'function'

/** Throws ScopeFault if a parameter below a node is not a value. A list may be one parameter. */
function refuseOthers(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) return node.forEach(refuseOthers)
  if (isNode(node) && ValueNode.is(node)) {
    for (const value of Array.isArray(node.value) ? node.value : [node.value]) refuseOther(value)
  } else if (isNode(node) && PrimitiveValueListNode.is(node)) {
    for (const value of node.values) refuseOther(value)
  } else Object.values(node).forEach(refuseOthers)
}

function refuseOther(value: unknown): void {
  if (isValue(value)) return
  throw new ScopeFault(`An expression in where(…) compares with ${kindOf(value)}, but accepts only ${TAKES}.`)
}

const isNode = (value: object): value is OperationNode => 'kind' in value && typeof value.kind === 'string'

function isValue(value: unknown): value is ScopeValue | null {
  switch (typeof value) {
    case 'string':
      // SQLite drivers read text only up to its first null character, and PostgreSQL rejects it.
      return !value.includes('\0')
    case 'number':
      return Number.isFinite(value)
    case 'bigint':
    case 'boolean':
      return true
    case 'object':
      return (
        value === null ||
        value instanceof Uint8Array ||
        (value instanceof Date && !Number.isNaN(value.getTime()))
      )
    default:
      return false
  }
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const shown = (value: unknown): string =>
  value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol')
    ? String(value)
    : Array.isArray(value)
      ? '[…]'
      : isPlain(value)
        ? '{}'
        : '…'

/** Describes a value without showing it, because it may be a secret. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return String(value)
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'an invalid Date'
  if (value instanceof Promise) return 'a promise'
  switch (typeof value) {
    case 'number':
      return String(value)
    case 'string':
      return 'a string with a null character'
    case 'object':
      return 'an object'
    default:
      return `a ${typeof value}`
  }
}
