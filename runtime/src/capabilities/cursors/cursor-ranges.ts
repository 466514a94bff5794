import type { Order } from '../../adapter/window.js'
import type { Comparison, Condition } from '../../adapter/condition.js'
import type { ConditionValue } from '../../vocabulary/values/condition-value.js'
import type { Operator } from '../../vocabulary/operators.js'
import type { Scalar } from '../../vocabulary/values/coerce.js'
import type { CursorRange } from '../../plan/paging.js'
import type { CursorKey, Position } from './position.js'

/** A key of a sort. If it has few values, they are known, and are searched by equality one after the other. */
export interface RankedKey extends CursorKey {
  /** The values in ascending order, without null; undefined if the key is searched by comparison. */
  readonly ranks: readonly Scalar[] | undefined
}

type Value = Scalar | null

/**
 * The records between a place in a sort and a bound, as ranges in the order of the sort (rule 24.5). In one range, the
 * first keys have constant values, so it is not ordered by them. The next key limits the range by a comparison that an
 * index can serve. The nulls of a key, and each value of a key with few values, are ranges of their own.
 */
export function rangesBehind(
  keys: readonly RankedKey[],
  after: Position | undefined,
  bound: Position | undefined,
): readonly CursorRange[] {
  const limit = bound && bound.values.length > 0 ? bound : undefined
  const start = after && after.values.length > 0 ? after : undefined
  if (!start) return beginning(keys).flatMap((step) => rangeOf(keys, [], step, limit))
  const ranges: CursorRange[] = []
  if (start.isInclusive) ranges.push(...rangeOf(keys, start.values, undefined, limit))
  for (let index = keys.length - 1; index >= 0; index--) {
    const [key, value] = [keys[index], start.values[index]]
    if (!key || value === undefined) continue
    const front = start.values.slice(0, index)
    for (const step of stepsBehind(key, value)) ranges.push(...rangeOf(keys, front, step, limit))
  }
  return ranges
}

/** How a range begins at a key: at one value, after or before a value, or at all values except null. */
type Step =
  | { readonly kind: 'value'; readonly value: Value }
  | { readonly kind: 'compared'; readonly operator: 'gt' | 'lt'; readonly value: Scalar }
  | { readonly kind: 'some' }

/** Without a place to begin at. Null is the greatest value, and a range without nulls needs no rule for their order. */
function beginning([first]: readonly RankedKey[]): readonly (Step | undefined)[] {
  if (!first?.type.nullable) return [undefined]
  const steps: readonly Step[] = [{ kind: 'some' }, { kind: 'value', value: null }]
  return first.direction === 'asc' ? steps : steps.toReversed()
}

function stepsBehind(key: RankedKey, value: Value): readonly Step[] {
  const { direction, type } = key
  const isRising = direction === 'asc'
  const sorted = sortedRanks(key)
  if (sorted) return sorted.slice(sorted.indexOf(value) + 1).map((rank) => ({ kind: 'value', value: rank }))
  if (value === null) return isRising ? [] : [{ kind: 'some' }]
  const compared: Step = { kind: 'compared', operator: isRising ? 'gt' : 'lt', value }
  return isRising && type.nullable ? [compared, { kind: 'value', value: null }] : [compared]
}

/** Undefined if the bound leaves nothing of the range. */
function rangeOf(
  keys: readonly RankedKey[],
  front: readonly Value[],
  step: Step | undefined,
  bound: Position | undefined,
): readonly CursorRange[] {
  const constants = step?.kind === 'value' ? [...front, step.value] : front
  const conditions = constants.flatMap((value, index) => {
    const key = keys[index]
    return key ? [compared(key, 'eq', value)] : []
  })
  const key = keys[front.length]
  if (key && step?.kind === 'some') conditions.push(compared(key, 'not_eq', null))
  if (key && step?.kind === 'compared') conditions.push(compared(key, step.operator, step.value))
  const isSome = step?.kind === 'some' || step?.kind === 'compared'
  const rest = keys.slice(constants.length)
  const orders = rest.map((each, index) => orderOf(each, isSome && index === 0))
  if (!bound) return [{ conditions, orders }]
  const ahead = aheadOf(keys, bound, sharedWith(bound, constants))
  return ahead ? [{ conditions: [...conditions, ...ahead], orders }] : []
}

const orderOf = ({ column, direction, type }: RankedKey, isNotNull: boolean): Order => ({
  through: [],
  column,
  direction,
  nullable: type.nullable && !isNotNull,
})

/** How many of the first keys are constant in the range and equal to the bound's values. */
function sharedWith(bound: Position, constants: readonly Value[]): number {
  const index = constants.findIndex((value, at) => !isSameValue(value, bound.values[at]))
  return index === -1 ? constants.length : index
}

const isSameValue = (one: Value, other: Value | undefined): boolean =>
  one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other

/**
 * The conditions for a record to be before a bound, from a given key on: the keys before it are equal to the bound's.
 * Undefined if no record can be. An index can serve the first condition.
 */
function aheadOf(
  keys: readonly RankedKey[],
  bound: Position,
  from: number,
): readonly Condition[] | undefined {
  const alternatives: Condition[] = []
  const equal: Condition[] = []
  for (let index = from; index < keys.length; index++) {
    const [key, value] = [keys[index], bound.values[index]]
    if (!key || value === undefined) continue
    for (const ahead of conditionsAhead(key, value)) {
      alternatives.push({ kind: 'and', conditions: [...equal, ahead] })
    }
    equal.push(compared(key, 'eq', value))
  }
  if (bound.isInclusive) {
    // The whole range is at the bound itself.
    if (equal.length === 0) return []
    alternatives.push({ kind: 'and', conditions: equal })
  }
  if (alternatives.length === 0) return undefined
  return [...leading(keys[from], bound.values[from]), { kind: 'or', conditions: alternatives }]
}

/** The conditions on a key's value to be before the given one. */
function conditionsAhead(key: RankedKey, value: Value): readonly Condition[] {
  const { direction, type } = key
  const isRising = direction === 'asc'
  const sorted = sortedRanks(key)
  if (sorted) {
    return sorted.slice(0, Math.max(0, sorted.indexOf(value))).map((rank) => compared(key, 'eq', rank))
  }
  if (value === null) return isRising ? [compared(key, 'not_eq', null)] : []
  const ahead = compared(key, isRising ? 'lt' : 'gt', value)
  return isRising || !type.nullable ? [ahead] : [compared(key, 'eq', null), ahead]
}

/** All values of a key that has few, in the order of the sort; null is the greatest. */
function sortedRanks({ direction, type, ranks }: RankedKey): readonly Value[] | undefined {
  if (!ranks) return undefined
  const rising: readonly Value[] = type.nullable ? [...ranks, null] : ranks
  return direction === 'asc' ? rising : rising.toReversed()
}

/** One comparison that holds for all records before the bound. */
function leading(key: RankedKey | undefined, value: Value | undefined): readonly Condition[] {
  if (!key || value === undefined || value === null || key.ranks) return []
  const isRising = key.direction === 'asc'
  return isRising || !key.type.nullable ? [compared(key, isRising ? 'lte' : 'gte', value)] : []
}

const compared = ({ column, type }: RankedKey, operator: Operator, value: ConditionValue): Comparison => ({
  kind: 'compare',
  name: column,
  through: [],
  column,
  operator,
  value,
  type,
})
