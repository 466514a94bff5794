import { memberOf } from '../base/cast.js'
import type { Comparison } from '../adapter/condition.js'
import type { CompiledResource } from '../resource/compile.js'
import type { CursorKey } from './cursor-plan.js'
import type { RankedKey } from './cursor-ranges.js'

/** The values of enums in the order of their stores, as far as they have been seen there. */
const seen = new WeakMap<object, Map<string, readonly string[]>>()

/** The keys of a cursor with the values of those that have few: booleans, and enums, which every store orders in its own way. */
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
  const ofStore = seen.get(adapter) ?? new Map<string, readonly string[]>()
  seen.set(adapter, ofStore)
  const name = `${String(resource.model)}.${key.column}`
  const known = ofStore.get(name) ?? []
  // A value that no record had when the store was asked may have some by now.
  if (known.length > 0 && (await firstBesides(resource, key, known)) === undefined) return known
  const ranks = withGone(known, await presentRanks(resource, key))
  ofStore.set(name, ranks)
  return ranks
}

/** Each value that there is, from the least on: the first in the order of the store, the first of the others, and so on. */
async function presentRanks(resource: CompiledResource, key: CursorKey): Promise<readonly string[]> {
  const ranks: string[] = []
  for (;;) {
    const next = await firstBesides(resource, key, ranks)
    if (next === undefined || ranks.includes(next)) return ranks
    ranks.push(next)
  }
}

/** The least value besides some, whoever may see its records: only the order of the values is asked for. */
async function firstBesides(
  resource: CompiledResource,
  { column, type }: CursorKey,
  besides: readonly string[],
): Promise<string | undefined> {
  const adapter = resource.adapter()
  // All values that there may be, as far as the store tells: an index finds them, and what is left out can't be looked up.
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
  const all = adapter.all(resource)
  const scope = conditions.reduce((narrowed, one) => adapter.narrow(narrowed, one, resource), all)
  const order = { through: [], column, direction: 'asc', nullable: false } as const
  const ordered = adapter.arrange(scope, { kind: 'order', by: [order] }, resource)
  const first = adapter.arrange(ordered, { kind: 'page', number: 1, size: 1 }, resource)
  const [record] = await adapter.read(first, resource.facts().readsKeys ? [column] : 'all', resource)
  const value = record && memberOf(record, column)
  return typeof value === 'string' ? value : undefined
}

/** Values that were there once keep their place: between those that were beside them. */
function withGone(known: readonly string[], present: readonly string[]): readonly string[] {
  const ranks = [...present]
  for (const [index, value] of known.entries()) {
    if (ranks.includes(value)) continue
    const before = known.slice(0, index).findLast((other) => ranks.includes(other))
    ranks.splice(before === undefined ? 0 : ranks.indexOf(before) + 1, 0, value)
  }
  return ranks
}
