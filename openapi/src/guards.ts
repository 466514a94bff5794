import { allOf, type Who } from '@jsonapi-gen/runtime/vocabulary'
import type { JsonObject } from './json.js'

/** What marks a thing that not everybody may use or see: the guards that a request has to pass, all of them. */
export function guardMark(...all: readonly Who[]): JsonObject {
  const who = bothOf(...all)
  return typeof who === 'boolean' ? {} : { 'x-guard': who }
}

/** The requests that pass all of some guards. */
export function bothOf(...all: readonly Who[]): Who {
  return allOf(
    ...all.flatMap((who): readonly (boolean | string)[] => (typeof who === 'boolean' ? [who] : who)),
  )
}

/** What says of an operation that not everybody may do it. */
export function guarded(who: Who): JsonObject {
  const description = guardedText('', who)
  return { ...(description !== '' && { description }), ...guardMark(who) }
}

/** A description, with the guards that a request has to pass. */
export function guardedText(text: string, ...all: readonly Who[]): string {
  const who = bothOf(...all)
  return typeof who === 'boolean'
    ? text
    : `${text} Only for requests that pass ${who.join(' and ')}.`.trimStart()
}
