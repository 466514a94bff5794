/**
 * Gives a value the type that the caller's generics say it has. It is only called after a document or an input was
 * checked against the schema, from which those types are generated.
 */
export function castTo<Type>(value: unknown): Type {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return value as Type
}
