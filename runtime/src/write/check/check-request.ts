import { throwCollected, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { Guards } from '../../resource/guards.js'
import { checkActions } from './check-actions.js'
import { askAttributes, type Candidate, checkAttributes } from './check-attributes.js'
import { withFaultMeta } from '../request/fault-meta.js'
import type { Graph } from '../request/graph.js'
import type { WriteNode } from '../request/node.js'
import { validationErrorOf } from '../request/issue-place.js'

/** A write without faults, and the checked attributes of each of its records. */
export interface CheckedRequest {
  readonly graph: Graph
  readonly candidates: ReadonlyMap<WriteNode, Candidate>
}

/**
 * Checks the guards and the attributes of every record of a write, before any query runs.
 *
 * Throws Forbidden alone if a guard refuses. Otherwise throws the faults of the request together with all issues, so
 * that the client sees them all.
 */
export async function checkRequest(
  graph: Graph | undefined,
  faults: readonly JsonapiError[],
  guards: Guards,
): Promise<CheckedRequest> {
  if (graph) await checkActions(graph, guards)
  const all = [...faults]
  const candidates = new Map<WriteNode, Candidate>()
  const wanted = graph?.nodes ?? []
  await guards.ask(askAttributes(wanted))
  for (const node of wanted) {
    if (isFull(all)) break
    candidates.set(node, checkAttributes(node, guards, all))
  }
  if (graph && all.length === 0) return { graph, candidates }
  for (const [node, { issues }] of candidates) {
    if (issues.length > 0 && !isFull(all)) all.push(validationErrorOf(node, issues))
  }
  const nodes = [...candidates.keys()]
  throwCollected(all.map((fault) => withFaultMeta(fault, nodes)))
  throw new Error('A request without primary data must have an error.')
}
