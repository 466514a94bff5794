import { currentFrame, currentRequest, inRequest } from '../resource/frame.js'
import { DEFAULT_LIMITS } from '../query/limits.js'
import { compiledOf, type CompiledResource } from '../resource/compile.js'
import type { Resource } from '../resource/operations.js'
import { checkRequest } from '../write/check/check-request.js'
import type { RelatedPayloads, WriteMeta } from '../resource/payload.js'
import type { WriteNode } from '../write/request/node.js'
import { documentOfPayloads } from '../write/request/payload-document.js'
import { readDocument } from '../write/request/read-document.js'
import { nodeOfPayloads } from '../write/request/related-payloads.js'
import { runWrite } from '../write/persist/run-write.js'
import { sessionError } from '../write/persist/session.js'

/**
 * Persists a record and its nested relationships for the application, in a transaction of its own or in the one that is
 * under way: what a request says, as `deserializedParams` has it, or what the application has put together.
 *
 * Throws what a request would be refused for; a ValidationError with what is invalid.
 */
export async function persistAlone(
  instance: Resource,
  meta: WriteMeta,
  attributes: Readonly<Record<string, unknown>>,
  relationships: RelatedPayloads,
  parent: object | undefined,
): Promise<object> {
  return inRequest(async () => {
    const { context } = currentFrame()
    const request = currentRequest()
    const read = rootOf(compiledOf(instance), meta, attributes, relationships)
    const { root, candidates } = await checkRequest(read.root, read.faults, request.guardsOf(context))
    const base = (): unknown => request.baseScopeOf(instance, context)
    const { session, record } = await runWrite({ instance, root, candidates, base, parent })
    if (record) return record
    throw sessionError(session)
  })
}

/** What a request has said keeps its places, so that errors still point into it; its attributes may be others by now. */
function rootOf(
  resource: CompiledResource,
  meta: WriteMeta,
  attributes: Readonly<Record<string, unknown>>,
  relationships: RelatedPayloads,
): ReturnType<typeof readDocument> {
  const node = nodeOfPayloads(relationships)
  const method = meta.method === 'create' ? 'create' : 'update'
  if (node) return { root: withAttributes(node, attributes), faults: [] }
  const { id } = attributes
  const document = documentOfPayloads(meta, attributes, relationships)
  return readDocument(document, {
    resource,
    method,
    id: id === undefined ? undefined : String(id),
    limits: DEFAULT_LIMITS,
  })
}

function withAttributes(
  node: WriteNode,
  { id: _id, ...attributes }: Readonly<Record<string, unknown>>,
): WriteNode {
  return { ...node, attributes: new Map(Object.entries(attributes)), hasContent: true }
}
