/**
 * Says of a value what only the types of the caller know. Each call stands where a document or an input was checked against the
 * schema, which the types are generated from.
 */
export function castTo<Type>(value: unknown): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Type
}
