import type { StoredType, ValueType } from './types.js'

/** A type as the format spells it: `string[]?`, `one of draft, published`; and what the store makes of it. */
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
  longText: 'which the store has patterns for alone',
  incomparable: 'which the store compares with nothing',
}
