/**
 * Casts a value to the type that the caller's generics specify. It is called only after a document or an
 * input has been checked against the schema that those types are generated from.
 */
export function castTo<Type>(value: unknown): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Type
}
