import { ownOf } from '../../base/own.js'
import type { ResourceContract } from './contract.js'

/** Lists of names: one name of each list must be given. */
type Demands = readonly (readonly string[])[]

/** The ways to meet a requirement: each is a list of names to provide together. */
export type Ways = readonly (readonly string[])[]

/**
 * The members that a create request must set in addition to those that are always required (`requiredAnyOf`), as alternatives:
 * one whole alternative from each list. The shortest come first. No name is in two lists. A member that a guard may
 * close is never required, and names that `has` rejects cannot be set.
 *
 * "Partner or seat, and program or seat" means the seat, or the partner and the program.
 */
export function waysToGive(
  { relationships, requiredAnyOf = [] }: Pick<ResourceContract, 'relationships' | 'requiredAnyOf'>,
  has: (name: string) => boolean,
): readonly Ways[] {
  const isOpen = (name: string): boolean => (ownOf(relationships, name)?.write ?? true) === true
  const demands = requiredAnyOf.filter((demand) => demand.every(isOpen)).map((demand) => demand.filter(has))
  return waysThrough(demands.filter(({ length }) => length > 0))
}

/** The ways to provide at least one member of each list. Lists that share a name are combined. */
export function waysThrough(demands: Demands): readonly Ways[] {
  return connected(demands).map(waysThroughAll)
}

/** The lists of names that do not contain another list, shortest first. */
export function smallest(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const kept: (readonly string[])[] = []
  for (const list of lists.toSorted(byLength)) {
    if (!kept.some((other) => other.every((name) => list.includes(name)))) kept.push(list)
  }
  return kept
}

const byLength = (one: readonly string[], other: readonly string[]): number =>
  one.length - other.length || (one.join() < other.join() ? -1 : 1)

/** Demands in groups: those with a name in common are in one. */
function connected(demands: Demands): readonly Demands[] {
  let groups: readonly Demands[] = []
  for (const demand of demands) {
    const touches = (group: Demands): boolean => group.flat().some((name) => demand.includes(name))
    const apart = groups.filter((group) => !touches(group))
    groups = [...apart, [...groups.filter(touches).flat(), demand]]
  }
  return groups
}

/** The ways that give one of each demand, and no optional member. */
function waysThroughAll(demands: Demands): Ways {
  let ways: Ways = [[]]
  for (const demand of demands) {
    ways = smallest(
      ways.flatMap((way) =>
        way.some((name) => demand.includes(name)) ? [way] : demand.map((name) => [...way, name].toSorted()),
      ),
    )
  }
  return ways
}
