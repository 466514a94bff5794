import type { Run } from './run.js'
import { tooManyLinkages } from './bounded.js'
import { assignCustom, assignedIn } from './assign-custom.js'
import type { CustomSideload } from '../declare/sideload.js'
import { fetchRelated, type Loading } from './fetch.js'

/**
 * Loads a sideload whose scope and assign functions the application defines (specification 2.5). Returns the assigned
 * children.
 */
export async function loadCustom(loading: Loading<CustomSideload>, run: Run): Promise<readonly object[]> {
  const { sideload, node, parents, owner } = loading
  const children = await fetchRelated(loading, { keyAttributes: [], parentsOf: undefined }, run)
  await assignCustom(sideload, parents, children, owner)
  const members = parents.flatMap((parent) => assignedIn(sideload, parent))
  const { budget } = run.request
  if (!budget.spend('linkages', members.length)) throw tooManyLinkages(node, budget)
  const assigned = new Set(members)
  return children.filter((child) => assigned.has(child))
}
