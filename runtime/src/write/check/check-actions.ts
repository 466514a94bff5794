import { throwCollected } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { namesOf } from '../../plan/view/view.js'
import type { Guards } from '../../resource/guards.js'
import { withFaultMeta } from '../request/fault-meta.js'
import type { Graph } from '../request/graph.js'

/**
 * Asks the guards of `create`, `update` and `destroy` about every record of a write (rule 14.11), however the request
 * reaches the record. No query has run before.
 *
 * Throws Forbidden, which points at the first record of each kind.
 */
export async function checkActions(graph: Graph, guards: Guards): Promise<void> {
  const asked = new Set<string>()
  const faults: JsonapiError[] = []
  for (const { resource, action, pointer } of graph.actions) {
    const key = `${action} ${resource.type}`
    if (asked.has(key)) continue
    asked.add(key)
    const rule = namesOf(resource).action(action)
    const detail = `This request is not allowed to ${action} records of type "${resource.type}".`
    const fault = await guards.refusal(rule, detail, pointer)
    if (fault) faults.push(fault)
  }
  if (faults.length === 0) return
  throwCollected(faults.map((fault) => withFaultMeta(fault, graph.nodes)))
}
