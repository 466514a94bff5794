/** The conditions that are never and always true. */
export const NOTHING: object = Object.freeze({ OR: [] })
export const EVERYTHING: object = Object.freeze({})

/** Prisma drops an empty condition from an OR, so conditions that are always or never true are resolved here. */
export function any(conditions: readonly object[]): object {
  if (conditions.includes(EVERYTHING)) return EVERYTHING
  const some = conditions.filter((condition) => condition !== NOTHING)
  return some.length === 0 ? NOTHING : { OR: some }
}

export function all(conditions: readonly object[]): object {
  if (conditions.includes(NOTHING)) return NOTHING
  const some = conditions.filter((condition) => condition !== EVERYTHING)
  return some.length === 0 ? EVERYTHING : { AND: some }
}

export function not(condition: object): object {
  if (condition === NOTHING) return EVERYTHING
  return condition === EVERYTHING ? NOTHING : { NOT: condition }
}
