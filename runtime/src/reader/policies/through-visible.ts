import { ordersThrough } from '../../facts/implied.js'
import type { Among, Comparison, Condition } from '../../adapter/condition.js'
import { opposite } from '../../vocabulary/operators.js'
import { type KnownRelation, relationsAlong, relationsOfKey, storedPath } from '../../resource/relations.js'
import { ofColumn } from '../../resource/wire-names.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Awaitable } from '../../declare/declaration-types.js'
import { mayHide, visibleAt } from './visibility.js'
import type { Run } from '../run.js'
import { amongRelated, someOf } from './related-condition.js'

/** The request that a condition is resolved for, and the include path of the records. */
export interface Narrowing {
  readonly run: Run
  readonly path: string
}

/**
 * A comparison that sees only records that the viewer may see (rules 14.1, 18.6). Hidden records on its path do not
 * exist for it. A foreign key to a hidden record counts as null, so that nobody can guess it. Behind a to-many
 * relationship it holds if some related record meets it, as a filter of that record's resource would (rule 3.9).
 */
export function throughVisible(
  comparison: Comparison | Among,
  resource: CompiledResource,
  narrowing: Narrowing,
): Awaitable<Condition> {
  const isOwn = comparison.through.length === 0
  const isShown = comparison.kind === 'among' || isShownColumn(comparison.column, resource)
  return isOwn && isShown ? comparison : narrowedByVisible(comparison, resource, narrowing)
}

/** A column that is visible to everybody who sees the record, even if a relationship uses it. */
const isShownColumn = (column: string, owner: CompiledResource): boolean =>
  ofColumn(owner, column).attribute !== undefined || owner.primaryKey.includes(column)

async function narrowedByVisible(
  asked: Comparison | Among,
  resource: CompiledResource,
  narrowing: Narrowing,
): Promise<Condition> {
  const { context } = narrowing.run
  const comparison = { ...asked, through: storedPath(resource, asked.through) }
  const visible: Condition[] = []
  let owner = resource
  for (const [index, relation] of relationsAlong(resource, asked.through).entries()) {
    if (relation.many) {
      const rest = { ...asked, through: asked.through.slice(index + 1) }
      const related = [
        await throughVisible(rest, relation.target, narrowing),
        ...(await visibleAt(relation, [], context)),
      ]
      const through = comparison.through.slice(0, index)
      const some = await someOf({ relation, through, related, name: comparison.name }, narrowing)
      return visible.length === 0 ? some : { kind: 'and', conditions: [some, ...visible] }
    }
    visible.push(...(await visibleAt(relation, comparison.through.slice(0, index + 1), context)))
    owner = relation.target
  }
  if (comparison.kind === 'among') {
    return visible.length === 0 ? comparison : { kind: 'and', conditions: [comparison, ...visible] }
  }
  const { operator } = comparison
  const isNegated = operator.startsWith('not_')
  const holds: Comparison = isNegated ? { ...comparison, operator: opposite(operator) } : comparison
  const key = await visibleKey(holds, resource, owner, narrowing)
  if (visible.length === 0 && !key) return comparison
  const shown = key ? ofVisibleKey(holds, key, owner) : holds
  const whole: Condition = { kind: 'and', conditions: [shown, ...visible] }
  // Rows whose relative is hidden belong to the complement, like rows without a relative (rule 3.4).
  return isNegated ? { kind: 'not', condition: whole } : whole
}

/**
 * The condition that a compared foreign key refers to a visible record; undefined if its records are never hidden. A
 * key that is declared as an attribute is visible to everybody who sees the record.
 */
async function visibleKey(
  comparison: Comparison,
  resource: CompiledResource,
  owner: CompiledResource,
  narrowing: Narrowing,
): Promise<Condition | undefined> {
  const { through, column } = comparison
  const { context } = narrowing.run
  if (isShownColumn(column, owner)) return undefined
  for (const relation of relationsOfKey(owner, column).toSorted(byWidth)) {
    if (!mayHide(relation)) continue
    const path = [...through, relation.stored]
    if (ordersThrough(resource, path)) {
      return { kind: 'and', conditions: await visibleAt(relation, path, context) }
    }
    if (relation.target.facts().can.readColumns) return amongVisible(relation, comparison, narrowing)
  }
  return undefined
}

/**
 * The visible keys that a comparison of a foreign key may match, if the store has no relation of that name (rule 14.1).
 */
async function amongVisible(
  relation: KnownRelation,
  comparison: Comparison,
  narrowing: Narrowing,
): Promise<Condition> {
  const { pairs } = relation
  const { through, column, name, value } = comparison
  const referred = pairs.target[pairs.owner.indexOf(column)]
  const related = [...(await visibleAt(relation, [], narrowing.run.context))]
  // Null needs all visible keys: any other key counts as null.
  const namesNull = value === null || (Array.isArray(value) && value.includes(null))
  if (referred !== undefined && !namesNull) related.push({ ...comparison, through: [], column: referred })
  return amongRelated({ relation, through, related, name }, narrowing)
}

/**
 * If several relationships share a column, it belongs to the one with the fewest columns: the tenant's column to the
 * tenant.
 */
const byWidth = (one: KnownRelation, other: KnownRelation): number =>
  one.foreignKey.length - other.foreignKey.length

/** A comparison without negation. A key to a hidden record counts as null. */
function ofVisibleKey(comparison: Comparison, visible: Condition, owner: CompiledResource): Condition {
  const { value, through } = comparison
  const members = Array.isArray(value) ? value : [value]
  const some = members.filter((member) => member !== null)
  const seen: Condition = {
    kind: 'and',
    conditions: [some.length === members.length ? comparison : { ...comparison, value: some }, visible],
  }
  if (comparison.operator !== 'eq' || some.length === members.length) return seen
  const isSet: Comparison = { ...comparison, operator: 'not_eq', value: null }
  const isUnset: Condition = { kind: 'not', condition: { kind: 'and', conditions: [isSet, visible] } }
  // A path that ends early has no key; that is different from a null key.
  const there: Condition = { kind: 'scope', scope: owner.adapter().all(owner), through }
  return {
    kind: 'or',
    conditions: [seen, through.length === 0 ? isUnset : { kind: 'and', conditions: [there, isUnset] }],
  }
}
