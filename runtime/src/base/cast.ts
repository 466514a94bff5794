/**
 * The one file of casts: what TypeScript can't follow, each with the reason why it holds.
 */

/** A member by name, of an object whose members are not known: any object may be asked for any of them. */
export function memberOf(object: object, name: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[name]
}

/** Sets a member of a record, whose members are the store's: associating is what sideloads are for (specification 2.5). */
export function setMember(record: object, name: string, value: unknown): void {
  ;(record as Record<string, unknown>)[name] = value
}

/** Calls a function of unknown parameters: the declaration that took it has checked them. */
export function callWith(method: Function, self: object, parameters: readonly unknown[]): unknown {
  return Reflect.apply(method, self, parameters)
}

/** Takes a value for the type that its declaration has promised for it. */
export function castTo<Value>(value: unknown): Value {
  return value as Value
}

/** A class to mix into: TypeScript wants exactly this form of its constructor's parameters. */
// oxlint-disable-next-line typescript/no-explicit-any
export type MixinParent<Instance> = abstract new (...parameters: any[]) => Instance
