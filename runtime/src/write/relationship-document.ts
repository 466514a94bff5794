import { InvalidDocument } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { Limits } from '../query/limits.js'
import type { CompiledResource } from '../resource/compile.js'
import { newDraft, newReading } from './draft.js'
import { isJsonObject, type JsonObject, ownMember, pointerTo } from './json.js'
import { readAll, type WriteDocument } from './read-document.js'
import { readRelationship } from './read-relationships.js'

/** What a request does to a relationship at its own address (JSON:API, "Updating Relationships"). */
export type RelationshipChange = 'replace' | 'add' | 'remove'

/** Which relationship of which record, and how it is changed. */
export interface RelationshipOptions {
  readonly resource: CompiledResource
  readonly id: string
  readonly relationship: string
  readonly change: RelationshipChange
  readonly limits: Limits
}

/**
 * Reads the body of a write to a relationship's own address as an update of its record: the linkage replaces the set, is
 * added to it, or is removed from it, where what is not in it is removed already. There, nothing is created or destroyed.
 */
export function readRelationshipDocument(document: unknown, options: RelationshipOptions): WriteDocument {
  const { resource, id, relationship, change, limits } = options
  const faults: JsonapiError[] = []
  const data = readLinkage(document, change, faults)
  const reading = newReading(limits, undefined, faults)
  if (data === undefined || faults.length > 0) return readAll(reading, undefined)
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
  readRelationship(root, relationship, { data }, '', reading)
  // An empty list adds and removes nothing; only to replace with it is to empty the set.
  const how = { replaces: change === 'replace', isLenient: change === 'remove' }
  const read = root.relationships.splice(0).map((one) => ({ ...one, ...how }))
  root.relationships.push(...read)
  return readAll(reading, root)
}

function readLinkage(document: unknown, change: RelationshipChange, faults: JsonapiError[]): unknown {
  const refuse = (detail: string, pointer?: string): undefined => {
    faults.push(new InvalidDocument({ detail, ...(pointer !== undefined && { source: { pointer } }) }))
    return undefined
  }
  if (document === undefined) return refuse('The request has no body.')
  if (!isJsonObject(document)) return refuse('The body is an object with "data".', '')
  const data = ownMember(document, 'data')
  if (data === undefined) return refuse('The body has no "data".', '')
  const members = [data].flat()
  for (const [index, member] of members.entries()) {
    if (!isJsonObject(member)) continue
    const foreign = ['method', 'temp-id', 'lid'].find((name) => Object.hasOwn(member, name))
    const pointer = Array.isArray(data) ? pointerTo('/data', index) : '/data'
    if (foreign === undefined) continue
    const at = pointerTo(pointer, foreign)
    refuse(`A relationship is written by types and ids alone, not by "${foreign}".`, at)
  }
  if (change === 'replace' || !Array.isArray(data)) return data
  const method = change === 'add' ? 'update' : 'disassociate'
  return data.map((member: unknown): unknown => (isJsonObject(member) ? withMethod(member, method) : member))
}

const withMethod = (member: JsonObject, method: string): JsonObject => ({ ...member, method })
