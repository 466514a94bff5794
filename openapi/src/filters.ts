import { type FilterContract, ownOf, type ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { bothOf } from './guards.js'

/** Whether every request must use a filter. A filter that its guard rejects is not required (rule 3.7). */
export const isNeeded = ({ required, who }: FilterContract): boolean => required && who === true

/** The filters that all of the given resources have. */
export function sharedFilters(resources: readonly ResourceContract[]): ResourceContract['filters'] {
  const [first, ...others] = resources
  if (!first) return {}
  if (others.length === 0) return first.filters
  return Object.fromEntries(
    Object.entries(first.filters).flatMap(([name, filter]) => {
      const same = others.map(({ filters }) => ownOf(filters, name))
      if (!same.every((each) => each?.type === filter.type && each.custom === filter.custom)) return []
      const operators = filter.operators.filter((operator) =>
        same.every((each) => each?.operators.includes(operator)),
      )
      const who = bothOf(filter.who, ...same.flatMap((each) => (each ? [each.who] : [])))
      return operators.length === 0 ? [] : [[name, { ...filter, operators, aliases: [], who }]]
    }),
  )
}
