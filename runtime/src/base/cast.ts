/** The one file of casts. TypeScript cannot follow them; the docstring of each says why it is safe. */

/**
 * A member by name, of an object with unknown members. Reading a missing member is safe: it is undefined. So is what every
 * object inherits: `toString` and `constructor` may be names of columns (rule 15.10).
 */
export function memberOf(object: object, name: string): unknown {
  const value = (object as Readonly<Record<string, unknown>>)[name]
  if (typeof value !== 'function' && name !== '__proto__') return value
  return INHERITED.has(name) && !Object.hasOwn(object, name) ? undefined : value
}

/** The names of what every object inherits. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Sets a member of a record of the store: sideloads associate records in this way (specification 2.5). */
export function setMember(record: object, name: string, value: unknown): void {
  ;(record as Record<string, unknown>)[name] = value
}

/** Calls a function with unknown parameters: the declaration that took the function has checked them. */
export function callWith(method: Function, self: object, parameters: readonly unknown[]): unknown {
  return Reflect.apply(method, self, parameters)
}

/** Casts a value to the type that its declaration promises. */
export function castTo<Value>(value: unknown): Value {
  return value as Value
}

/** A class that a mixin can extend. TypeScript requires exactly this form of the constructor's parameters. */
// oxlint-disable-next-line typescript/no-explicit-any
export type MixinParent<Instance> = abstract new (...parameters: any[]) => Instance
