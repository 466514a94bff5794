import { conditionOfScope } from './condition-of-scope.js'
import type { Condition } from '../../adapter/condition.js'
import { isDefault } from '../../adapter/default-operations.js'
import { callHandler } from '../../declare/handler.js'
import { type KnownRelation, scopeOf } from '../../resource/relations.js'
import { currentRequest } from '../../resource/frame.js'
import { hasReadPolicy } from '../../resource/compile.js'
import { policyConditions } from './policies.js'
import { storedComparisons } from '../../plan/filters/default-filters.js'

/** Whether a relationship may lead to hidden records: hidden by a default filter, by its base, or by a policy. */
export function mayHide(relation: KnownRelation): boolean {
  const { target } = relation
  const isBaseOpen = scopeOf(relation) === undefined && isDefault(target.instance.baseScope)
  return !isBaseOpen || target.config.defaultFilters.size > 0 || hasReadPolicy(target)
}

/** The base of a relationship's records: its own, or the base of the related resource (specification 2.5). */
export function baseOf(relation: KnownRelation, context: object | undefined): unknown {
  const scope = scopeOf(relation)
  return scope === undefined
    ? currentRequest().baseScopeOf(relation.target.instance, context)
    : callHandler(relation.owner.instance, scope, [context])
}

/**
 * The conditions for seeing the record at the end of a path (rule 22.3), as conditions on the record at its beginning.
 * They are the read policy and every default filter of its resource, and the base of the last relationship. Computed
 * once in a request. Throws an Error if the base has more than a condition.
 */
export async function visibleAt(
  relation: KnownRelation,
  through: readonly string[],
  context: object | undefined,
): Promise<readonly Condition[]> {
  if (!mayHide(relation)) return []
  const about = scopeOf(relation) === undefined ? relation.target.resourceClass : relation
  const conditions = await currentRequest().visibleOnce(about, context, () => conditionsOf(relation, context))
  return conditions.map((condition) => placed(condition, through))
}

async function conditionsOf(
  relation: KnownRelation,
  context: object | undefined,
): Promise<readonly Condition[]> {
  const { target } = relation
  const { instance } = target
  const adapter = target.adapter()
  const conditions: Condition[] = [...(await policyConditions(target, 'read', context))]
  if (scopeOf(relation) !== undefined || !isDefault(instance.baseScope)) {
    conditions.push(conditionOfScope(await baseOf(relation, context), target))
  }
  for (const defaultFilter of target.config.defaultFilters.values()) {
    currentRequest().watch.explain?.defaultFilter(target, defaultFilter)
    if (typeof defaultFilter.filter === 'object') {
      conditions.push(...storedComparisons(target, defaultFilter))
    } else {
      const scope = await callHandler(instance, defaultFilter.filter, [adapter.all(target), context])
      conditions.push(conditionOfScope(scope, target))
    }
  }
  return conditions
}

/** Moves a condition on the record at the end of a path to the beginning of the path. */
function placed(condition: Condition, through: readonly string[]): Condition {
  switch (condition.kind) {
    case 'compare':
    case 'among':
    case 'some':
    case 'scope':
      return { ...condition, through: [...through, ...(condition.through ?? [])] }
    case 'not':
      return { kind: 'not', condition: placed(condition.condition, through) }
    case 'and':
    case 'or':
      return {
        kind: condition.kind,
        conditions: condition.conditions.map((member) => placed(member, through)),
      }
  }
}
