/**
 * Whether something in the arguments of a query is undefined. Prisma drops such a condition, and then finds every row
 * (rule 18.4): `{ ownerId: undefined }` must not let a policy pass everything.
 */
export function hasUndefined(value: unknown): boolean {
  if (value === undefined) return true
  if (Array.isArray(value)) return value.some(hasUndefined)
  return isPlain(value) && Object.values(value).some(hasUndefined)
}

/** Dates, bytes and decimals are values, whatever they have inside. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
