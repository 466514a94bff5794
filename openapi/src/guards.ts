import { allOf, type Who } from '@jsonapi-gen/runtime/vocabulary'
import type { JsonObject } from './json.js'

/** The mark on a part that not everybody may use or see: all guards that a request must pass. */
export function guardMark(...all: readonly Who[]): JsonObject {
  const who = bothOf(...all)
  return typeof who === 'boolean' ? {} : { 'x-guard': who }
}

/** The requests that pass all of the given guards. */
export function bothOf(...all: readonly Who[]): Who {
  return allOf(
    ...all.flatMap((who): readonly (boolean | string)[] => (typeof who === 'boolean' ? [who] : who)),
  )
}

/** The description and the mark of an operation that not everybody may perform. */
export function guarded(who: Who): JsonObject {
  const description = guardedText('', who)
  return { ...(description !== '' && { description }), ...guardMark(who) }
}

/** A description, followed by the guards that a request must pass. */
export function guardedText(text: string, ...all: readonly Who[]): string {
  const who = bothOf(...all)
  return typeof who === 'boolean'
    ? text
    : `${text} Only for requests that pass ${who.join(' and ')}.`.trimStart()
}
