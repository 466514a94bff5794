import type { RequestHeaders } from './incoming.js'
import { NotAcceptable, UnsupportedMediaType } from '../error/errors.js'
import { type Media, MEDIA_TYPE, mediaIn } from '../value/media-type.js'

/**
 * Checks Accept (JSON:API, "Content Negotiation"; rule 15.1): the media type has only the parameters `ext` and
 * `profile`. An address has one extension, which both Accept and Content-Type must name, or none.
 *
 * Throws NotAcceptable (406) if no JSON:API member of Accept is valid.
 */
export function negotiate(headers: RequestHeaders, extension?: string): void {
  const accept = headers.get('accept')
  // Nearly all requests send only the media type.
  const isPlain = accept === MEDIA_TYPE && extension === undefined
  if (accept === null || isPlain || isAcceptable(accept, extension)) return
  const detail = `This URL returns ${mediaOf(extension)}.`
  throw new NotAcceptable({ detail, source: { header: 'Accept' } })
}

/** The fault in the Content-Type of a request with a body. */
export function contentTypeFault(
  headers: RequestHeaders,
  extension?: string,
): UnsupportedMediaType | undefined {
  const sent = headers.get('content-type') ?? ''
  if (sent === MEDIA_TYPE && extension === undefined) return undefined
  const [first, ...others] = mediaIn(sent)
  const given = others.length > 0 ? undefined : first
  if (given?.type === MEDIA_TYPE && isSupported(given.parameters, extension)) return undefined
  const detail = `The body of a request must be ${mediaOf(extension)}.`
  return new UnsupportedMediaType({ detail, source: { header: 'Content-Type' } })
}

const mediaOf = (extension: string | undefined): string =>
  extension === undefined
    ? `${MEDIA_TYPE}, with no parameters other than "profile"`
    : `${MEDIA_TYPE};ext="${extension}", with no other parameters except "profile"`

/**
 * Accept is valid if it has a valid JSON:API member. It is also valid if it has no JSON:API member, but a range that
 * includes JSON:API's type: the most specific member decides.
 */
function isAcceptable(accept: string, extension: string | undefined): boolean {
  const members = mediaIn(accept)
  if (members.length === 0) return true
  for (const range of [MEDIA_TYPE, 'application/*', '*/*']) {
    const own = members.filter(({ type }) => type === range)
    const isGood = ({ parameters, weight }: Media): boolean =>
      weight > 0 && (range !== MEDIA_TYPE || isSupported(parameters, extension, ['q']))
    if (own.length > 0) return own.some(isGood)
  }
  return false
}

/**
 * Whether the media type has the extension of the address, no other extension, and no other parameter except profiles.
 */
function isSupported(
  parameters: ReadonlyMap<string, string>,
  extension: string | undefined,
  otherParameters: readonly string[] = [],
): boolean {
  const named = (parameters.get('ext') ?? '').split(/\s+/).filter((uri) => uri !== '')
  const isExtended = extension === undefined ? !parameters.has('ext') : named.includes(extension)
  return (
    isExtended &&
    named.every((uri) => uri === extension) &&
    [...parameters.keys()].every(
      (name) => name === 'profile' || name === 'ext' || otherParameters.includes(name),
    )
  )
}
