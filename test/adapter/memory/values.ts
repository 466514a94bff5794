/** A comparable form of a value: decimals and dates become numbers. */
export type Comparable = string | number | bigint

/** The comparable form of a value; undefined for null. */
export function comparable(value: unknown): Comparable | undefined {
  if (value === null || value === undefined) return undefined
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'bigint':
      return value
    case 'boolean':
      return Number(value)
    default:
      if (value instanceof Date) return value.getTime()
      if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
      return 'toNumber' in Object(value) ? Number(String(value)) : JSON.stringify(value)
  }
}

/**
 * Returns whether two values are equal regardless of their representation, such as 1 and 1n, or two dates at
 * the same time.
 */
export function equal(a: unknown, b: unknown): boolean {
  const [left, right] = [comparable(a), comparable(b)]
  return left === right || (left !== undefined && right !== undefined && String(left) === String(right))
}

/** The order of two values. Null is greater than any other value, as on PostgreSQL. */
export function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [comparable(a), comparable(b)]
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined)
  }
  return left < right ? -1 : left > right ? 1 : 0
}
