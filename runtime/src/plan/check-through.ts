import type { Order } from '../adapter/window.js'
import { BadFilter, BadSort } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { QueryEntry } from '../query/entry.js'
import { writtenName } from '../query/params.js'
import type { PlannedCondition, PlannedFilter } from './plan.js'

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
