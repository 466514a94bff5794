/**
 * Whether the arguments of a query contain undefined. Prisma drops such a condition, and then finds every row (rule
 * 18.4): `{ ownerId: undefined }` must not make a policy permit everything.
 */
export function hasUndefined(value: unknown): boolean {
  if (value === undefined) return true
  if (Array.isArray(value)) return value.some(hasUndefined)
  return isPlain(value) && Object.values(value).some(hasUndefined)
}

/** Dates, bytes and decimals are values, whatever they contain. */
export function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
