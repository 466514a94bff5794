import type { Among, Comparison, Condition } from '../adapter/condition.js'
import { isToMany } from '../declare/sideload.js'
import { opposite } from '../query/operators.js'
import { ofColumn } from '../resource/wire-names.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Awaitable } from '../declare/declaration-types.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { mayHide, visibleAt } from '../plan/visibility.js'
import type { Run } from './run.js'
import { someOf } from './some-of.js'

/** What a condition is resolved for: one request, and the include path of the records that it narrows. */
export interface Narrowing {
  readonly run: Run
  readonly path: string
}

/**
 * A comparison that sees only the records that a reader may see (rules 14.1, 18.6). Hidden records on its way do not
 * exist for it. A foreign key that leads to a hidden record counts as null, so that nobody can guess it. Behind a
 * relationship to many it holds for some related record: as it would by itself in a filter of that record's resource
 * (rule 3.9).
 */
export function throughVisible(
  comparison: Comparison | Among,
  resource: CompiledResource,
  narrowing: Narrowing,
): Awaitable<Condition> {
  const isOwn = comparison.through.length === 0
  const isShown = comparison.kind === 'among' || isShownColumn(comparison.attribute, resource)
  return isOwn && isShown ? comparison : narrowedByVisible(comparison, resource, narrowing)
}

/** A column that everybody who sees the record sees, whatever a relationship makes of it. */
const isShownColumn = (column: string, owner: CompiledResource): boolean =>
  ofColumn(owner, column).attribute !== undefined || owner.primaryKey.includes(column)

async function narrowedByVisible(
  comparison: Comparison | Among,
  resource: CompiledResource,
  narrowing: Narrowing,
): Promise<Condition> {
  const { context } = narrowing.run
  const visible: Condition[] = []
  let owner: CompiledResource | undefined = resource
  for (const [index, relation] of comparison.through.entries()) {
    const sideload: SideloadConfig | undefined = owner.config.sideloads.get(relation)
    const target: CompiledResource | undefined = sideload && owner.target(sideload)
    if (!sideload || !target) break
    const hop = { owner, sideload, target }
    if (isToMany(sideload)) {
      const rest = { ...comparison, through: comparison.through.slice(index + 1) }
      const related = [await throughVisible(rest, target, narrowing), ...(await visibleAt(hop, [], context))]
      const through = comparison.through.slice(0, index)
      const some = await someOf({ hop, through, related, name: comparison.name }, narrowing)
      return visible.length === 0 ? some : { kind: 'and', conditions: [some, ...visible] }
    }
    visible.push(...(await visibleAt(hop, comparison.through.slice(0, index + 1), context)))
    owner = target
  }
  if (comparison.kind === 'among') {
    return visible.length === 0 ? comparison : { kind: 'and', conditions: [comparison, ...visible] }
  }
  const key = owner && (await visibleKey(comparison, resource, owner, context))
  if (visible.length === 0 && !key) return comparison
  const { operator } = comparison
  const isNegated = operator.startsWith('not_')
  const holds: Comparison = isNegated ? { ...comparison, operator: opposite(operator) } : comparison
  const shown = key ? ofVisibleKey(holds, key, owner) : holds
  const whole: Condition = { kind: 'and', conditions: [shown, ...visible] }
  // Rows whose relative is hidden belong to the complement, as those without one do (rule 3.4).
  return isNegated ? { kind: 'not', condition: whole } : whole
}

/**
 * What says that the foreign key that is compared leads to a record that may be seen; undefined where it leads to no record
 * that may be hidden. A key that is declared as an attribute is shown to everybody who sees the record.
 */
async function visibleKey(
  { through, attribute }: Comparison,
  resource: CompiledResource,
  owner: CompiledResource,
  context: object | undefined,
): Promise<Condition | undefined> {
  if (isShownColumn(attribute, owner)) return undefined
  for (const sideload of [...owner.config.sideloads.values()].toSorted(byWidth)) {
    if (sideload.kind !== 'belongsTo' || !sideload.foreignKey.includes(attribute)) continue
    const target = owner.target(sideload)
    const path = [...through, sideload.name]
    if (!target || !mayHide({ sideload, target })) continue
    if (!resource.adapter().ordersThrough(path, resource)) continue
    return { kind: 'and', conditions: await visibleAt({ owner, sideload, target }, path, context) }
  }
  return undefined
}

/** A column that several relationships share is the key of the one that has the fewest others: a tenant's of the tenant. */
const byWidth = (one: SideloadConfig, other: SideloadConfig): number => widthOf(one) - widthOf(other)

const widthOf = (sideload: SideloadConfig): number =>
  sideload.kind === 'belongsTo' ? sideload.foreignKey.length : 0

/** A comparison that is no negation, of a key that counts as null where it leads to a hidden record. */
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
  // A path that leads nowhere has no key, not a null one.
  const there: Condition = { kind: 'scope', scope: owner.adapter().baseScope(owner), through }
  return {
    kind: 'or',
    conditions: [seen, through.length === 0 ? isUnset : { kind: 'and', conditions: [there, isUnset] }],
  }
}
