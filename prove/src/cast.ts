/** The only file with casts: values from the user's modules and from databases have no known types. */

/** A value whose type the caller knows. */
export function castTo<Type>(value: unknown): Type {
  return value as Type
}

/** A member of an object; undefined if the object lacks it. */
export function memberOf(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined
}

/** A method of an object, bound to it; undefined if the object lacks it. */
export function methodOf(value: unknown, name: string): ((...parameters: unknown[]) => unknown) | undefined {
  const method = memberOf(value, name)
  return typeof method === 'function'
    ? (...parameters) => Reflect.apply(method, value, parameters)
    : undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
