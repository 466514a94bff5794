import { Forbidden, InvalidDocument, UnknownField, isFull } from '../../../error/errors.js'
import { didYouMean } from '../../../vocabulary/nearest.js'
import { countLink, type Draft, type DraftRelationship, isOverLimit, type Reading } from '../draft.js'
import { fieldsIn, isJsonObject, ownMember, pointerTo } from '../../../value/json.js'
import type { LinkageSource } from './linkage-entry.js'
import { addRelationship, type WriteReference } from '../node.js'
import { referenceOf } from './reference.js'
import type { CompiledResource } from '../../../resource/compile.js'
import type { Relationship } from '../../../vocabulary/relation.js'
import { viewOf } from '../../../plan/view/view.js'
import { rulesOnPath } from '../../../plan/view/names.js'

/** One relationship of a record in the request, and its place. */
export interface RelationshipValue {
  readonly parent: Draft
  readonly name: string
  readonly value: unknown
  readonly pointer: string
  /** Whether the linkage is the whole set; if absent, the methods of its entries decide. */
  readonly replaces?: boolean
  readonly isLenient?: boolean
}

/** Reads the relationships of a record and everything below them; collects faults (rules 11.2, 11.4). */
export function readRelationships(parent: Draft, reading: Reading, source: LinkageSource): void {
  const { object, pointer } = parent.place
  const relationships = object && isJsonObject(object) ? ownMember(object, 'relationships') : undefined
  if (relationships === undefined || pointer === undefined) return
  const at = pointerTo(pointer, 'relationships')
  if (!isJsonObject(relationships)) {
    reading.faults.push(
      new InvalidDocument({ detail: '"relationships" must be an object.', source: { pointer: at } }),
    )
    return
  }
  reading.open.push(parent)
  for (const name of fieldsIn(relationships)) {
    if (isFull(reading.faults)) break
    const relationship = { parent, name, value: relationships[name], pointer: pointerTo(at, name) }
    readRelationship(relationship, reading, source)
  }
  reading.open.pop()
}

/** Reads one relationship of a record and everything below it. */
export function readRelationship(given: RelationshipValue, reading: Reading, source: LinkageSource): void {
  const { parent, isLenient = false } = given
  const declared = writableRelationship(given, reading)
  const data = declared && membersOfData(given, declared, reading, source)
  if (!data) return
  const { members, hasMethods } = data
  const { many } = declared
  const pointer = pointerTo(given.pointer, 'data')
  const references: WriteReference[] = []
  const { replaces = !many || !hasMethods } = given
  const relationship: DraftRelationship = {
    node: parent,
    declared,
    references,
    replaces,
    isLenient,
    pointer,
  }
  addRelationship(parent, relationship)
  const readBelow = (child: Draft): void => readRelationships(child, reading, source)
  let index = 0
  for (const member of members) {
    if (isOverLimit(reading) || isFull(reading.faults)) return
    const place = { relationship, pointer: many ? pointerTo(pointer, index++) : pointer }
    countLink(reading, place.pointer)
    const entry = source.entryOf(member, place, reading)
    const reference = entry && referenceOf(entry, reading, readBelow)
    const isRepeated =
      entry?.known !== undefined &&
      references.some(({ node, method }) => node === reference?.node && method === reference.method)
    if (reference && !isRepeated) references.push(reference)
  }
}

/** The declared relationship; undefined, with a fault, if it does not exist or cannot be written. */
function writableRelationship(
  { parent, name, pointer }: RelationshipValue,
  { faults, guards }: Reading,
): Relationship<CompiledResource> | undefined {
  const { resource } = parent
  const view = viewOf(resource, guards)
  const known = view.writableRelation(name)
  if (known) return known.relationship
  const rules = rulesOnPath(resource, [name], 'writable')
  if (view.relation(name)) {
    const fault = new Forbidden({
      detail: `The relationship "${name}" cannot be written.`,
      source: { pointer },
    })
    faults.push(guards.unknown(fault, rules))
    return undefined
  }
  const names = [...resource.config.sideloads.keys()].filter((known) => view.writableRelation(known))
  const detail = `"${resource.type}" has no relationship "${name}".${didYouMean(name, names)}`
  const fault = new UnknownField({ detail, source: { pointer } })
  faults.push(guards.unknown(fault, rules))
  return undefined
}

/** The entries of a relationship's `data`, and whether they have methods, if it is a list; undefined, with a fault, if it has none or a malformed one. */
function membersOfData(
  { name, value, pointer }: RelationshipValue,
  { many }: Relationship<CompiledResource>,
  { faults, limits }: Reading,
  source: LinkageSource,
): { readonly members: readonly unknown[]; readonly hasMethods: boolean } | undefined {
  const refuse = (detail: string, at: string): undefined => {
    faults.push(new InvalidDocument({ detail, source: { pointer: at } }))
    return undefined
  }
  const read = source.dataOf(value, name)
  if ('refusal' in read) return refuse(read.refusal, pointer)
  const { data } = read
  const at = pointerTo(pointer, 'data')
  if (!many) {
    if (Array.isArray(data)) {
      return refuse(`"${name}" is a to-one relationship: its "data" must be one record or null.`, at)
    }
    return { members: data === null ? [] : [data], hasMethods: false }
  }
  if (!Array.isArray(data)) {
    return refuse(`"${name}" is a to-many relationship: its "data" must be a list.`, at)
  }
  if (data.length > limits.linkage) {
    return refuse(`A relationship can list at most ${limits.linkage} records at once.`, at)
  }
  const withMethod = data.filter((member) => source.hasMethod(member)).length
  if (withMethod > 0 && withMethod < data.length) {
    return refuse(
      `Either all records of "${name}" must have a "method", or none of them may. Without methods, the list replaces the whole set.`,
      at,
    )
  }
  return { members: data, hasMethods: withMethod > 0 }
}
