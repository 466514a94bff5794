/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** A media type with its parameters. */
export interface Media {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  /** The `q` of Accept, which is not a parameter of the media type; an invalid number is ignored. */
  readonly weight: number
}

/** The media types in Accept or Content-Type. */
export const mediaIn = (header: string): readonly Media[] =>
  splitOutsideQuotes(header, ',')
    .filter((member) => member.trim() !== '')
    .map((member) => parseMedia(member))

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
  const weight = Number(new Map(entries).get('q') ?? 1)
  return {
    type: type.trim().toLowerCase(),
    parameters: new Map(entries),
    weight: Number.isNaN(weight) ? 1 : weight,
  }
}

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
