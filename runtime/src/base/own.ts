/** A member that an object has of its own: `toString` and `constructor` are ordinary names (rule 15.10). */
export const ownOf = <Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
