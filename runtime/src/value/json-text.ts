import { isoText } from './iso.js'
import { renderValueOf, type RenderValue } from './json-value.js'
import type { AttributeType, Kind } from '../vocabulary/values/type.js'

/** Converts a value of the store to the text of its JSON form. */
export type ValueText = (value: unknown) => string

/**
 * Returns the function that writes values of a type as text (rule 12.3): the text of the results of `renderValueOf`.
 * The most frequent values are written without that detour.
 */
export function valueTextOf(type: AttributeType): ValueText {
  if (type.list) return whole(renderValueOf(type))
  return type.nullable ? nullableTexts[type.kind] : texts[type.kind]
}

/** The JSON text of a value. A value without one, such as undefined, becomes null, because no attribute is omitted. */
export function jsonText(value: unknown): string {
  if (value === null) return 'null'
  const text: string | undefined = JSON.stringify(value)
  return text ?? 'null'
}

/** A string as JSON without its closing quotation mark, so that more can be added. */
export const openText = (text: string): string => JSON.stringify(text).slice(0, -1)

const whole =
  (render: RenderValue): ValueText =>
  (value) =>
    jsonText(render(value))

const asWhole = (kind: Kind, nullable: boolean): ValueText =>
  whole(renderValueOf({ kind, list: false, nullable, values: [] }))

const otherString = asWhole('string', true)

/** Most strings contain nothing to escape, and testing for it is faster than `JSON.stringify`. */
const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)
// Every character that JSON escapes: controls, the quotation mark, the backslash and surrogates.
const ESCAPED = /[^ !#-[\]-\uD7FF\uE000-\uFFFF]/

const ofString: ValueText = (value) => (typeof value === 'string' ? quoted(value) : otherString(value))

const ofNumber =
  (other: ValueText): ValueText =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) ? String(value) : other(value)

const ofBoolean: ValueText = (value) => (typeof value === 'boolean' ? String(value) : jsonText(value))

const ofDateTime =
  (other: ValueText): ValueText =>
  (value) => {
    const text = value instanceof Date ? isoText(value) : null
    return text === null ? other(value) : `"${text}"`
  }

const textsOf = (nullable: boolean): Readonly<Record<Kind, ValueText>> => ({
  string: ofString,
  integer: ofNumber(asWhole('integer', nullable)),
  bigint: asWhole('bigint', nullable),
  float: ofNumber(asWhole('float', nullable)),
  decimal: asWhole('decimal', nullable),
  boolean: ofBoolean,
  date: asWhole('date', nullable),
  datetime: ofDateTime(asWhole('datetime', nullable)),
  uuid: ofString,
  json: asWhole('json', nullable),
  bytes: asWhole('bytes', nullable),
  enum: ofString,
})

/** Made once: functions that each document makes anew would be compiled anew each time. */
const texts = textsOf(false)
const nullableTexts = textsOf(true)
