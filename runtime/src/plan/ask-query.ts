import type { Query } from '../query/query.js'
import type { CompiledResource } from '../resource/compile.js'
import type { GuardAnswers, Guards } from '../resource/guards.js'
import type { PlanOptions } from './plan-options.js'
import { namesOf } from './view/view.js'

/**
 * Asks the guards of the relationships of a resource, and of all resources that they lead to: names in a query may go
 * through any of them. Without such guards nothing is awaited.
 */
export function askRelationships(resource: CompiledResource, guards: Guards): Promise<void> | undefined {
  const { links } = namesOf(resource).reachable
  return links.size > 0 ? guards.settle(links) : undefined
}

/**
 * Asks the guards that the plan of a query looks up, once and in order, before it is made. Those of relationships must
 * have been asked.
 *
 * @returns the guards that were asked, and whether each passes; undefined if one failed
 */
export async function askQuery(
  resource: CompiledResource,
  query: Query,
  options: PlanOptions,
): Promise<GuardAnswers | undefined> {
  const isNamed = query.fields.size > 0 || query.extraFields.size > 0
  const { resources, isGuarded } = namesOf(resource).reachable
  if (!isNamed && !isGuarded) return NONE
  const { askNames } = await import('./ask-names.js')
  return options.guards.ask(askNames({ resource, query, options, reachable: resources }))
}

const NONE: GuardAnswers = new Map()
