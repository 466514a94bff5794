import { isoText } from './iso.js'
import { renderValueOf, type RenderValue } from './render.js'
import type { AttributeType, Kind } from '../vocabulary/type.js'

/** Turns a value of the store into the text of its JSON form. */
export type ValueText = (value: unknown) => string

/**
 * The function that writes values of a type (rule 12.3): the text of what `renderValueOf` makes of them. The values that
 * nearly all records have are written straight away.
 */
export function valueTextOf(type: AttributeType): ValueText {
  return type.list ? whole(renderValueOf(type)) : texts[type.kind]
}

/**
 * The text of a value that is JSON. A value without one, such as undefined, is null, because no attribute is left out.
 */
export function jsonText(value: unknown): string {
  if (value === null) return 'null'
  const text: string | undefined = JSON.stringify(value)
  return text ?? 'null'
}

/** A text as JSON, open at its end: without the second quotation mark. */
export const openText = (text: string): string => JSON.stringify(text).slice(0, -1)

const whole =
  (render: RenderValue): ValueText =>
  (value) =>
    jsonText(render(value))

const asWhole = (kind: Kind): ValueText =>
  whole(renderValueOf({ kind, list: false, nullable: true, values: [] }))

const otherString = asWhole('string')
const otherNumber = asWhole('float')
const otherDateTime = asWhole('datetime')

/** Most texts hold nothing that JSON escapes, and looking for it is quicker than writing them anew. */
const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`)
// All but what JSON leaves as it is: controls, the quotation mark, the backslash and surrogates.
const ESCAPED = /[^ !#-[\]-\uD7FF\uE000-\uFFFF]/

const ofString: ValueText = (value) => (typeof value === 'string' ? quoted(value) : otherString(value))

const ofNumber: ValueText = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : otherNumber(value)

const ofBoolean: ValueText = (value) => (typeof value === 'boolean' ? String(value) : jsonText(value))

const ofDateTime: ValueText = (value) => {
  const text = value instanceof Date ? isoText(value) : null
  return text === null ? otherDateTime(value) : `"${text}"`
}

/** Made once, for functions that every document makes anew are compiled anew. */
const texts: Readonly<Record<Kind, ValueText>> = {
  string: ofString,
  integer: ofNumber,
  bigint: asWhole('bigint'),
  float: ofNumber,
  decimal: asWhole('decimal'),
  boolean: ofBoolean,
  date: asWhole('date'),
  datetime: ofDateTime,
  uuid: ofString,
  json: asWhole('json'),
  bytes: asWhole('bytes'),
  enum: ofString,
}
