import type { Context } from '../controller/context.js'
import { throwCollected, InvalidDocument, isFull } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { ATOMIC, ATOMIC_MEDIA_TYPE } from './extension.js'
import { type Lids, lidsOf } from './lids.js'
import type { OperationsRequest } from './operations-request.js'
import { planOperation, type PlannedOperation } from './plan-operation.js'
import { operationsIn } from './read-operations.js'
import { writeOperations } from './write-operations.js'
import { ofOperation } from './error-place.js'
import type { Limits } from '../query/limits.js'
import type { Graph } from '../write/request/graph.js'

/**
 * Answers a request for operations (Atomic Operations; rule 16.6): they run in order in one transaction, and each sees
 * the writes of those before it. The results are in the same order.
 *
 * Throws the faults in the form of all operations at once, before any query runs; afterwards the error of the first
 * operation that fails. Then nothing is written.
 */
export async function answerOperations(request: OperationsRequest): Promise<Response> {
  const values = operationsIn(request.body, request.limits)
  const lids: Lids = lidsOf(values)
  const planned = await planAll(values, lids, request)
  const act = async (): Promise<Response> => {
    const results = await writeOperations({ planned, lids, request })
    const text = `{"jsonapi":{"version":"1.1","ext":["${ATOMIC}"]},"atomic:results":[${results.join()}]}`
    return new Response(text, { headers: { 'content-type': ATOMIC_MEDIA_TYPE, vary: 'Accept' } })
  }
  const [first] = planned
  if (!request.once || !first) return act()
  const contextOf = (type: string, id: string): Context =>
    request.contextOf({ type, id, action: 'show', relationship: '' }, undefined)
  const { context, graph } = first
  return request.once({ context, resource: graph.root.resource, contextOf }, act)
}

async function planAll(
  values: readonly unknown[],
  lids: Lids,
  request: OperationsRequest,
): Promise<readonly PlannedOperation[]> {
  const faults: JsonapiError[] = []
  const planned: PlannedOperation[] = []
  const counts: Counts = { records: 0, links: 0 }
  for (const [index, value] of values.entries()) {
    if (isFull(faults)) break
    try {
      const operation = await planOperation({ value, index }, lids, request)
      countOperation(counts, operation.graph, request.limits)
      planned.push(operation)
    } catch (error) {
      const fault = ofOperation(error, { index })
      if (!fault) throw error
      faults.push(fault)
    }
  }
  throwCollected(faults)
  return planned
}

/** How much the operations of one request write and link, in total (rule 17.1). */
interface Counts {
  records: number
  links: number
}

/** Adds the writes of an operation. Throws InvalidDocument as soon as a limit of the request is exceeded. */
function countOperation(
  counts: Counts,
  { nodes, writtenRecords }: Graph,
  { writeRecords, links }: Pick<Limits, 'writeRecords' | 'links'>,
): void {
  counts.records += writtenRecords
  counts.links += nodes
    .flatMap(({ relationships }) => relationships)
    .reduce((sum, { references }) => sum + references.length, 0)
  if (counts.records > writeRecords) {
    throw new InvalidDocument({ detail: `A request can write at most ${writeRecords} records.` })
  }
  if (counts.links > links) {
    throw new InvalidDocument({ detail: `A request can list at most ${links} records in its relationships.` })
  }
}
