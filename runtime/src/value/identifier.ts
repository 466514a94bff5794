import type { Coerced } from '../vocabulary/values/coerce.js'
import { isStorableText } from '../vocabulary/values/storable.js'
import type { IdKind } from '../vocabulary/values/type.js'

/** An id as the store keeps it. */
export type IdValue = string | number | bigint

/**
 * Parses the id in a path or a document, in the strict canonical form of its kind. `01`, `1e0`, ` 1` and a number that
 * overflows are not ids (rule 18.3): the response is the same as for an id that does not exist.
 */
export function parseId(kind: IdKind, text: string): Coerced<IdValue> {
  switch (kind) {
    case 'integer':
      return canonical(text, (value) => value <= 2_147_483_647n && value >= -2_147_483_648n, Number)
    case 'bigint':
      return canonical(text, (value) => BigInt.asIntN(64, value) === value, BigInt)
    case 'uuid':
      return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
        ? { ok: true, value: text }
        : { ok: false }
    case 'string':
      // `.` and `..` are steps of a path, even when they are encoded, so no address could lead to such a record.
      return text !== '' && text !== '.' && text !== '..' && isStorableText(text)
        ? { ok: true, value: text }
        : { ok: false }
  }
}

function canonical(
  text: string,
  fits: (value: bigint) => boolean,
  read: (text: string) => IdValue,
): Coerced<IdValue> {
  return /^(?:0|-?[1-9]\d{0,18})$/.test(text) && fits(BigInt(text))
    ? { ok: true, value: read(text) }
    : { ok: false }
}

/**
 * The canonical spelling of an id whose value is written differently: `1` for `01`, `+1` and `1.0`, small letters for a
 * uuid. Undefined for an id in canonical spelling, and for a string that is not an id of the kind.
 */
export function respelledId(kind: IdKind, text: string): string | undefined {
  const spelled = spellingOf(kind, text)
  return spelled === text || spelled === undefined || !parseId(kind, spelled).ok ? undefined : spelled
}

function spellingOf(kind: IdKind, text: string): string | undefined {
  switch (kind) {
    case 'integer':
    case 'bigint': {
      const digits = /^\s*([+-]?\d{1,40})(?:\.0*)?\s*$/.exec(text)?.[1]
      return digits === undefined ? undefined : String(BigInt(digits.replace('+', '')))
    }
    case 'uuid': {
      const digits = text.replace(/^urn:uuid:|[\s{}-]/gi, '').toLowerCase()
      const parts = /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(digits)
      return parts?.slice(1).join('-')
    }
    case 'string':
      return undefined
  }
}
