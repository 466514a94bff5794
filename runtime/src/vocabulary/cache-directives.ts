/** The `Cache-Control` response directives that take no number. */
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

/** The directives that take a number of seconds. */
export const CACHE_SECONDS = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'] as const

/** One directive of `Cache-Control` in a response. */
export type CacheDirective = (typeof CACHE_FLAGS)[number] | `${(typeof CACHE_SECONDS)[number]}=${number}`

/** A string that is a list of directives, such as `private, max-age=60`; `never` for any other string. */
export type CacheControl<Text extends string> = string extends Text
  ? Text
  : IsList<Text> extends true
    ? Text
    : never

type IsList<Text extends string> = Text extends `${infer First}, ${infer Rest}`
  ? First extends CacheDirective
    ? IsList<Rest>
    : false
  : Text extends CacheDirective
    ? true
    : false

/** Describes the fault in a list of directives; undefined if the list is valid. */
export function cacheFault(text: string): string | undefined {
  const given = text.split(', ')
  const names = given.map((one) => one.split('=')[0] ?? one)
  const unknown = given.find((one) => !isDirective(one))
  if (unknown !== undefined) return `"${unknown}" is not a Cache-Control directive`
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return `"${twice}" appears twice`
  const both = exclusiveDirectives(names)
  return both && `"${both[0]}" and "${both[1]}" are mutually exclusive`
}

/** Whether a list of directives lets a shared cache store a response, regardless of who may see it. */
export const isShared = (text: string): boolean =>
  text.split(', ').some((one) => one === 'public' || one.startsWith('s-maxage='))

const isDirective = (text: string): boolean =>
  CACHE_FLAGS.some((flag) => flag === text) ||
  CACHE_SECONDS.some((name) => new RegExp(`^${name}=\\d{1,10}$`).test(text))

/** Groups of directives that contradict each other. */
const EXCLUSIVE = [
  ['public', 'private'],
  ['public', 'no-store'],
  ['no-store', 'max-age'],
] as const

/** The first two names that contradict each other; undefined if there is no contradiction. */
export const exclusiveDirectives = (names: readonly string[]): readonly [string, string] | undefined =>
  EXCLUSIVE.find((pair) => pair.every((name) => names.includes(name)))
