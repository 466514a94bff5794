import { Forbidden, InvalidDocument } from '../../../error/errors.js'
import { type Draft, newDraft, type Reading } from '../draft.js'
import { describeIdentity } from '../identity.js'
import type { LinkageEntry } from './linkage-entry.js'
import { linkageMethod } from './linkage-method.js'
import type { WriteMethod } from '../../../resource/payload.js'
import type { WriteNode, WriteReference, WriteRelationship } from '../node.js'
import type { CompiledResource } from '../../../resource/compile.js'
import type { KnownRelation } from '../../../resource/relations.js'
import { haveSameColumns, type Relationship, sharesLink } from '../../../vocabulary/relation.js'
import { typeOfColumn } from '../../../facts/implied.js'
import { ValidationError } from '../../../error/validation-error.js'
import { nestedMeta } from '../issue-place.js'
import { actionOfMember } from '../written-actions.js'
import { isDefault } from '../../../adapter/default-operations.js'

/** Reads the relationships of a record that the request names for the first time. */
export type ReadBelow = (child: Draft) => void

/** Reads a linkage entry as a reference to its record, which may be new; undefined if the entry is at fault. */
export function referenceOf(
  entry: LinkageEntry,
  reading: Reading,
  readBelow: ReadBelow,
): WriteReference | undefined {
  const { faults } = reading
  const { known, pointer } = entry
  if (known && reading.open.includes(known)) return backReference(entry, known, reading)
  const method = linkageMethod(entry, faults)
  if (!method) return undefined
  const done = DONE.get(method)
  if (done && !isDefined(entry.resource, done.operation)) {
    const detail = `A record of type "${entry.resource.type}" cannot be ${done.word} here.`
    faults.push(new Forbidden({ detail, source: { pointer } }))
    return undefined
  }
  const child = known ?? newChild(entry, method, reading)
  if (!known && child.depth <= reading.limits.writeDepth) readBelow(child)
  const disagreement = disagreementOf(entry, child, method)
  if (disagreement) faults.push(disagreement)
  return referenceTo(child, method, entry)
}

function referenceTo(
  node: Draft,
  method: WriteMethod,
  { relationship, relation, pointer }: LinkageEntry,
  isInverse = false,
): WriteReference {
  const linked = node.method === 'create' ? undefined : actionOfMember(relationship)
  const done = method === 'destroy' ? method : linked
  return { node, method, action: isInverse ? undefined : done, relation, isInverse, pointer }
}

/** The methods that write a record, and their participles in error messages. */
const DONE = new Map<
  WriteMethod,
  { readonly operation: 'create' | 'update' | 'destroy'; readonly word: string }
>([
  ['create', { operation: 'create', word: 'created' }],
  ['update', { operation: 'update', word: 'updated' }],
  ['destroy', { operation: 'destroy', word: 'destroyed' }],
])

/**
 * A reference to a record that is still being read is a cycle. It is permitted if the child only repeats how it was
 * reached, if it refers to the record by another key, or if the two are unlinked.
 */
function backReference(entry: LinkageEntry, known: Draft, reading: Reading): WriteReference | undefined {
  const { relationship, pointer, identity, given } = entry
  const { node: parent } = relationship
  if (given === 'disassociate' && known.method === 'update') {
    return referenceTo(known, given, entry)
  }
  if (isInverse(relationship, known)) {
    return referenceTo(known, 'associate', entry, true)
  }
  if (known === parent && isPlainLink(entry, known)) return selfReference(entry, known, reading)
  const links = given === undefined || given === 'associate' || given === 'update'
  if (links && relationship.declared.holder === 'owner' && isThereBefore(known, parent)) {
    // The record has its own place in the request, so it is linked as an existing one.
    const link = { ...entry, identity: { ...identity, id: known.id }, included: undefined }
    return referenceTo(newChild(link, 'associate', reading), 'associate', entry)
  }
  const detail = `The record of type ${describeIdentity(identity)} refers back to itself.`
  reading.faults.push(new InvalidDocument({ detail, source: { pointer } }))
  return undefined
}

/** Whether an entry links its own record and says nothing more of it. */
const isPlainLink = ({ given, included }: LinkageEntry, known: Draft): boolean =>
  (included === undefined || included.object === known.place.object) &&
  known.method !== 'destroy' &&
  (given === undefined ||
    given === 'associate' ||
    given === 'update' ||
    (given === 'create' && known.method === 'create'))

/** A record that links itself. The key of a new record is known once it is written, so the link is written behind it. */
function selfReference(entry: LinkageEntry, known: Draft, { faults }: Reading): WriteReference | undefined {
  const { relationship, relation, pointer } = entry
  const { declared, node: parent } = relationship
  if (known.method === 'create' && isNeverNull(declared, relation)) {
    const message =
      'cannot refer to its own record while that record is being created, because the key cannot be null'
    const meta = (own: Readonly<Record<string, unknown>>) => nestedMeta(parent, own)
    faults.push(new ValidationError({ attribute: declared.name, message }, () => ({ pointer, meta })))
    return undefined
  }
  return referenceTo(known, 'associate', entry)
}

/** Whether the store says that no column of a foreign key may be null. */
function isNeverNull(
  { groupBy }: Relationship<CompiledResource>,
  { target, pairs, foreignKey }: KnownRelation,
): boolean {
  const columns = groupBy === undefined ? foreignKey : [groupBy]
  return (
    pairs.target.length > 0 && columns.every((column) => typeOfColumn(target, column)?.nullable === false)
  )
}

/** Whether a record exists before the request, so that a record below it need not wait for it. */
function isThereBefore(known: Draft, below: WriteNode): boolean {
  if (known.id === undefined || known.method === 'create' || known.method === 'destroy' || known === below) {
    return false
  }
  for (let node = below; node !== known;) {
    const { via } = node.place
    if (!via || node.method === 'destroy' || via.declared.holder === 'owner') return false
    node = via.node
  }
  return true
}

function newChild(
  { relationship, resource, identity, included, pointer }: LinkageEntry,
  method: WriteMethod,
  reading: Reading,
): Draft {
  const depth = relationship.node.depth + 1
  const { writeDepth } = reading.limits
  if (depth === writeDepth + 1) {
    const detail = `A request can nest records at most ${writeDepth} relationships deep.`
    reading.faults.push(new InvalidDocument({ detail, source: { pointer } }))
  }
  const object = included?.object
  return newDraft(reading, {
    resource,
    identity,
    method,
    object,
    pointer: included?.pointer ?? pointer,
    via: relationship,
    depth,
  })
}

/**
 * The fault of a record that is destroyed and written in one request, unlinked while it is created, or below a
 * destroyed record.
 */
function disagreementOf(
  { relationship: { node: parent }, identity, pointer }: LinkageEntry,
  child: Draft,
  method: WriteMethod,
): InvalidDocument | undefined {
  const refuse = (what: string): InvalidDocument => {
    const detail = `The record of type ${describeIdentity(identity)} ${what}`
    return new InvalidDocument({ detail, source: { pointer } })
  }
  if ((child.method === 'destroy') !== (method === 'destroy')) {
    return refuse('is destroyed and used in the same request.')
  }
  if (child.method === 'create' && method === 'disassociate') {
    return refuse('is created and disassociated in the same request.')
  }
  const isAllowed = parent.method !== 'destroy' || method === 'destroy' || method === 'disassociate'
  if (isAllowed) return undefined
  const detail =
    'Records nested under a record that is being destroyed can only be destroyed or disassociated.'
  return new InvalidDocument({ detail, source: { pointer } })
}

/**
 * Whether a child's relationship only repeats how the child was reached from its parent: a comment of a post that names
 * the post.
 */
function isInverse({ node: child, declared: back }: WriteRelationship, named: WriteNode): boolean {
  const { via } = child.place
  if (via?.node !== named) return false
  const forth = via.declared
  const [one, other] = [forth.relations[0]?.join, back.relations[0]?.join]
  if (!one || !other) return forth.holder !== back.holder && sharesLink(forth, back)
  if (!one.records || !other.records) return one.relation === back.name || other.relation === forth.name
  // From the other end: a join of a model with itself has two relationships of one type.
  return sharesLink(forth, back) && haveSameColumns(one.records.key, other.records.otherKey)
}

/**
 * Whether the store of a resource supports a write: through its adapter, or through an override of the operation. On
 * the Null adapter only overrides are supported (rule 23.6).
 */
function isDefined(
  { instance, facts }: CompiledResource,
  operation: 'create' | 'update' | 'destroy',
): boolean {
  return !isDefault(instance[operation]) || facts().can.write
}
