import type { Run } from './run.js'
import { assignCustom, assignedIn } from './assign-custom.js'
import type { CustomSideload } from '../declare/sideload.js'
import { fetchRelated, type Loading } from './fetch.js'

/** Loads a sideload whose scope and assign are the application's (specification 2.5). Returns the children assigned. */
export async function loadCustom(loading: Loading<CustomSideload>, run: Run): Promise<readonly object[]> {
  const { sideload, parents, owner } = loading
  const children = await fetchRelated(loading, { keyAttributes: [], parentsOf: undefined }, run)
  await assignCustom(sideload, parents, children, owner)
  const assigned = new Set(parents.flatMap((parent) => assignedIn(sideload, parent)))
  return children.filter((child) => assigned.has(child))
}
