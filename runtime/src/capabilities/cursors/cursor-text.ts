import { coerceValue, type Scalar } from '../../vocabulary/values/coerce.js'
import type { AttributeType } from '../../vocabulary/values/type.js'
import type { CursorKey, Position } from './position.js'

/** The result of reading a cursor: a place, or the reason why it is not one. */
export type ReadCursor =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'malformed' | 'otherVersion' | 'otherQuery' }

const VERSION = '1'

/** A version, the digest of a query, whether the place is inclusive, and the values as JSON in base64. */
const FORM = /^(\d)([\da-z]{11})([-_])([\w-]*)$/

/**
 * Writes a place as an opaque text that needs no escaping in a URL (rule 24.3). It contains the values of the keys,
 * which everybody who may use the sort may see.
 */
export function cursorText({ values, isInclusive }: Position, digest: string): string {
  return `${VERSION}${digest}${isInclusive ? '_' : '-'}${base64Of(JSON.stringify(values.map(valueInJson)))}`
}

/**
 * Reads a string from a request as a place in a sort with these keys. Accepts only strings that `cursorText` returns.
 */
export function readCursorText(text: string, keys: readonly CursorKey[], digest: string): ReadCursor {
  const [, version, ofQuery, mark, encoded = ''] = FORM.exec(text) ?? []
  if (version === undefined) return { kind: 'malformed' }
  if (version !== VERSION) return { kind: 'otherVersion' }
  if (ofQuery !== digest) return { kind: 'otherQuery' }
  const values = valuesIn(encoded, keys)
  const position = values && { values, isInclusive: mark === '_' }
  if (!position || cursorText(position, digest) !== text) return { kind: 'malformed' }
  return { kind: 'position', position }
}

function valuesIn(encoded: string, keys: readonly CursorKey[]): Position['values'] | undefined {
  const members = parsedJson(encoded)
  if (!Array.isArray(members) || (members.length !== keys.length && members.length !== 0)) return undefined
  const values = members.flatMap((member: unknown, index) => {
    const type = keys[index]?.type
    const value = type && heldValue(member, type)
    return value === undefined ? [] : [value]
  })
  return values.length === members.length ? values : undefined
}

function parsedJson(encoded: string): unknown {
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.codePointAt(0) ?? 0)
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The store orders only the values of the enum, so any other text has no place among them. */
function heldValue(member: unknown, type: AttributeType): Scalar | null | undefined {
  if (member === null) return type.nullable ? null : undefined
  const isOfKind = typeof member === JSON_FORMS[type.kind]
  const coerced = isOfKind && coerceValue(type.kind === 'enum' ? { ...type, kind: 'string' } : type, member)
  return coerced && coerced.ok ? coerced.value : undefined
}

const JSON_FORMS: Readonly<Record<AttributeType['kind'], 'string' | 'number' | 'boolean' | undefined>> = {
  string: 'string',
  integer: 'number',
  bigint: 'string',
  float: 'number',
  decimal: 'string',
  boolean: 'boolean',
  date: 'string',
  datetime: 'string',
  uuid: 'string',
  json: undefined,
  bytes: undefined,
  enum: 'string',
}

const valueInJson = (value: Scalar | null): unknown =>
  value instanceof Date ? value.toISOString() : typeof value === 'bigint' ? String(value) : value

function base64Of(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCodePoint(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
