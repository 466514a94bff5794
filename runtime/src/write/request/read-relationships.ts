import { InvalidDocument, UnknownField } from '../../error/errors.js'
import { didYouMean } from '../../error/nearest.js'
import { isToMany, type SideloadConfig } from '../../declare/sideload.js'
import { countLink, type Draft, isOverLimit, type Reading } from './draft.js'
import { isFull } from '../../error/is-full.js'
import { isJsonObject, ownMember, pointerTo } from '../../value/json.js'
import type { WriteReference, WriteRelationship } from './node.js'
import { readReference } from './read-reference.js'
import { isWritable } from '../../resource/writable.js'

/** Reads the relationships of a record, and everything below them; faults are collected (rules 11.2, 11.4). */
export function readRelationships(draft: Draft, reading: Reading): void {
  const { object, pointer } = draft.place
  const relationships = object && isJsonObject(object) ? ownMember(object, 'relationships') : undefined
  if (relationships === undefined || pointer === undefined) return
  const at = pointerTo(pointer, 'relationships')
  if (!isJsonObject(relationships)) {
    reading.faults.push(
      new InvalidDocument({ detail: '"relationships" is an object.', source: { pointer: at } }),
    )
    return
  }
  reading.open.push(draft)
  for (const [name, value] of Object.entries(relationships)) {
    if (isFull(reading.faults)) break
    readRelationship(draft, name, value, pointerTo(at, name), reading)
  }
  reading.open.pop()
}

/** Reads one relationship of a record, and everything below it. */
export function readRelationship(
  draft: Draft,
  name: string,
  value: unknown,
  pointer: string,
  reading: Reading,
): void {
  const { resource } = draft
  const sideload = resource.config.sideloads.get(name)
  if (!sideload || !isWritable(resource, sideload)) {
    const names = [...resource.config.sideloads.values()]
      .filter((known) => isWritable(resource, known))
      .map((known) => known.name)
    const what = sideload
      ? `The relationship "${name}" can't be written.`
      : `"${resource.type}" has no relationship "${name}".${didYouMean(name, names)}`
    reading.faults.push(new UnknownField({ detail: what, source: { pointer } }))
    return
  }
  const members = linkageEntries(sideload, value, pointer, reading)
  if (!members) return
  const many = isToMany(sideload)
  const dataPointer = pointerTo(pointer, 'data')
  const references: WriteReference[] = []
  const replaces = !many || !members.some((member) => hasMethod(member))
  const relationship: WriteRelationship = { sideload, many, references, replaces, pointer: dataPointer }
  draft.relationships.push(relationship)
  for (const [index, member] of members.entries()) {
    if (isOverLimit(reading) || isFull(reading.faults)) return
    const at = many ? pointerTo(dataPointer, index) : dataPointer
    countLink(reading, at)
    const place = { parent: draft, relationship, pointer: at }
    const reference = readReference(member, place, reading, (child) => readRelationships(child, reading))
    const isKnown =
      reference &&
      references.some(({ node, method }) => node === reference.node && method === reference.method)
    if (reference && !isKnown) references.push(reference)
  }
}

/** The entries of a relationship's `data`; undefined, with a fault, where it has none or they are not of its form. */
function linkageEntries(
  sideload: SideloadConfig,
  value: unknown,
  pointer: string,
  { faults, limits }: Reading,
): readonly unknown[] | undefined {
  const refuse = (detail: string, at: string): undefined => {
    faults.push(new InvalidDocument({ detail, source: { pointer: at } }))
    return undefined
  }
  const { name } = sideload
  if (!isJsonObject(value)) return refuse(`The relationship "${name}" is an object with "data".`, pointer)
  const data = ownMember(value, 'data')
  const at = pointerTo(pointer, 'data')
  if (data === undefined) return refuse(`The relationship "${name}" has no "data".`, pointer)
  if (!isToMany(sideload)) {
    if (Array.isArray(data)) {
      return refuse(`"${name}" is a to-one relationship: its "data" is one record or null.`, at)
    }
    return data === null ? [] : [data]
  }
  if (!Array.isArray(data)) return refuse(`"${name}" is a to-many relationship: its "data" is a list.`, at)
  if (data.length > limits.linkage) {
    return refuse(`A relationship names at most ${limits.linkage} records at once.`, at)
  }
  const withMethod = data.filter((member) => hasMethod(member)).length
  if (withMethod > 0 && withMethod < data.length) {
    return refuse(
      `Either every record of "${name}" has a "method", or none has: then the list is the whole set.`,
      at,
    )
  }
  return data
}

const hasMethod = (member: unknown): boolean =>
  isJsonObject(member) && ownMember(member, 'method') !== undefined
