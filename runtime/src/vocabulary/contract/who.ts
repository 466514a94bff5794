/** The requests that have a permission: all, none, or those that pass all of the listed guards. */
export type Who = boolean | readonly string[]

/** The requests that pass all of the guards. */
export function allOf(...guards: readonly (boolean | string)[]): Who {
  if (guards.includes(false)) return false
  const names = [...new Set(guards.filter((guard) => typeof guard === 'string'))]
  return names.length === 0 || names
}
