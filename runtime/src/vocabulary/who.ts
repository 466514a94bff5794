/** Those who may do something: everybody, nobody, or requests that pass all of some guards. */
export type Who = boolean | readonly string[]

/** Those whom all of the guards let through. */
export function allOf(...guards: readonly (boolean | string)[]): Who {
  if (guards.includes(false)) return false
  const names = [...new Set(guards.filter((guard) => typeof guard === 'string'))]
  return names.length === 0 || names
}
