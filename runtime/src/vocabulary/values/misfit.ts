import { isFinerThanDate, parseDateTime } from './dates.js'
import { unstorableCharacter } from './storable.js'
import { INT32_MAX, INT64_MAX, type AttributeType } from './type.js'

/**
 * Describes, as in an error, the fault of a value that looks like a value of its type (rule 13.3). Undefined for a
 * value of a different type.
 */
export function misfitOf({ kind, most = INT32_MAX }: AttributeType, value: unknown): string | undefined {
  switch (kind) {
    case 'string': {
      const character = typeof value === 'string' ? unstorableCharacter(value) : undefined
      return character && `contains the character ${character}, which is not allowed`
    }
    case 'datetime':
      if (typeof value !== 'string') return undefined
      if (isFinerThanDate(value)) return 'is more precise than a millisecond'
      // In a URL, a "+" that is not encoded is a space.
      return OFFSET_AFTER_BLANK.test(value) && parseDateTime(value.replace(/ (?=[\d:]+$)/, '+')) !== undefined
        ? 'has a space before its offset: in a URL, "+" must be written as %2B'
        : undefined
    case 'integer':
      return isPastBound(value, BigInt(INT32_MAX), BigInt(most)) ? 'is out of range' : undefined
    case 'bigint':
      return isPastBound(value, INT64_MAX) ? 'is out of range' : undefined
    default:
      return undefined
  }
}

const OFFSET_AFTER_BLANK = /[T ]\d{2}:\d{2}\S* \d{2}:?\d{2}$/i

function isPastBound(value: unknown, max: bigint, most = max): boolean {
  const integer = integerOf(value)
  return integer !== undefined && (integer > most || integer < -max - 1n)
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined
}
