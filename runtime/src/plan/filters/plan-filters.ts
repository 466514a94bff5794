import { findsRelated } from '../../facts/implied.js'
import { BadFilter, InvalidFilterValue, RequiredFilter } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { didYouMean } from '../../vocabulary/nearest.js'
import { type GroupKind, isGroup, type QueryEntry } from '../../query/entry.js'
import type { Limits } from '../../query/limits.js'
import { isOperator } from '../../vocabulary/operators.js'
import { withArticle } from '../../vocabulary/values/type.js'
import { nameBelow, parameterName, type ParamMap, type ParamNode, writtenName } from '../../query/params.js'
import type { Guards } from '../../resource/guards.js'
import type { DefaultFilterConfig } from '../../declare/config.js'
import type { FilterTarget } from './filter-target.js'
import { conditionValue, customValue, keyValue } from './plan-filter-value.js'
import type { View } from '../view/view.js'
import { MOST_SEARCHES, type TakePatterns, type TakeSearch } from '../plan-limits.js'
import type { PlannedCondition, PlannedFilter } from '../plan.js'
import type { PlanOptions } from '../plan-options.js'
import type { Comparison } from '../../adapter/condition.js'
import { relationOfGroup } from '../../resource/relations.js'
import { decodeKey, type Key, respelledKey } from '../../value/key.js'

/** Whether the required filters of an include path apply. */
export const requiresFilters = (path: string, { single, filter }: PlanOptions): boolean =>
  path !== '' || (!single && filter !== false)

/** The input for planning the filters of one node. */
export interface FilterPlanning {
  readonly view: View
  /** For the log of refusals. */
  readonly guards: Guards
  readonly limits: Limits
  /** Counts for the whole request. */
  readonly takePatterns: TakePatterns
  /** Counts for the whole request. */
  readonly takeSearch: TakeSearch
  readonly faults: JsonapiError[]
  /** The path of the node's parameter in errors: `filter`, or `filter[comments]`. */
  readonly parameter: readonly string[]
  /** Whether required filters are required here; not for a record that is read by its id. */
  readonly required: boolean
}

/** The filters of one node. */
export interface FilterPlan {
  readonly defaultFilters: readonly DefaultFilterConfig[]
  readonly filters: readonly PlannedFilter[]
  readonly matchesNothing: boolean
}

/** Checks the filters of one node (rules 3.1 to 3.7). Errors are collected instead of thrown. */
export function planFilters(entry: QueryEntry, planning: FilterPlanning): FilterPlan {
  const used = new Set<string>()
  const filters: PlannedFilter[] = []
  let matchesNothing = false
  for (const [name, { parameter, value }] of entry.filter) {
    for (const condition of planNamed(name, value, parameter, planning, used)) {
      matchesNothing ||= isNothing(condition)
      filters.push(condition.kind === 'custom' ? condition : { kind: 'adapter', condition })
    }
  }
  const { config } = planning.view.names.resource
  if (planning.required) requireFilters(used, planning)
  const replaced = (name: string): boolean =>
    [...used].some((filter) => config.filters.get(filter)?.aliases.includes(name))
  return {
    defaultFilters: [...config.defaultFilters.values()].filter(({ name }) => !replaced(name)),
    filters,
    matchesNothing,
  }
}

/** The conditions of one member of `filter`: a group, or each operator of one filter. */
function planNamed(
  name: string,
  node: ParamNode,
  parameter: string,
  planning: FilterPlanning,
  used: Set<string>,
): readonly PlannedCondition[] {
  const { view } = planning
  const { resource } = view.names
  if (isGroup(name) && !resource.filters.has(name)) return planGroup(name, node, parameter, planning)
  const found = view.filter(name)
  if (!found) {
    planning.faults.push(unknownFilter(name, writtenName(parameter, node), planning))
    return []
  }
  const { config: filter, target, operators: allowed } = found
  const { through, column, type, isId, key, stored } = target
  const conditions: PlannedCondition[] = []
  for (const [operator, value, where] of comparisonsOf(node, parameter)) {
    used.add(filter.name)
    if (!isOperator(operator) || !allowed.includes(operator)) {
      const detail = `The filter "${filter.name}" does not support the operator "${operator}". It supports ${allowed.join(', ')}.`
      planning.faults.push(new BadFilter({ detail, source: { parameter: where } }))
      continue
    }
    const searched = filter.filter ? undefined : searchedIn(target)
    if (searched !== undefined && !planning.takeSearch(where)) {
      const detail = `A request can have at most ${MOST_SEARCHES} filters through to-many relationships without an index, such as "${searched}": each of them reads all related records of every record.`
      planning.faults.push(new BadFilter({ detail, source: { parameter: where } }))
      continue
    }
    const refuse = (detail: string): void => {
      planning.faults.push(new InvalidFilterValue({ detail, source: { parameter: where } }))
    }
    const custom = filter.filter
    const coerced = custom
      ? customValue(value, type, planning.limits, isId)
      : key
        ? keyValue(value, type, planning.limits)
        : conditionValue(value, type, planning.limits, isId)
    if (!coerced.ok) refuse(`The filter "${filter.name}" does not accept this value: ${coerced.reason}.`)
    else if (!planning.takePatterns(operator, coerced.value, where)) {
      const { patternLength } = planning.limits
      refuse(`The search terms have more than ${patternLength} characters in total.`)
    } else if (coerced.kind === 'compared' && key) {
      const ofKey = keyCondition(key, { name: filter.name, through, operator, value: coerced.value })
      if (!ofKey.ok) {
        const spelled = respelledKey(key, ofKey.text)
        const reason =
          spelled === undefined ? 'is not an id' : `must be written as ${JSON.stringify(spelled)}`
        refuse(
          `The filter "${filter.name}" does not accept this value: ${JSON.stringify(ofKey.text)} ${reason}.`,
        )
      } else conditions.push(ofKey.condition)
    } else if (coerced.kind === 'compared') {
      const misfit = stored && [coerced.value].flat().find((one) => one !== null && !stored.takes(one))
      if (stored && misfit !== undefined) {
        // A column that pads its strings, or takes no text at all, has no trailing spaces.
        const short = typeof misfit === 'string' ? misfit.trimEnd() : misfit
        const isSpelled = short !== misfit && stored.takes(short)
        const reason = isSpelled
          ? `must be written as ${shownValue(short)}`
          : `is not ${withArticle(stored.name)}`
        refuse(`The filter "${filter.name}" does not accept this value: ${shownValue(misfit)} ${reason}.`)
        continue
      }
      const compared = { name: filter.name, through, column, operator, value: coerced.value, type }
      conditions.push({ kind: 'compare', ...compared })
    } else if (custom) {
      const isEmpty = type.list && isEmptyList(coerced.value)
      const given = operator === 'eq' ? coerced.value : { [operator]: coerced.value }
      const of = { name: filter.name, parameter: where, handler: custom }
      const called = { kind: 'custom', ...of, value: given, isEmpty } as const
      conditions.push(isEmpty && resource.facts().can.filterByGroups ? NOTHING : called)
    }
  }
  return conditions
}

/** The relationship to many of a filter's path whose records the store does not find without reading all of them. */
function searchedIn({ through, relationships }: FilterTarget): string | undefined {
  const path = relationships.slice(0, through.length)
  return path.find((relationship) => {
    const relation = relationship.many ? relationOfGroup(relationship, '') : undefined
    return relation?.link !== undefined && !findsRelated(relation)
  })?.name
}

const shownValue = (value: unknown): string =>
  value instanceof Uint8Array ? 'a number of bytes' : JSON.stringify(String(value).slice(0, 60))

/** `filter[or][0][title]=…`: members of `and` and `or` are numbered, `not` has one member without a number. */
function planGroup(
  kind: GroupKind,
  node: ParamNode,
  parameter: string,
  planning: FilterPlanning,
): readonly PlannedCondition[] {
  const members = groupMembers(kind, node, parameter)
  const refused = (detail: string): readonly PlannedCondition[] => {
    const source = { parameter: writtenName(parameter, node) }
    planning.faults.push(new BadFilter({ detail, source }))
    return []
  }
  if (!members) {
    return refused(`"${parameter}" must contain filters: ${parameter}${kind === 'not' ? '' : '[0]'}[name].`)
  }
  const { resource } = planning.view.names
  if (!resource.facts().can.filterByGroups) {
    return refused(`The resource "${resource.type}" does not support groups of filters.`)
  }
  // A filter inside a group limits only some rows: it satisfies no required filter and replaces no default filter.
  const inGroup = new Set<string>()
  const conditions: PlannedCondition[] = []
  for (const [member, where] of members) {
    const inner: PlannedCondition[] = []
    for (const [name, value] of member.entries) {
      inner.push(...planNamed(name, value, `${where}[${name}]`, planning, inGroup))
    }
    conditions.push({ kind: 'and', conditions: inner })
  }
  const [only] = conditions
  if (kind !== 'not') return [{ kind, conditions }]
  return only ? [{ kind: 'not', condition: only }] : []
}

/** `filter[views]=10` is `eq`; `filter[views][gt]=10&filter[views][lt]=20` has several, and all must hold. */
export function comparisonsOf(
  node: ParamNode,
  parameter: string,
): readonly (readonly [string, ParamNode, string])[] {
  const operators = node.kind === 'map' ? [...node.entries] : [['eq', node] as const]
  return operators.map(([operator, value]) => {
    const name = node.kind === 'map' ? nameBelow(parameter, operator, value) : parameter
    return [operator, value, writtenName(name, value)]
  })
}

/** An unknown filter and a refused one get the same error, and a refused one is never suggested (rule 3.1). */
function unknownFilter(name: string, parameter: string, { view, guards }: FilterPlanning): BadFilter {
  const allowed = view.filters().flatMap(({ config }) => [...config.aliases])
  const fault = new BadFilter({
    detail: `The filter "${name}" is not allowed.${didYouMean(name, allowed)}`,
    source: { parameter },
  })
  return guards.unknown(fault, view.names.filter(name)?.rules.flat() ?? [])
}

/**
 * A required filter whose guard refuses is not required, because the request cannot use it, and naming it would reveal
 * that it exists (rules 3.1, 3.7).
 */
function requireFilters(used: ReadonlySet<string>, planning: FilterPlanning): void {
  const { view, parameter, faults } = planning
  const { resource } = view.names
  const missing: string[] = []
  for (const { name, required } of resource.config.filters.values()) {
    if (required && !used.has(name) && view.filter(name)) missing.push(name)
  }
  const [first] = missing
  if (first === undefined) return
  const names = missing.map((name) => `"${name}"`).join(', ')
  const detail = `The resource "${resource.type}" requires ${missing.length === 1 ? 'the filter' : 'the filters'} ${names}.`
  const source = { parameter: parameterName([...parameter, first]) }
  faults.push(new RequiredFilter({ detail, source, meta: { filters: missing } }))
}

/** Whether the condition matches no row, because of an empty list (rule 3.3). */
function isNothing(condition: PlannedCondition): boolean {
  switch (condition.kind) {
    case 'compare':
      return isEmptyList(condition.value) && !condition.operator.startsWith('not_')
    case 'among':
      return condition.keys.length === 0
    case 'custom':
      return condition.isEmpty
    case 'and':
      return condition.conditions.some(isNothing)
    case 'or':
      return condition.conditions.every(isNothing)
    case 'not':
      return false
  }
}

/** Matches no row: the meaning of an empty list, also for custom filters (rule 3.3). */
const NOTHING: PlannedCondition = Object.freeze({ kind: 'or', conditions: [] })

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

/** A condition on a composite id, or the value that is not an id. */
type KeyCondition =
  | { readonly ok: true; readonly condition: PlannedCondition }
  | { readonly ok: false; readonly text: string }

/** The condition of a filter by a composite id: the columns have the values of one of the ids (rule 22.2). */
function keyCondition(
  key: Key,
  { name, through, operator, value }: Pick<Comparison, 'name' | 'through' | 'operator' | 'value'>,
): KeyCondition {
  const keys = []
  for (const id of [value].flat()) {
    const decoded = decodeKey(key, String(id))
    if (!decoded.ok) return { ok: false, text: String(id) }
    keys.push(decoded.value)
  }
  const columns = key.map((column) => column.name)
  const types = key.map((column) => column.type)
  const among = { kind: 'among', name, through, columns, types, keys } as const
  return { ok: true, condition: operator === 'not_eq' ? { kind: 'not', condition: among } : among }
}

/**
 * The members of a group, with their names: the members of `and` and `or` are numbered, `not` has one member without a
 * number. Undefined if the group has a different form, or if a member is empty.
 */
export function groupMembers(
  kind: GroupKind,
  node: ParamNode,
  parameter: string,
): readonly (readonly [ParamMap, string])[] | undefined {
  if (kind === 'not') return isMember(node) ? [[node, parameter]] : undefined
  const members = node.kind === 'map' ? [...node.entries] : literalMembers(node)
  if (!members || members.length === 0) return undefined
  const maps: (readonly [ParamMap, string])[] = []
  for (const [index, member] of members) {
    if (!/^\d{1,3}$/.test(index) || !isMember(member)) return undefined
    maps.push([member, `${parameter}[${index}]`])
  }
  return maps
}

const isMember = (node: ParamNode): node is ParamMap => node.kind === 'map' && node.entries.size > 0

/** In process, the members of a group are an array. */
function literalMembers(node: ParamNode): readonly (readonly [string, ParamNode])[] | undefined {
  if (node.kind !== 'literal' || !Array.isArray(node.value)) return undefined
  return node.value.map((member: unknown, index): readonly [string, ParamNode] => [
    String(index),
    literalNode(member),
  ])
}

function literalNode(value: unknown): ParamNode {
  const isObject =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  if (!isObject) return { kind: 'literal', value }
  return {
    kind: 'map',
    entries: new Map(Object.entries(value).map(([name, member]) => [name, literalNode(member)])),
  }
}
