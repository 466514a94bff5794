import { byColumns } from '../../resource/wire-names.js'
import { type CompiledResource, compiledOf } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import { currentRequest } from '../../resource/frame.js'
import { checkActions } from '../check/check-actions.js'
import { noteWrite } from '../check/note-write.js'
import { checkRequest } from '../check/check-request.js'
import { Graph } from '../request/graph.js'
import { bareNode } from '../request/node.js'
import type { WriteDocument } from '../request/read-document.js'
import { runWrite, type WriteOutcome } from './run-write.js'
import { errorObjects, sessionError } from '../session/session.js'
import { type ValidationResponse, validationResponse } from './validation-response.js'
import type { WriteCondition } from '../session/write-condition.js'

/**
 * Creates or updates the primary record of a request with everything below it, in one transaction (specification 4.4).
 *
 * Before any query runs, throws all faults of the request together. Later, throws the errors of missing records, of
 * refusals of the store and of conflicting writers, and PreconditionFailed.
 */
export async function writeDocument(
  instance: Resource,
  document: WriteDocument,
  base: () => unknown,
  context: object,
  condition?: WriteCondition,
): Promise<WriteResult> {
  const guards = currentRequest().guardsOf(context)
  const { graph, candidates } = await checkRequest(document.graph, document.faults, guards)
  noteWrite(graph, context)
  const outcome = await runWrite({ instance, graph, candidates, base, context, condition })
  const { root } = graph
  const { session, record } = outcome
  const object =
    record ??
    session.of(root).existing ??
    byColumns(root.resource, Object.fromEntries(candidates.get(root)?.values ?? []))
  return { response: validationResponse(object, errorObjects(session)), outcome }
}

/** The response of a write, and what was written. */
export interface WriteResult {
  readonly response: ValidationResponse
  readonly outcome: WriteOutcome
}

/**
 * Destroys a record by its id in a transaction (rule 11.8), and returns it as it was.
 *
 * Throws RecordNotFound; a ValidationError if the application refuses; Conflict if other records need it.
 */
export async function destroyRecord(
  instance: Resource,
  id: string,
  base: () => unknown,
  context: object,
  condition?: WriteCondition,
): Promise<object> {
  const graph = graphToDestroy(compiledOf(instance), id)
  await checkActions(graph, currentRequest().guardsOf(context))
  const write = { instance, graph, candidates: new Map(), base, context, condition }
  const { session, record } = await runWrite(write)
  if (record) return record
  throw sessionError(session)
}

/** The write that destroys a record by its id. */
export function graphToDestroy(resource: CompiledResource, id: string): Graph {
  const place = { pointer: undefined, object: undefined, via: undefined }
  return new Graph(bareNode({ resource, id, place }, 'destroy'))
}
