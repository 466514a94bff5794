import { memberOf } from '../../base/cast.js'
import { oncePer } from '../../base/made-once.js'
import type { Adapter } from '../../adapter/adapter.js'
import type { Comparison } from '../../adapter/condition.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { CursorKey } from './position.js'
import type { RankedKey } from './cursor-ranges.js'
import { readRows } from '../../reader/rows.js'

/** The values of enums in the order of their stores, as far as they were seen there. */
const seenIn: (store: Adapter) => Map<string, readonly string[]> = oncePer(() => new Map())

/** Adds the values to the keys that have few: booleans, and enums, which every store orders in its own way. */
export async function rankedKeys(
  resource: CompiledResource,
  keys: readonly CursorKey[],
): Promise<readonly RankedKey[]> {
  const ranked: RankedKey[] = []
  for (const key of keys) ranked.push({ ...key, ranks: await ranksOf(resource, key) })
  return ranked
}

async function ranksOf(resource: CompiledResource, key: CursorKey): Promise<RankedKey['ranks']> {
  if (key.type.kind === 'boolean') return [false, true]
  if (key.type.kind !== 'enum') return undefined
  const adapter = resource.adapter()
  const ofStore = seenIn(adapter)
  const name = `${String(resource.model)}.${key.column}`
  const known = ofStore.get(name) ?? []
  // Records may have new values by now that no record had before.
  if (known.length > 0 && (await firstBesides(resource, key, known)) === undefined) return known
  const ranks = withGone(known, await presentRanks(resource, key))
  ofStore.set(name, ranks)
  return ranks
}

/**
 * All present values in ascending order: the first in the order of the store, then the first of the others, and so on.
 */
async function presentRanks(resource: CompiledResource, key: CursorKey): Promise<readonly string[]> {
  const ranks: string[] = []
  for (;;) {
    const next = await firstBesides(resource, key, ranks)
    if (next === undefined || ranks.includes(next)) return ranks
    ranks.push(next)
  }
}

/**
 * The least value except for the given ones, even if only hidden records have it: only the order of the values matters.
 */
async function firstBesides(
  resource: CompiledResource,
  { column, type }: CursorKey,
  besides: readonly string[],
): Promise<string | undefined> {
  // All values that are possible by the store's facts: an index can find them, and others cannot be searched.
  const left = type.values.filter((value) => !besides.includes(value))
  if (left.length === 0 && type.values.length > 0) return undefined
  const about = { kind: 'compare', name: column, through: [], column, type } as const
  const conditions: readonly Comparison[] =
    left.length > 0
      ? [{ ...about, operator: 'eq', value: left }]
      : [
          { ...about, operator: 'not_eq', value: null },
          { ...about, operator: 'not_eq', value: [...besides] },
        ]
  const order = [{ through: [], column, direction: 'asc', nullable: false } as const]
  const [record] = await readRows({ resource, where: conditions, order, count: 1, columns: [column] })
  const value = record && memberOf(record, column)
  return typeof value === 'string' ? value : undefined
}

/** Values that have disappeared keep their place among their former neighbors. */
function withGone(known: readonly string[], present: readonly string[]): readonly string[] {
  const ranks = [...present]
  for (const [index, value] of known.entries()) {
    if (ranks.includes(value)) continue
    const before = known.slice(0, index).findLast((other) => ranks.includes(other))
    ranks.splice(before === undefined ? 0 : ranks.indexOf(before) + 1, 0, value)
  }
  return ranks
}
