import { InvalidDocument, isFull } from '../../../error/errors.js'
import type { JsonapiError } from '../../../error/jsonapi-error.js'
import type { CompiledResource } from '../../../resource/compile.js'
import { DOCUMENT_LINKAGE } from './document-linkage.js'
import { newDraft, newReading, type ReadingOptions } from '../draft.js'
import { Graph } from '../graph.js'
import { isJsonObject, type JsonObject, pointerTo } from '../../../value/json.js'
import { dataOf, writeDocumentOf, type WriteDocument } from '../read-document.js'
import { readRelationship } from './read-relationships.js'

/** The change that a request makes at a relationship's own address (JSON:API, "Updating Relationships"). */
export type RelationshipChange = 'replace' | 'add' | 'remove'

/** The record, its relationship, and the change. */
export interface RelationshipOptions extends ReadingOptions {
  readonly resource: CompiledResource
  readonly id: string
  readonly relationship: string
  readonly change: RelationshipChange
}

/**
 * Reads the body of a write to a relationship's own address as an update of its record. The linkage replaces the set,
 * is added to it, or is removed from it. Removing a record that is not a member is allowed. Such a request creates and
 * destroys nothing.
 */
export function readRelationshipDocument(document: unknown, options: RelationshipOptions): WriteDocument {
  const { resource, id, relationship, change } = options
  const faults: JsonapiError[] = []
  const data = readLinkage(document, change, faults)
  const reading = newReading(options, undefined, faults)
  if (data === undefined || faults.length > 0) return writeDocumentOf(reading, undefined)
  const identity = { type: resource.type, id, tempId: undefined, lid: undefined }
  const root = newDraft(reading, {
    resource,
    identity,
    method: 'update',
    object: undefined,
    pointer: '',
    via: undefined,
    depth: 0,
  })
  reading.open.push(root)
  // Adding or removing an empty list changes nothing; replacing with one empties the set.
  const how = { replaces: change === 'replace', isLenient: change === 'remove' }
  readRelationship(
    { parent: root, name: relationship, value: { data }, pointer: '', ...how },
    reading,
    DOCUMENT_LINKAGE,
  )
  reading.open.pop()
  return writeDocumentOf(reading, new Graph(root))
}

function readLinkage(document: unknown, change: RelationshipChange, faults: JsonapiError[]): unknown {
  const refuse = (detail: string, pointer: string): void => {
    faults.push(new InvalidDocument({ detail, source: { pointer } }))
  }
  const data = dataOf(document, faults)
  if (data === undefined) return undefined
  if (isJsonObject(document) && Object.hasOwn(document, 'included')) {
    refuse(byTypesAndIds('included'), '/included')
  }
  const members = [data].flat()
  for (const [index, member] of members.entries()) {
    if (isFull(faults)) break
    if (!isJsonObject(member)) continue
    const pointer = Array.isArray(data) ? pointerTo('/data', index) : '/data'
    for (const name of FOREIGN) {
      if (Object.hasOwn(member, name)) refuse(byTypesAndIds(name), pointerTo(pointer, name))
    }
  }
  if (change === 'replace' || !Array.isArray(data)) return data
  const method = change === 'add' ? 'update' : 'disassociate'
  return data.map((member: unknown): unknown => (isJsonObject(member) ? withMethod(member, method) : member))
}

/** Members of a linkage entry that this document does not accept. */
const FOREIGN = ['method', 'temp-id', 'lid', 'attributes', 'relationships'] as const

const byTypesAndIds = (name: string): string =>
  `A relationship can contain only types and ids, not "${name}".`

const withMethod = (member: JsonObject, method: string): JsonObject => ({ ...member, method })
