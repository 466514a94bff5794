import { currentFrame, currentRequest, inRequest } from '../resource/frame.js'
import { DEFAULT_LIMITS } from '../query/limits.js'
import { byColumns } from '../resource/wire-names.js'
import { compiledOf } from '../resource/compile.js'
import type { Guards } from '../resource/guards.js'
import { askRelationships } from '../plan/view/view.js'
import type { Resource } from '../resource/operations.js'
import { checkRequest } from '../write/check/check-request.js'
import type { RelatedPayloads, WriteMeta } from '../resource/payload.js'
import { Graph } from '../write/request/graph.js'
import { withAttributes } from '../write/request/node.js'
import type { WriteDocument } from '../write/request/read-document.js'
import { readPayloads } from '../write/request/read-payloads.js'
import { nodeOfPayloads } from '../write/request/linkage/related-payloads.js'
import { PendingMeta } from '../write/steps/pending-meta.js'
import { resumeCall } from '../write/steps/run-steps.js'
import { runWrite } from '../write/persist/run-write.js'
import { sessionError } from '../write/session/session.js'

/** The arguments of `persistWithRelationships`. */
export interface PersistCall {
  readonly meta: WriteMeta
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: RelatedPayloads
  readonly parent: object | undefined
}

/** The default of `persistWithRelationships`: continues the write that it is part of, or begins a new one. */
export async function persistWithRelationships(
  instance: Resource,
  call: PersistCall,
): Promise<object | undefined> {
  const pending = PendingMeta.writeOf(call.meta)
  return pending
    ? resumeCall(pending.session, pending, byColumns(pending.node.resource, call.attributes), call.parent)
    : persistAlone(instance, call)
}

/**
 * Persists a record and its nested relationships for the application, in a transaction of its own or in the open one.
 * The payload comes from a request (`deserializedParams`), or the application makes it.
 *
 * Throws the errors of a request; a ValidationError with the issues if something is invalid.
 */
function persistAlone(instance: Resource, call: PersistCall): Promise<object> {
  return inRequest(async () => {
    const { context } = currentFrame()
    const request = currentRequest()
    const guards = request.guardsOf(context)
    await askRelationships(compiledOf(instance), guards)
    const read = readCall(instance, call, guards)
    const { graph, candidates } = await checkRequest(read.graph, read.faults, guards)
    const base = (): unknown => request.baseScopeOf(instance, context)
    const { session, record } = await runWrite({ instance, graph, candidates, base, parent: call.parent })
    if (record) return record
    throw sessionError(session)
  })
}

/**
 * A payload of a request keeps its places, so that errors point into the request; its attributes may have been changed.
 */
function readCall(instance: Resource, call: PersistCall, guards: Guards): WriteDocument {
  const { id, ...attributes } = call.attributes
  const node = nodeOfPayloads(call.relationships)
  if (node) {
    return {
      graph: new Graph(withAttributes(node, new Map(Object.entries(attributes)))),
      faults: [],
    }
  }
  return readPayloads(call, {
    resource: compiledOf(instance),
    method: call.meta.method === 'create' ? 'create' : 'update',
    id: id === undefined ? undefined : String(id),
    limits: DEFAULT_LIMITS,
    guards,
  })
}
