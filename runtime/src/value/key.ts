import { type Coerced, coerceText, type Scalar } from '../vocabulary/values/coerce.js'
import { plainDecimal } from '../vocabulary/values/decimal.js'
import { parseId, respelledId } from './identifier.js'
import { renderValueOf } from './json-value.js'
import { type AttributeType, isIdKind, type KeyKind } from '../vocabulary/values/type.js'

/** A column of a key. */
export interface KeyColumn {
  readonly name: string
  readonly type: AttributeType & { readonly kind: KeyKind }
  /** Whether the store accepts a value for the column, if it accepts fewer values than the type allows. */
  readonly takes?: (value: unknown) => boolean
}

/** The key that identifies a record: one column, or several in the order of the id (rule 22.2). */
export type Key = readonly KeyColumn[]

/** The values of a key, in the order of its columns. */
export type KeyValues = readonly unknown[]

/**
 * Whether the id is simply the text of the only key value. This applies to a string, an integer and a uuid. All other
 * keys, including those of several columns, have one canonical spelling (rule 22.2).
 */
export function isPlainKey([only, ...others]: Key): boolean {
  return others.length === 0 && only !== undefined && isIdKind(only.type.kind)
}

/**
 * Spells a key as the id of a record: the text of its only value, or the texts of all values joined by `~` (rule 22.2):
 * `acme~42`. In a key that is not plain, letters, digits, `-`, `.` and `_` stay as they are, and every other byte is
 * written as `!20`. As a result, an id never needs escaping in a URL, and never splits a filter's value.
 */
export function encodeKey(key: Key, values: KeyValues): string {
  if (isPlainKey(key)) return String(values[0])
  return key.map(({ type }, index) => escaped(partText(type, values[index]))).join(SEPARATOR)
}

/**
 * Reads an id as the values of the key's columns. Each key has exactly one id. Any other spelling is treated as an id
 * that does not exist (rule 18.3).
 */
export function decodeKey(key: Key, id: string): Coerced<readonly Scalar[]> {
  const [only] = key
  if (only && isPlainKey(key)) return single(only, id)
  const parts = id.split(SEPARATOR)
  const values = parts.flatMap((part, index) => {
    const column = key[index]
    const text = unescaped(part)
    const value = column && text !== undefined ? partValue(column.type, text) : FAILED
    return value.ok && column?.takes?.(value.value) !== false ? [value.value] : []
  })
  const isWhole = parts.length === key.length && values.length === key.length
  return isWhole && encodeKey(key, values) === id ? { ok: true, value: values } : FAILED
}

/**
 * The canonical id of a key whose values are spelled differently: `acme~42` for `acme~042`. Undefined for an id in
 * canonical spelling, and for a string that is not an id of the key.
 */
export function respelledKey(key: Key, id: string): string | undefined {
  const [only] = key
  if (only && isPlainKey(key)) {
    const spelled = isIdKind(only.type.kind) ? respelledId(only.type.kind, id) : undefined
    return spelled ?? trimmed(only, id)
  }
  const parts = id.split(SEPARATOR)
  const values = parts.flatMap((part, index) => {
    const column = key[index]
    const text = column && looselyUnescaped(part)
    const value = column && text !== undefined ? looseValue(column, text) : FAILED
    return value.ok ? [value.value] : []
  })
  if (parts.length !== key.length || values.length !== key.length) return undefined
  const spelled = encodeKey(key, values)
  return spelled === id || !decodeKey(key, spelled).ok ? undefined : spelled
}

function looseValue(column: KeyColumn, text: string): Coerced {
  const { type } = column
  const value = partValue(type, trimmed(column, text) ?? text)
  return value.ok ? value : coerceText(type, usualSpelling(type, text.trim()))
}

/** A string without its trailing spaces, if the column accepts only that: it pads strings, or stores none. */
function trimmed({ takes }: KeyColumn, text: string): string | undefined {
  const short = text.trimEnd()
  return short !== text && takes?.(text) === false && takes(short) ? short : undefined
}

/** The usual spelling of a value, as far as one can tell: `0.1` for `.1`, a moment with its colons. */
function usualSpelling(type: KeyColumn['type'], text: string): string {
  const { kind } = type
  switch (kind) {
    case 'integer':
    case 'bigint':
    case 'uuid':
    case 'string':
      return respelledId(kind, text) ?? text
    case 'decimal':
      return text.replace(/^\+/, '').replace(/^(-?)\./, '$10.')
    case 'boolean':
      return text.toLowerCase()
    case 'enum': {
      const alike = type.values.filter((value) => value.toLowerCase() === text.toLowerCase())
      return alike.length === 1 ? alike.join('') : text
    }
    case 'date': {
      const [, year, month = '', day = ''] = /^(\d{4})-(\d\d?)-(\d\d?)(?:[T ]00:?00.*)?$/.exec(text) ?? []
      return year === undefined ? text : [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
    }
    case 'datetime':
      return text.replace(/([T ]\d\d)(\d\d)(\d\d)/, '$1:$2:$3')
    case 'bytes':
      return text
  }
}

function looselyUnescaped(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('!', '%'))
  } catch {
    return undefined
  }
}

const SEPARATOR = '~'
const FAILED: Coerced<never> = Object.freeze({ ok: false })

function single({ type: { kind }, takes }: KeyColumn, id: string): Coerced<readonly Scalar[]> {
  if (!isIdKind(kind)) return FAILED
  const parsed = parseId(kind, id)
  return parsed.ok && takes?.(parsed.value) !== false ? { ok: true, value: [parsed.value] } : FAILED
}

/** The one spelling of a value in an id. */
function partText(type: KeyColumn['type'], value: unknown): string {
  const text = String(renderValueOf(type)(value))
  switch (type.kind) {
    case 'datetime':
      return text.replaceAll(':', '')
    case 'decimal':
      return plainDecimal(text) ?? text
    case 'bytes':
      return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    case 'integer':
    case 'bigint':
    case 'string':
    case 'uuid':
    case 'date':
    case 'enum':
    case 'boolean':
      return text
  }
}

/** Reads the text of a value in an id. The caller checks that the text is the canonical spelling. */
function partValue(type: KeyColumn['type'], text: string): Coerced {
  if (type.kind === 'bytes') return coerceText(type, text.padEnd(Math.ceil(text.length / 4) * 4, '='))
  if (type.kind !== 'datetime') return coerceText(type, text)
  const moment = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)$/.exec(text)
  return moment ? coerceText(type, moment.slice(1).join(':')) : FAILED
}

/**
 * Like encodeURIComponent, but it also escapes the characters that separate parts of ids, or that a shell or a list may
 * use.
 */
const escaped = (text: string): string =>
  /^[\w.-]*$/.test(text)
    ? text
    : encodeURIComponent(text).replace(/%([\dA-F]{2})|[!~*'()]/g, (character, byte?: string) =>
        `!${byte ?? character.charCodeAt(0).toString(16)}`.toLowerCase(),
      )

function unescaped(part: string): string | undefined {
  if (!/^(?:[\w.-]|![\da-f]{2})*$/.test(part)) return undefined
  try {
    return decodeURIComponent(part.replaceAll('!', '%'))
  } catch {
    // The bytes are not valid UTF-8.
    return undefined
  }
}
