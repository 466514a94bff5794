import type { RelatedPayload, RelatedPayloads } from '../../../resource/payload.js'
import type { WriteNode, WriteReference } from '../node.js'

const payloads = new WeakMap<WriteNode, RelatedPayloads>()
const nodes = new WeakMap<RelatedPayloads, WriteNode>()

const NO_PAYLOADS: RelatedPayloads = Object.freeze({})

/**
 * The relatives of a record, as `deserializedParams` shows them (rule 11.1); a record that is named twice appears
 * twice.
 */
export function relatedPayloads(node: WriteNode): RelatedPayloads {
  const known = payloads.get(node)
  if (known) return known
  // A record may be unlinked from itself.
  payloads.set(node, NO_PAYLOADS)
  const created = createPayloads(node)
  payloads.set(node, created)
  nodes.set(created, node)
  return created
}

/** The record that has these relatives; undefined for relatives that an application has built itself. */
export function nodeOfPayloads(relationships: RelatedPayloads): WriteNode | undefined {
  return nodes.get(relationships)
}

function createPayloads(node: WriteNode): RelatedPayloads {
  const entries = node.relationships.map(({ declared, references }): [string, RelatedPayloads[string]] => {
    const related = references.map((reference) => relatedPayload(reference))
    return [declared.name, declared.many ? related : (related[0] ?? null)]
  })
  return Object.freeze(Object.fromEntries(entries))
}

/** The attributes of a record with its id, if it has one (rule 11.1). */
export function attributesWithId({ id, attributes }: WriteNode): Readonly<Record<string, unknown>> {
  return Object.freeze({ ...Object.fromEntries(attributes), ...(id !== undefined && { id }) })
}

function relatedPayload({ node, method, isInverse }: WriteReference): RelatedPayload {
  return Object.freeze({
    meta: Object.freeze({ type: node.resource.type, tempId: node.tempId, method }),
    attributes: attributesWithId(node),
    relationships: isInverse ? {} : relatedPayloads(node),
  })
}
