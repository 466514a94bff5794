/** The only file with casts: what comes from the user's modules and from databases has no type of ours. */

/** A value whose type is known from elsewhere. */
export function castTo<Type>(value: unknown): Type {
  return value as Type
}

/** A member of an object; undefined if it has none. */
export function memberOf(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined
}

/** A method of an object, bound to it; undefined if it has none. */
export function methodOf(value: unknown, name: string): ((...parameters: unknown[]) => unknown) | undefined {
  const method = memberOf(value, name)
  return typeof method === 'function'
    ? (...parameters) => Reflect.apply(method, value, parameters)
    : undefined
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
