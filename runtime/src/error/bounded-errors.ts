import type { ErrorObject } from './error-object.js'
import { MAX_ERRORS } from './errors.js'

/** The maximum size of a response's list of errors, in bytes. */
const MAX_BYTES = 65_536

/** An error that is longer than this contains long strings from the request, so it is shortened. */
const MAX_ERROR_BYTES = 16_384

/** How many characters of a long error's detail are kept. */
const KEPT_WORDS = 500

/**
 * The errors that fit into one response: at most the first hundred, and at most 64 KiB of JSON (rule 17.6). The first
 * error is always included. The detail of an error that is too long is truncated. Its source and its `meta` are kept
 * unless they are long themselves, in which case they are dropped, because half a pointer points at nothing.
 */
export function boundedErrors(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = []
  // The brackets; each error except the last adds a comma.
  let bytes = 1
  for (const error of errors.slice(0, MAX_ERRORS)) {
    const size = bytesOf(error)
    const listed = size > MAX_ERROR_BYTES ? inShort(error) : error
    bytes += (listed === error ? size : bytesOf(listed)) + 1
    if (bytes > MAX_BYTES) break
    kept.push(listed)
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

/**
 * The beginning of a string. It never ends in half of a surrogate pair, because strict readers refuse such a document.
 */
const beginningOf = (text: string): string => text.slice(0, KEPT_WORDS).replace(/[\uD800-\uDBFF]$/, '')
