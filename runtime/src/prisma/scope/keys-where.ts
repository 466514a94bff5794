import { keyOf, keysOfType } from '../../adapter/rows/keys.js'
import type { KeyValues } from '../../value/key.js'
import type { Scalar } from '../../vocabulary/values/coerce.js'
import type { AttributeType } from '../../vocabulary/values/type.js'
import { all, any } from './groups.js'

type Keys = readonly (readonly Scalar[])[]

/** The condition that the column at a position has one of some values. */
type Equals = (index: number, values: readonly Scalar[]) => object

/**
 * Converts keys to Prisma's `where`. A value that several keys share is compared only once, and the column with the
 * fewest values comes first. For example, the keys of one tenant become an equality and a list. This matters because
 * stores limit the number of alternatives in a condition.
 */
export function keysWhere(columns: readonly string[], keys: Keys, equals: Equals): object {
  if (columns.length === 1) return equals(0, valuesAt(keys, 0))
  const sizes = columns.map((_, index) => byValue(keys, index).size)
  const order = sizes
    .map((_, index) => index)
    .toSorted((one, other) => (sizes[one] ?? 0) - (sizes[other] ?? 0))
  return grouped(order, keys, equals)
}

function grouped([first = 0, ...rest]: readonly number[], keys: Keys, equals: Equals): object {
  const groups = [...byValue(keys, first).values()]
  const firstOf = (group: Keys): Keys => group.slice(0, 1)
  if (rest.length === 0) return equals(first, valuesAt(groups.flatMap(firstOf), first))
  return any(
    groups.map((group) =>
      all([equals(first, valuesAt(firstOf(group), first)), grouped(rest, group, equals)]),
    ),
  )
}

const valuesAt = (keys: Keys, index: number): readonly Scalar[] =>
  keys.flatMap((key) => key.slice(index, index + 1))

function byValue(keys: Keys, index: number): ReadonlyMap<string, Keys> {
  const groups = new Map<string, (readonly Scalar[])[]>()
  for (const key of keys) {
    const name = keyOf(key[index]) ?? ''
    const group = groups.get(name)
    if (group) group.push(key)
    else groups.set(name, [key])
  }
  return groups
}

/**
 * Converts keys to Prisma's `where`, without what stores need for values of a request. Keys that do not fit the types,
 * if these are known, are left out.
 */
export function plainWhere(
  columns: readonly string[],
  keys: readonly KeyValues[],
  types: readonly (AttributeType | undefined)[] = [],
): object {
  return keysWhere(columns, keysOfType(keys, types), (index, values) => {
    const column = columns[index] ?? ''
    // Prisma has no `in` for booleans.
    return values.some((value) => typeof value === 'boolean')
      ? { OR: values.map((value) => ({ [column]: value })) }
      : { [column]: { in: values } }
  })
}
