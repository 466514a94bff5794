/** An own member of an object: `toString` and `constructor` are ordinary names in requests. */
export const ownOf = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
