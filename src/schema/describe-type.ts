import type { StoredType, ValueType } from './types.js'

/**
 * A type in the spelling of the format: `string[]?`, `one of draft, published`; with the store's type if it has one.
 */
export function describeType({ kind, values, list, nullable, stored }: ValueType): string {
  const one = kind === 'enum' ? `one of ${values.join(', ')}` : kind
  const name = `${one}${list ? '[]' : ''}${nullable ? '?' : ''}`
  return stored === undefined ? name : `${name} (${STORED[stored]})`
}

const STORED: Readonly<Record<StoredType, string>> = {
  inet: 'an address in the store',
  bits: 'bits in the store',
  oid: 'an oid in the store',
  money: 'money in the store',
  padded: 'padded with spaces in the store',
  longText: 'which the store compares only with patterns',
  incomparable: 'which the store cannot compare',
}
