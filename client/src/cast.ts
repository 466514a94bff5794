/**
 * Says of a value what only the types of the caller know. Each call stands where a document or an input was checked against the
 * schema, which the types are generated from.
 */
export function castTo<Type>(value: unknown): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Type
}

/** Whether a value is an object with members, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as the list that it is, or as the only member of one; nothing where it is undefined. */
export function listOf<Member>(value: Member | readonly Member[] | undefined): readonly Member[] {
  if (value === undefined) return []
  return Array.isArray(value) ? castTo<readonly Member[]>(value) : [castTo<Member>(value)]
}
