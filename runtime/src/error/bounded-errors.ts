import type { ErrorObject } from './error-object.js'
import { MOST_ERRORS } from './errors.js'

/** How many bytes the list of errors of one answer has at most. */
const MOST_BYTES = 65_536

/** An error that is longer than this by itself has a body's worth of names in it: it is told in short. */
const MOST_OF_ONE = 16_384

/** So much of a long error's words is kept. */
const KEPT_WORDS = 500

/**
 * The errors that an answer has room for: the first hundred of them, and of these as many as fit into 64 KiB of JSON
 * (rule 17.6). The first is always among them: one that is too long keeps the beginning of its detail. Its source and its `meta`
 * stay as they are, or go where they are long themselves, for half a pointer points at nothing.
 */
export function boundedErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = []
  // The brackets; each error has a comma too, but the last.
  let bytes = 1
  for (const error of errors.slice(0, MOST_ERRORS)) {
    const size = bytesOf(error)
    const told = size > MOST_OF_ONE ? inShort(error) : error
    bytes += (told === error ? size : bytesOf(told)) + 1
    if (bytes > MOST_BYTES) break
    kept.push(told)
  }
  return kept
}

const encoder = new TextEncoder()

const bytesOf = (error: ErrorObject): number => encoder.encode(JSON.stringify(error)).byteLength

function inShort({ source, meta, detail, ...error }: ErrorObject): ErrorObject {
  return {
    ...error,
    detail: detail.length > KEPT_WORDS ? `${beginningOf(detail)}…` : detail,
    ...(source && isShort(source) && { source }),
    ...(meta && isShort(meta) && { meta }),
  }
}

const isShort = (member: object): boolean => JSON.stringify(member).length <= KEPT_WORDS

/** The first words of a text. No half of a surrogate pair stands at the end: strict readers refuse a document that has one. */
const beginningOf = (text: string): string => text.slice(0, KEPT_WORDS).replace(/[\uD800-\uDBFF]$/, '')
