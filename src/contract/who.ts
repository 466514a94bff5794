/** Who may do something: everybody, nobody, or whoever passes all of some guards. */
export type Who = boolean | readonly string[]

/** Whoever each of some guards lets through. */
export function allOf(...guards: readonly (boolean | string)[]): Who {
  if (guards.includes(false)) return false
  const names = [...new Set(guards.filter((guard) => typeof guard === 'string'))]
  return names.length === 0 || names
}

/** Who that is, in words. */
export function inWords(who: Who): string {
  if (typeof who === 'boolean') return who ? 'everybody' : 'nobody'
  return who.join(' and ')
}
