import type { Among, Comparison } from '../adapter/condition.js'
import { keyOf } from '../adapter/rows/keys.js'
import type { Scalar } from '../vocabulary/values/coerce.js'
import { parseType } from '../vocabulary/values/type.js'

/** A key column: the position in the keys, and the distinct values. */
interface Column {
  readonly index: number
  readonly values: ReadonlyMap<string, Scalar>
}

/** Column comparisons. Either all of them must be true, or any one of them. */
export type AmongTree =
  | Comparison
  | { readonly kind: 'all' | 'any'; readonly conditions: readonly AmongTree[] }

/**
 * Converts keys to comparisons of their columns. A value that several keys share is compared only once, and the column
 * with the fewest values comes first. For example, the keys of one tenant become an equality and a list. This matters
 * because stores limit the number of alternatives in a condition.
 */
export function amongTree(among: Among): AmongTree {
  const firsts = among.keys.map(([value]) => value)
  if (among.columns.length === 1) return comparison(among, 0, firsts)
  const columns = among.columns.map((_, index): Column => ({ index, values: valuesAt(among.keys, index) }))
  return treeOf(
    among,
    columns.toSorted((one, other) => one.values.size - other.values.size),
    among.keys,
  )
}

function treeOf(
  among: Among,
  [first, ...rest]: readonly Column[],
  keys: readonly (readonly Scalar[])[],
): AmongTree {
  if (!first) return { kind: 'all', conditions: [] }
  const { index } = first
  const values = valuesAt(keys, index)
  if (rest.length === 0) return comparison(among, index, [...values.values()])
  const groups = new Map<string, (readonly Scalar[])[]>()
  for (const key of keys) {
    const name = keyOf(key[index]) ?? ''
    const group = groups.get(name)
    if (group) group.push(key)
    else groups.set(name, [key])
  }
  return {
    kind: 'any',
    conditions: [...groups].map(([name, group]) => ({
      kind: 'all',
      conditions: [comparison(among, index, [values.get(name)]), treeOf(among, rest, group)],
    })),
  }
}

function comparison(
  { name, columns, types }: Among,
  index: number,
  values: readonly (Scalar | undefined)[],
): Comparison {
  const some = values.filter((value) => value !== undefined)
  const [only] = some
  return {
    kind: 'compare',
    name,
    through: [],
    column: columns[index] ?? '',
    operator: 'eq',
    value: some.length === 1 && only !== undefined ? only : some,
    type: types[index] ?? parseType('string'),
  }
}

const valuesAt = (keys: readonly (readonly Scalar[])[], index: number): ReadonlyMap<string, Scalar> =>
  new Map(
    keys.flatMap((key): [string, Scalar][] => {
      const value = key[index]
      return value === undefined ? [] : [[keyOf(value) ?? '', value]]
    }),
  )
