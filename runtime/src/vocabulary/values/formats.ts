import { parseDate, parseDateTime } from './dates.js'

/**
 * Whether a string has a JSON Schema format. An unknown format accepts every string, as in JSON Schema. Each test takes
 * time linear in the string's length.
 */
export function isOfFormat(format: string, text: string): boolean {
  const test = Object.hasOwn(TESTS, format) ? TESTS[format] : undefined
  return test ? test(text) : true
}

const TESTS: Readonly<Record<string, (text: string) => boolean>> = {
  email: isEmail,
  uri: isUri,
  url: (text) => /^https?:\/\//i.test(text) && isUri(text),
  'uri-reference': (text) => !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text, 'http://base.invalid/'),
  uuid: (text) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  date: (text) => parseDate(text) !== undefined,
  'date-time': (text) =>
    /^[\d-]+T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/i.test(text) && parseDateTime(text) !== undefined,
  time: (text) =>
    /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/i.test(text),
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: (text) => text.includes(':') && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`),
}

/** The known formats, by their names in JSON Schema. `url` is a `uri` with the scheme http or https. */
export const FORMATS: readonly string[] = Object.freeze(Object.keys(TESTS))

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  const local = text.slice(0, at)
  const isLocal =
    !/[\s"(),:;<>@[\\\]]/.test(local) &&
    !local.startsWith('.') &&
    !local.endsWith('.') &&
    !local.includes('..')
  return isLocal && isHostname(text.slice(at + 1))
}

/** Letters beyond ASCII are allowed, as in internationalised addresses. */
function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text
      .split('.')
      .every(
        (label) =>
          label.length <= 63 &&
          /^[a-z\d\u0080-\uFFFF](?:[a-z\d\u0080-\uFFFF-]*[a-z\d\u0080-\uFFFF])?$/i.test(label),
      )
  )
}

function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(text) && !/[\s<>"{}|\\^`]/.test(text) && URL.canParse(text)
}

function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}
