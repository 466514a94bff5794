import { comparesBy, type Operator } from '../vocabulary/operators.js'
import type { Order } from '../adapter/window.js'
import { BadFilter, BadSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { QueryEntry } from '../query/entry.js'
import { writtenName } from '../query/params.js'
import type { PlannedCondition, PlannedFilter } from './plan.js'

/**
 * Counts the strings that one operator of a filter searches for; returns false if the total of the request is now too
 * long.
 */
export type TakePatterns = (operator: Operator, value: unknown, parameter: string) => boolean

/**
 * Counts the characters that a request searches for by prefix, suffix and contains (rule 17.3). A store may compare
 * each of them with each character of each stored text.
 */
export function patternsUpTo(limit: number): TakePatterns {
  // A polymorphic sideload plans the same parameter for each of its resources.
  const counted = new Set<string>()
  let characters = 0
  return (operator, value, parameter) => {
    if (comparesBy(operator) !== 'pattern' || counted.has(parameter)) return true
    counted.add(parameter)
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const text of texts) if (typeof text === 'string') characters += text.length
    return characters <= limit
  }
}

/** Filters through relationships to many that read all of their records, in one request. */
export const MOST_SEARCHES = 2

/** Counts a filter that reads all related records for each record; returns false if the request has too many of them. */
export type TakeSearch = (parameter: string) => boolean

/** Counts the searches of one request (rule 17.2): each takes time by the number of records and of related records. */
export function searchesUpTo(limit: number): TakeSearch {
  // A polymorphic sideload plans the same parameter for each of its resources.
  const counted = new Set<string>()
  return (parameter) => counted.add(parameter).size <= limit
}

/** The filters and sort of one node. */
interface Narrowing {
  readonly filters: readonly PlannedFilter[]
  readonly order: readonly Order[]
}

/**
 * Refuses a node whose filters and sort together go through more relationships than the limit (rule 17.2). Each
 * relationship is a join, and with about sixty joins stores give up or take minutes.
 */
export function checkThrough(
  entry: QueryEntry,
  { filters, order }: Narrowing,
  limit: number,
  faults: JsonapiError[],
): void {
  const sorted = order.reduce((sum, { through }) => sum + through.length, 0)
  const filtered = filters.reduce(
    (sum, filter) => sum + (filter.kind === 'adapter' ? relationsOf(filter.condition) : 0),
    0,
  )
  if (sorted + filtered <= limit) return
  const detail = `Filters and sorts can go through at most ${limit} relationships in total.`
  if (sorted > filtered) {
    const [first] = entry.sort
    faults.push(new BadSort({ detail, source: { parameter: first?.parameter ?? 'sort' } }))
  } else {
    const [first] = entry.filter.values()
    const parameter = first ? writtenName(first.parameter, first.value) : 'filter'
    faults.push(new BadFilter({ detail, source: { parameter } }))
  }
}

function relationsOf(condition: PlannedCondition): number {
  switch (condition.kind) {
    case 'compare':
    case 'among':
      return condition.through.length
    case 'custom':
      return 0
    case 'not':
      return relationsOf(condition.condition)
    case 'and':
    case 'or':
      return condition.conditions.reduce((sum, member) => sum + relationsOf(member), 0)
  }
}
