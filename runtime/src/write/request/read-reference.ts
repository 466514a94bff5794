import { Conflict, Forbidden, InvalidDocument } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { type Draft, findDraft, newDraft, type Reading } from './draft.js'
import { describeIdentity, type Identity, readIdentity, united } from './identity.js'
import { isInverse } from './inverse.js'
import { isJsonObject, type JsonObject, pointerTo } from '../../value/json.js'
import type { Mention } from './linkage-entry.js'
import { givenMethod, methodOf } from './linkage-method.js'
import type { WriteMethod } from '../../resource/payload.js'
import type { WriteReference, WriteRelationship } from './node.js'
import { isDefined } from '../../resource/writable.js'

/** Reads the relationships of a record that is named for the first time. */
export type ReadBelow = (child: Draft) => void

/** Reads one entry of a linkage, and the record that it names; undefined where it is at fault. */
export function readReference(
  parent: Draft,
  relationship: WriteRelationship,
  member: unknown,
  pointer: string,
  reading: Reading,
  readBelow: ReadBelow,
): WriteReference | undefined {
  const { faults } = reading
  if (!isJsonObject(member)) {
    const detail = 'A linkage entry is an object with type and id.'
    faults.push(new InvalidDocument({ detail, source: { pointer } }))
    return undefined
  }
  const mention = readMention(parent, relationship, member, pointer, reading)
  if (!mention) return undefined
  const { known, group } = mention
  if (known && reading.open.includes(known)) return backReference(mention, known, faults)
  const method = methodOf(mention, faults)
  if (!method) return undefined
  const done = DONE.get(method)
  if (done && !isDefined(mention.resource, done.operation)) {
    const detail = `A record of the type "${mention.resource.type}" can't be ${done.word} here.`
    faults.push(new Forbidden({ detail, source: { pointer } }))
    return undefined
  }
  const child = known ?? newChild(mention, method, reading)
  if (!known && child.depth <= reading.limits.writeDepth) readBelow(child)
  const disagreement = disagreementOf(mention, child, method)
  if (disagreement) faults.push(disagreement)
  return { node: child, method, group, isInverse: false, pointer }
}

/** What writes a record, and how one says so. */
const DONE = new Map<
  WriteMethod,
  { readonly operation: 'create' | 'update' | 'destroy'; readonly word: string }
>([
  ['create', { operation: 'create', word: 'created' }],
  ['update', { operation: 'update', word: 'updated' }],
  ['destroy', { operation: 'destroy', word: 'destroyed' }],
])

function readMention(
  parent: Draft,
  relationship: WriteRelationship,
  member: JsonObject,
  pointer: string,
  reading: Reading,
): Mention | undefined {
  const { faults, included, used } = reading
  const before = faults.length
  const identity = readIdentity(member, pointer, faults)
  const given = givenMethod(member, pointer, faults)
  const target = identity && targetOf(parent, relationship, identity, pointer, faults)
  if (!identity || !target || faults.length > before) return undefined
  const entry = included.find(identity)
  if (entry) used.add(entry)
  const whole = entry ? united(identity, entry.identity) : identity
  return {
    parent,
    relationship,
    pointer,
    identity: whole,
    given,
    ...target,
    entry,
    known: findDraft(reading, whole),
  }
}

/** The resource that a linkage entry's type stands for; a type that the relationship does not lead to is a 409. */
function targetOf(
  { resource }: Draft,
  { sideload }: WriteRelationship,
  { type }: Identity,
  pointer: string,
  faults: JsonapiError[],
): Pick<Mention, 'resource' | 'group'> | undefined {
  const targets = resource.targets(sideload)
  for (const [group, target] of targets) if (target.type === type) return { resource: target, group }
  const types = [...new Set([...targets.values()].map((target) => `"${target.type}"`))].join(' or ')
  const detail = `"${sideload.name}" is of the type ${types}, not "${type}".`
  faults.push(new Conflict({ detail, source: { pointer: pointerTo(pointer, 'type') } }))
  return undefined
}

/** A record that leads to itself is a cycle, unless its child only says again how it was reached, or the two are unlinked. */
function backReference(mention: Mention, known: Draft, faults: JsonapiError[]): WriteReference | undefined {
  const { parent, relationship, group, pointer, identity, given } = mention
  if (given === 'disassociate' && known.method === 'update') {
    return { node: known, method: given, group, isInverse: false, pointer }
  }
  if (isInverse(parent, relationship, known)) {
    return { node: known, method: 'associate', group, isInverse: true, pointer }
  }
  const detail = `The record of ${describeIdentity(identity)} leads back to itself.`
  faults.push(new InvalidDocument({ detail, source: { pointer } }))
  return undefined
}

function newChild(
  { parent, relationship, resource, identity, entry, pointer }: Mention,
  method: WriteMethod,
  reading: Reading,
): Draft {
  const depth = parent.depth + 1
  const { writeDepth } = reading.limits
  if (depth === writeDepth + 1) {
    const detail = `A request goes at most ${writeDepth} relationships deep.`
    reading.faults.push(new InvalidDocument({ detail, source: { pointer } }))
  }
  const place = { object: entry?.object, pointer: entry?.pointer ?? pointer, via: { parent, relationship } }
  return newDraft(reading, { resource, identity, method, ...place, depth })
}

/** A record can't be destroyed and written in one request, nor be unlinked as it is created, nor hang below one that is destroyed. */
function disagreementOf(
  { parent, identity, pointer }: Mention,
  child: Draft,
  method: WriteMethod,
): InvalidDocument | undefined {
  const refuse = (detail: string): InvalidDocument => new InvalidDocument({ detail, source: { pointer } })
  const record = `The record of ${describeIdentity(identity)}`
  if ((child.method === 'destroy') !== (method === 'destroy')) {
    return refuse(`${record} is destroyed and used in one request.`)
  }
  if (child.method === 'create' && method === 'disassociate') {
    return refuse(`${record} is created and disassociated in one request.`)
  }
  const isAllowed = parent.method !== 'destroy' || method === 'destroy' || method === 'disassociate'
  return isAllowed
    ? undefined
    : refuse('Below a record that is destroyed, others are destroyed or disassociated.')
}
