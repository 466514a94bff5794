/** The directives of `Cache-Control` that an answer has without a number. */
export const CACHE_FLAGS = [
  'public',
  'private',
  'no-cache',
  'no-store',
  'no-transform',
  'must-revalidate',
  'proxy-revalidate',
  'must-understand',
  'immutable',
] as const

/** Those with a number of seconds. */
export const CACHE_SECONDS = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'] as const

/** What can't both be meant. */
const EXCLUSIVE = [
  ['public', 'private'],
  ['public', 'no-store'],
  ['no-store', 'max-age'],
] as const

/** The first two of some directives, by their names, that can't both be meant; undefined where all can. */
export const exclusiveDirectives = (names: readonly string[]): readonly [string, string] | undefined =>
  EXCLUSIVE.find((pair) => pair.every((name) => names.includes(name)))
