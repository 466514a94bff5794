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
 * (rule 17.6). The first is always among them: one that is too long keeps the beginning of its detail, and neither source
 * nor `meta`, for half a pointer points at nothing.
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

function inShort({ source: _source, meta: _meta, detail, ...error }: ErrorObject): ErrorObject {
  return { ...error, detail: detail.length > KEPT_WORDS ? `${detail.slice(0, KEPT_WORDS)}…` : detail }
}
