import { InvalidDocument } from '../../../error/errors.js'
import type { JsonapiError } from '../../../error/jsonapi-error.js'
import { WRITE_METHODS, type WriteMethod } from '../../../resource/payload.js'
import { isJsonObject, type JsonObject, ownMember, pointerTo } from '../../../value/json.js'
import { findDraft, type Reading } from '../draft.js'
import { readIdentity, mergedIdentity } from '../identity.js'
import { type LinkageEntry, type LinkagePlace, type LinkageSource, targetOf } from './linkage-entry.js'

/** Reads the relationships of a document: relationship objects, whose records are in `included`. */
export const DOCUMENT_LINKAGE: LinkageSource = {
  dataOf: (value, name) => {
    if (!isJsonObject(value)) {
      return { refusal: `The relationship "${name}" must be an object with the member "data".` }
    }
    const data = ownMember(value, 'data')
    return data === undefined ? { refusal: `The relationship "${name}" has no "data".` } : { data }
  },
  hasMethod: (member) => isJsonObject(member) && ownMember(member, 'method') !== undefined,
  entryOf: readEntry,
}

function readEntry(member: unknown, place: LinkagePlace, reading: Reading): LinkageEntry | undefined {
  const { faults, included, used } = reading
  const { relationship, pointer } = place
  if (!isJsonObject(member)) {
    const detail = 'A linkage entry must be an object with a type and an id.'
    faults.push(new InvalidDocument({ detail, source: { pointer } }))
    return undefined
  }
  const before = faults.length
  const named = readIdentity(member, pointer, faults, reading.strict)
  const given = givenMethod(member, pointer, faults)
  const target = named && targetOf(place, named, faults)
  if (!named || !target || faults.length > before) return undefined
  const found = included.find(named)
  if (found) used.add(found)
  const identity = found ? mergedIdentity(named, found.identity) : named
  const { resource, relation } = target
  const known = findDraft(reading, identity)
  const isNamedById = named.id !== undefined
  // Not a spread: V8 would keep its result in a slow form, of three kilobytes for each entry.
  return {
    relationship,
    pointer,
    identity,
    isNamedById,
    given,
    resource,
    relation,
    included: found,
    known,
  }
}

/** The method of a linkage entry; an unknown method is a fault. */
function givenMethod(member: JsonObject, pointer: string, faults: JsonapiError[]): WriteMethod | undefined {
  const method = ownMember(member, 'method')
  if (method === undefined) return undefined
  const known = WRITE_METHODS.find((name) => name === method)
  if (known === undefined) {
    const detail = `"method" must be one of ${WRITE_METHODS.join(', ')}.`
    faults.push(new InvalidDocument({ detail, source: { pointer: pointerTo(pointer, 'method') } }))
  }
  return known
}
