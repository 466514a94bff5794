import { didYouMean } from '../diagnostic/suggest.js'
import type { Literal, StoredType, ValueType } from './types.js'

/**
 * A type in the format's spelling, such as `string[]?` or `one of draft, published`, with the store's type if it has
 * one.
 */
export function describeType({ kind, values, list, nullable, stored }: ValueType): string {
  const one = kind === 'enum' ? `one of ${values.join(', ')}` : kind
  const name = `${one}${list ? '[]' : ''}${nullable ? '?' : ''}`
  return stored === undefined ? name : `${name} (${STORED[stored]})`
}

/** `. Did you mean "draft"?`, or an empty string: the end of a message about a value that does not match its type. */
export function didYouMeanValue(value: Literal, { kind, values }: ValueType): string {
  const isWord = kind === 'enum' && typeof value === 'string'
  return isWord ? didYouMean(value, values) : ''
}

const STORED: Readonly<Record<StoredType, string>> = {
  inet: 'a network address in the store',
  bits: 'bits in the store',
  oid: 'an oid in the store',
  money: 'money in the store',
  padded: 'padded with spaces in the store',
  longText: 'which the store can compare only with patterns',
  incomparable: 'which the store cannot compare',
}
