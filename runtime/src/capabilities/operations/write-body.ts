import { Conflict, InvalidDocument, isFull } from '../../error/errors.js'
import { fieldsIn, isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'
import type { FoundTarget } from './find-target.js'
import { type Lookup, withIdOfLid } from './lids.js'
import type { Operation } from './operation.js'

/**
 * The body of a request to the address of an operation's target: the operation's data, with each lid replaced by its
 * id. Extras that our own documents allow in linkage are not allowed in an operation.
 */
export function bodyOfOperation(operation: Operation, target: FoundTarget, lookup: Lookup): unknown {
  const { op, data, ref } = operation
  const { faults } = lookup
  if (target.action === 'destroy') {
    if (data === undefined) return undefined
    const detail = 'An operation that removes a record cannot have "data".'
    faults.push(new InvalidDocument({ detail, source: { pointer: '/data' } }))
    return undefined
  }
  if (data === undefined) {
    const detail = `The operation "${op}" needs "data".`
    faults.push(new InvalidDocument({ detail, source: { pointer: '' } }))
    return undefined
  }
  if (target.relationship !== '') return { data: linkageWithIds(data, '/data', lookup) }
  if (!isJsonObject(data)) return { data }
  const own = withoutForeign(data, ['temp-id'], '/data', lookup)
  const identity = target.action === 'create' ? own : withIdOfLid(own, '/data', lookup)
  const named = ref ? ofRef(data, identity, target, lookup) : identity
  const relationships = ownMember(named, 'relationships')
  if (!isJsonObject(relationships)) return { data: named }
  const read = fieldsIn(relationships).map((name) => {
    const value = relationships[name]
    const pointer = pointerTo('/data/relationships', name, 'data')
    const linkage = isJsonObject(value) ? ownMember(value, 'data') : undefined
    if (!isJsonObject(value) || linkage === undefined) return [name, value] as const
    return [name, { ...value, data: linkageWithIds(linkage, pointer, lookup) }] as const
  })
  return { data: { ...named, relationships: Object.fromEntries(read) } }
}

function linkageWithIds(data: unknown, pointer: string, lookup: Lookup): unknown {
  if (Array.isArray(data)) {
    return data.map((member: unknown, index) => identifierOf(member, pointerTo(pointer, index), lookup))
  }
  return identifierOf(data, pointer, lookup)
}

function identifierOf(member: unknown, pointer: string, lookup: Lookup): unknown {
  if (!isJsonObject(member)) return member
  const own = withoutForeign(member, ['method', 'temp-id'], pointer, lookup)
  const named = withIdOfLid(own, pointer, lookup)
  // An identifier that is already at fault gets no second fault for its missing id.
  return own === member || Object.hasOwn(named, 'id') ? named : { ...named, id: 'none' }
}

/** An object without the extras of our own documents, which the extension does not have; each of them is a fault. */
function withoutForeign(
  object: JsonObject,
  names: readonly string[],
  pointer: string,
  { faults }: Lookup,
): JsonObject {
  const foreign = names.filter((name) => Object.hasOwn(object, name))
  for (const name of foreign) {
    if (isFull(faults)) break
    const detail = `An operation cannot contain "${name}": identify new records by "lid", and make every other change in its own operation.`
    faults.push(new InvalidDocument({ detail, source: { pointer: pointerTo(pointer, name) } }))
  }
  if (foreign.length === 0) return object
  return Object.fromEntries(Object.entries(object).filter(([name]) => !foreign.includes(name)))
}

/**
 * The data of a `ref`, which must be of the same record. If it is of another record, that is the only fault of its
 * identity.
 */
function ofRef(
  data: JsonObject,
  named: JsonObject,
  { type, id }: FoundTarget,
  { faults }: Lookup,
): JsonObject {
  const isOther = (name: string, own: string): boolean => {
    const given = ownMember(named, name)
    return typeof given === 'string' && given !== own
  }
  const other = isOther('type', type) ? 'type' : isOther('id', id) ? 'id' : undefined
  if (other === undefined) return named
  const member = other === 'id' && !Object.hasOwn(data, 'id') ? 'lid' : other
  const ofRef = member === 'lid' ? '' : `, ${JSON.stringify(member === 'id' ? id : type)}`
  const detail = `The ${member} in "data" differs from the ${member} in "ref"${ofRef}.`
  faults.push(new Conflict({ detail, source: { pointer: pointerTo('/data', member) } }))
  return { ...named, type, id }
}
