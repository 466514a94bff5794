import type { ValueType } from './types.js'

/** A type as the format spells it: `string[]?`, `one of draft, published`. */
export function describeType({ base, values, list, nullable }: ValueType): string {
  const name = base === 'enum' ? `one of ${values.join(', ')}` : base
  return `${name}${list ? '[]' : ''}${nullable ? '?' : ''}`
}
