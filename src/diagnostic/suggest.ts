import { nearest } from '@jsonapi-gen/runtime/vocabulary'

/**
 * The name that a mistyped word most likely means: the most similar one, or else the first one that begins with the
 * word. Undefined if no name matches.
 */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  const names = [...candidates]
  return nearest(word, names) ?? (word.length > 2 ? names.find((name) => name.startsWith(word)) : undefined)
}

/** `. Did you mean "x"?`, or an empty string: the end of a message about an unknown name. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = suggest(word, candidates)
  return near === undefined ? '' : `. Did you mean "${near}"?`
}
