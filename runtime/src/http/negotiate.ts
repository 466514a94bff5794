import { MEDIA_TYPE } from '../controller/response/response.js'
import { isCursorProfile } from '../vocabulary/cursor-profile.js'
import type { RequestHeaders } from './incoming.js'
import { NotAcceptable, UnsupportedMediaType } from '../error/errors.js'

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
  const [type, ...others] = splitMembers(sent)
  const given = type === undefined || others.length > 0 ? undefined : parseMedia(type)
  if (given?.type === MEDIA_TYPE && isSupported(given.parameters, extension)) return undefined
  const detail = `The body of a request must be ${mediaOf(extension)}.`
  return new UnsupportedMediaType({ detail, source: { header: 'Content-Type' } })
}

const mediaOf = (extension: string | undefined): string =>
  extension === undefined
    ? `${MEDIA_TYPE}, with no parameters other than "profile"`
    : `${MEDIA_TYPE};ext="${extension}", with no other parameters except "profile"`

/** The profile of cursors, as a member of Accept spells it (rule 24.2); undefined if none names it. */
export function cursorProfileIn(headers: RequestHeaders): string | undefined {
  const accept = headers.get('accept')
  if (!accept?.includes('profile')) return undefined
  const profiles = splitMembers(accept).flatMap((member) => {
    const { type, parameters } = parseMedia(member)
    const isMeant = type === MEDIA_TYPE && weightOf(parameters) > 0
    return isMeant ? (parameters.get('profile') ?? '').split(/\s+/) : []
  })
  return profiles.find(isCursorProfile)
}

interface Media {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Accept is valid if it has a valid JSON:API member. It is also valid if it has no JSON:API member, but a range that
 * includes JSON:API's type: the most specific member decides.
 */
function isAcceptable(accept: string, extension: string | undefined): boolean {
  const members = splitMembers(accept).map((member) => parseMedia(member))
  if (members.length === 0) return true
  for (const range of [MEDIA_TYPE, 'application/*', '*/*']) {
    const own = members.filter(({ type }) => type === range)
    const isGood = ({ parameters }: Media): boolean =>
      weightOf(parameters) > 0 && (range !== MEDIA_TYPE || isSupported(parameters, extension, ['q']))
    if (own.length > 0) return own.some(isGood)
  }
  return false
}

/** `q` belongs to Accept and is not a parameter of the media type; an invalid number is ignored. */
function weightOf(parameters: ReadonlyMap<string, string>): number {
  const weight = Number(parameters.get('q') ?? 1)
  return Number.isNaN(weight) ? 1 : weight
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

function parseMedia(member: string): Media {
  const [type = '', ...parameters] = splitOutsideQuotes(member, ';')
  const entries = parameters
    .filter((part) => part.trim() !== '')
    .map((part): [string, string] => {
      const [name = '', ...value] = part.split('=')
      return [
        name.trim().toLowerCase(),
        value
          .join('=')
          .trim()
          .replace(/^"(.*)"$/, '$1'),
      ]
    })
  return { type: type.trim().toLowerCase(), parameters: new Map(entries) }
}

const splitMembers = (header: string): string[] =>
  splitOutsideQuotes(header, ',').filter((member) => member.trim() !== '')

/** A quoted string may contain the separator: `profile="http://a/b,c;d"`. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && quoted) at++
    else if (text[at] === '"') quoted = !quoted
    else if (text[at] === separator && !quoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
