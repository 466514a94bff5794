import type { RelatedPayload, RelatedPayloads, WriteMeta } from '../../resource/payload.js'

/** A write that an application has put together, as the document that a request would have said it with. */
export function documentOfPayloads(
  meta: WriteMeta,
  attributes: Readonly<Record<string, unknown>>,
  relationships: RelatedPayloads,
): object {
  const included: object[] = []
  const data = resourceObject(meta, attributes, relationships, included)
  return { data, included }
}

function resourceObject(
  { type, tempId }: WriteMeta,
  { id, ...attributes }: Readonly<Record<string, unknown>>,
  relationships: RelatedPayloads,
  included: object[],
): object {
  const linked = Object.entries(relationships).map(([name, related]): [string, object] => {
    const data = isList(related)
      ? related.map((one) => linkage(one, included))
      : related && linkage(related, included)
    return [name, { data }]
  })
  return {
    type,
    ...(id !== undefined && { id: String(id) }),
    ...(tempId !== undefined && { 'temp-id': tempId }),
    attributes,
    relationships: Object.fromEntries(linked),
  }
}

/** A record without an id is found by a local one; `associate` is what no method means. */
function linkage({ meta, attributes, relationships }: RelatedPayload, included: object[]): object {
  const { id } = attributes
  const lid = `${included.length}`
  const identity = { type: meta.type, ...(id === undefined ? { lid } : { id: String(id) }) }
  const at = included.push({}) - 1
  const object = resourceObject(meta, attributes, relationships, included)
  included[at] = { ...object, ...identity }
  return { ...identity, ...(meta.method !== 'associate' && { method: meta.method }) }
}

const isList = (related: RelatedPayloads[string]): related is readonly RelatedPayload[] =>
  Array.isArray(related)
