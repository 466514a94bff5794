import { InvalidParameter } from '../../error/errors.js'

/** The longest key, in characters. */
const LONGEST = 255

/**
 * Reads the header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in double quotes. Without
 * the quotes, it is the same key.
 *
 * Throws InvalidParameter for a key that is empty, too long, malformed, or sent twice.
 */
export function readKey(headers: Pick<Headers, 'get'>): string {
  const sent = (headers.get(NAME) ?? '').trim()
  const quoted = QUOTED.exec(sent)?.[1]?.replaceAll(ESCAPED, '$1')
  const key = quoted ?? (PLAIN.test(sent) ? sent : undefined)
  if (sent === '' || key === '') throw badKey(`The "${NAME}" is empty.`)
  if (key === undefined) {
    throw badKey(
      `Send one "${NAME}". It must consist of visible ASCII characters. Put a key with commas, quotes or spaces in double quotes.`,
    )
  }
  if (key.length > LONGEST) throw badKey(`An "${NAME}" can be at most ${LONGEST} characters long.`)
  return key
}

const NAME = 'Idempotency-Key'

/** A string of RFC 8941: two of them, joined by a comma, are none. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/
const ESCAPED = /\\(["\\])/g
const PLAIN = /^[!#-+\--~]*$/

/** The error for a request whose key cannot be used. */
export const badKey = (detail: string): InvalidParameter =>
  new InvalidParameter({ detail, source: { header: NAME } })
