import { isFinerThanDate } from './dates.js'
import { unstorableCharacter } from './storable.js'
import { INT32_MAX, INT64_MAX, type AttributeType } from './type.js'

/**
 * Says what is wrong with a value that looks like a value of its type, in the words of an error (rule 13.3). Undefined
 * for a value of another type.
 */
export function misfitOf({ kind, most = INT32_MAX }: AttributeType, value: unknown): string | undefined {
  switch (kind) {
    case 'string': {
      const character = typeof value === 'string' ? unstorableCharacter(value) : undefined
      return character && `has the character ${character}, which is not allowed`
    }
    case 'datetime':
      return typeof value === 'string' && isFinerThanDate(value) ? 'is finer than a millisecond' : undefined
    case 'integer':
      return isPastBound(value, BigInt(INT32_MAX), BigInt(most)) ? 'is out of range' : undefined
    case 'bigint':
      return isPastBound(value, INT64_MAX) ? 'is out of range' : undefined
    default:
      return undefined
  }
}

function isPastBound(value: unknown, max: bigint, most = max): boolean {
  const integer = integerOf(value)
  return integer !== undefined && (integer > most || integer < -max - 1n)
}

function integerOf(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined
}
