import type { Resource } from '../resource/operations.js'
import type { RelatedPayloads, WriteMeta } from '../resource/payload.js'
import { pendingWrite } from '../write/persist/persist-through.js'
import { persistNode } from '../write/persist/persist-record.js'
import { persistAlone } from './persist.js'

/** What `persistWithRelationships` does unless it is overridden: goes on with the write that it is part of, or begins one. */
export async function persistWithRelationships(
  resource: Resource,
  meta: WriteMeta,
  attributes: Readonly<Record<string, unknown>>,
  relationships: RelatedPayloads,
  parent: object | undefined,
): Promise<object | undefined> {
  const pending = pendingWrite(meta)
  return pending
    ? persistNode(pending.session, pending.node, attributes, parent)
    : persistAlone(resource, meta, attributes, relationships, parent)
}
