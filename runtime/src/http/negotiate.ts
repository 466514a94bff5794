import { MEDIA_TYPE } from '../controller/response.js'
import { NotAcceptable, UnsupportedMediaType } from '../error/errors.js'

/**
 * Checks Accept and Content-Type (JSON:API, "Content Negotiation"; rule 15.1): `ext` and `profile` are the only
 * parameters that the media type has, and no extension is supported.
 *
 * Throws NotAcceptable (406) when every JSON:API member of Accept is bad, UnsupportedMediaType (415) for a bad
 * Content-Type of a request that has a body.
 */
export function negotiate(headers: Headers, hasBody: boolean): void {
  const accept = headers.get('accept')
  if (accept !== null && !isAcceptable(accept)) {
    const detail = `This API answers with ${MEDIA_TYPE}, without parameters other than "profile".`
    throw new NotAcceptable({ detail, source: { header: 'Accept' } })
  }
  if (!hasBody) return
  const [type, ...others] = splitMembers(headers.get('content-type') ?? '')
  const media = type === undefined || others.length > 0 ? undefined : parseMedia(type)
  if (media?.type !== MEDIA_TYPE || !onlyProfiles(media.parameters)) {
    const detail = `The body of a request is ${MEDIA_TYPE}, without parameters other than "profile".`
    throw new UnsupportedMediaType({ detail, source: { header: 'Content-Type' } })
  }
}

interface Media {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

/**
 * Acceptable is whatever holds one good JSON:API member, or a range that JSON:API's type is in and no JSON:API member: the
 * most specific member decides.
 */
function isAcceptable(accept: string): boolean {
  const members = splitMembers(accept).map((member) => parseMedia(member))
  if (members.length === 0) return true
  for (const range of [MEDIA_TYPE, 'application/*', '*/*']) {
    const own = members.filter(({ type }) => type === range)
    const isGood = ({ parameters }: Media): boolean =>
      weightOf(parameters) > 0 && (range !== MEDIA_TYPE || onlyProfiles(parameters, ['q']))
    if (own.length > 0) return own.some(isGood)
  }
  return false
}

/** `q` is Accept's own and no parameter of the media type; what is no number is as if it were not there. */
function weightOf(parameters: ReadonlyMap<string, string>): number {
  const weight = Number(parameters.get('q') ?? 1)
  return Number.isNaN(weight) ? 1 : weight
}

const onlyProfiles = (parameters: ReadonlyMap<string, string>, also: readonly string[] = []): boolean =>
  [...parameters.keys()].every((name) => name === 'profile' || also.includes(name))

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

/** A quoted string may hold the separator: `profile="http://a/b,c;d"`. */
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
