import { writtenResult } from '../controller/render-write.js'
import { InvalidDocument } from '../error/errors.js'
import type { KnownRecords } from '../reader/run.js'
import { idOf } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import type { Part } from '../write/persist/run-together.js'
import type { WriteOutcome } from '../write/persist/run-write.js'
import type { Lids } from './lids.js'
import type { OperationsRequest } from './operations-request.js'
import { planOperation, type PlannedOperation } from './plan-operation.js'
import { inOperation } from './error-place.js'

/**
 * An operation as a part of the single write that a request of operations is.
 *
 * @param tell gets the text of its result
 */
export function partOf(
  planned: PlannedOperation,
  lids: Lids,
  request: OperationsRequest,
  tell: (result: string) => void,
): Part {
  let current = planned
  const place = { index: planned.index, at: planned.target.at }
  return {
    instance: planned.context.jsonapiResource,
    graph: planned.graph,
    write: () =>
      inOperation(place, async () => {
        current = planned.usesLids ? await planOperation(planned, lids, request, planned.context) : planned
        const { context, graph, candidates } = current
        return {
          instance: context.jsonapiResource,
          graph,
          candidates,
          base: () => context.recordScope(),
          context,
        }
      }),
    noteWritten: ({ record }) => {
      if (planned.target.action !== 'create' || !record) return
      const { resource } = planned.graph.root
      const id = idOf(resource, record)
      currentRequest().noteAdded(resource.type, id)
      if (planned.lid !== undefined) lids.ids.set(planned.lid, id)
    },
    finish: async (outcome, known) => tell(await resultOf(current, outcome, known)),
    within: (run) => inOperation(place, () => current.context.wrapContext(run)),
    refuseStore: () => {
      const detail =
        'This record and the record of the first operation are in different stores, and a transaction cannot span both.'
      return new InvalidDocument({ detail })
    },
  }
}

/**
 * The result of an operation that creates or updates is the record; removing a record or changing a relationship has no
 * result.
 */
async function resultOf(
  { target, context }: PlannedOperation,
  outcome: WriteOutcome,
  known: KnownRecords,
): Promise<string> {
  const { action } = target
  return action === 'create' || action === 'update' ? writtenResult(context, outcome, known) : '{}'
}
