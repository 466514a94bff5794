import { InvalidDocument } from '../../error/errors.js'
import { castTo } from '../../base/cast.js'
import type { RelatedPayload, RelatedPayloads, WriteMeta } from '../../resource/payload.js'
import { findDraft, newReading, type Reading } from './draft.js'
import { describeIdentity, readIdentity } from './identity.js'
import {
  type LinkageEntry,
  type LinkagePlace,
  type LinkageSource,
  targetOf,
} from './linkage/linkage-entry.js'
import { type DocumentOptions, writeDocumentOf, readRoot, type WriteDocument } from './read-document.js'

/**
 * Reads a write that an application has built, by the rules of a request (rules 11.1, 11.2, 11.4). Pointers refer to
 * its members as to those of a document in which each related record replaces its linkage entry.
 */
export function readPayloads(
  payload: {
    readonly meta: WriteMeta
    readonly attributes: Readonly<Record<string, unknown>>
    readonly relationships: RelatedPayloads
  },
  options: DocumentOptions,
): WriteDocument {
  const reading = newReading(options, undefined, [])
  return writeDocumentOf(reading, readRoot(resourceObject(payload), options, reading, PAYLOAD_LINKAGE))
}

/** Reads the relatives of a payload: each with its attributes and its own relatives. */
const PAYLOAD_LINKAGE: LinkageSource = {
  dataOf: (value) => ({ data: value }),
  hasMethod: (member) => methodOfPayload(castTo<RelatedPayload>(member)) !== undefined,
  entryOf: (member, place, reading) => readPayload(castTo<RelatedPayload>(member), place, reading),
}

function readPayload(
  payload: RelatedPayload,
  place: LinkagePlace,
  reading: Reading,
): LinkageEntry | undefined {
  const { faults } = reading
  const { pointer } = place
  const object = resourceObject(payload)
  const identity = readIdentity(object, pointer, faults)
  const target = identity && targetOf(place, identity, faults)
  if (!identity || !target) return undefined
  const known = findDraft(reading, identity)
  const isEmpty = [object.attributes, object.relationships].every(
    (fields) => Object.keys(fields).length === 0,
  )
  if (known && !isEmpty) {
    const detail = `The record of type ${describeIdentity(identity)} appears twice.`
    faults.push(new InvalidDocument({ detail, source: { pointer } }))
    return undefined
  }
  const included = { identity, object, pointer }
  const isNamedById = identity.id !== undefined
  const given = methodOfPayload(payload)
  return { ...place, identity, isNamedById, given, ...target, included, known }
}

/** `associate` is the default, as without a method. */
const methodOfPayload = ({ meta }: RelatedPayload): LinkageEntry['given'] =>
  meta.method === 'associate' ? undefined : meta.method

function resourceObject({ meta, attributes, relationships }: Parameters<typeof readPayloads>[0]) {
  const { id, ...others } = attributes
  return {
    type: meta.type,
    ...(id !== undefined && { id: String(id) }),
    ...(meta.tempId !== undefined && { 'temp-id': meta.tempId }),
    attributes: others,
    relationships,
  }
}
