import { castTo } from './cast.js'
import { isIdentifier } from './is-identifier.js'
import { membersOf, ownOf } from './is-object.js'
import { listOf } from './list-of.js'
import type { AnyQuery } from './query-text.js'
import { type ClientSchema, relationshipSchema, type TypeSchema, typeSchema } from './schema.js'
import type { Linkage } from './write-document.js'

/** The requested parts, which the response must contain. */
export interface Asked {
  readonly schema: ClientSchema<unknown>
  /** The permitted types of the primary data. */
  readonly types: readonly string[]
  readonly query: AnyQuery
  /** The relationships that were sent in a write. The response must contain their records, except removed ones. */
  readonly written: Readonly<Record<string, Linkage>>
  /** Rejects the response. */
  readonly refuse: (why: string) => never
}

type LinkedRecord = Record<string, unknown> & { readonly type: string; readonly id: string }

type Member = Readonly<Record<string, unknown>>

/**
 * The primary data of a document as linked records with the requested members. Each record is represented by a single
 * object, regardless of how many records refer to it. Records are read-only. A document that lacks a member from the
 * schema is rejected, so no caller receives an unexpected undefined.
 */
export function readDocument(document: Member, asked: Asked): readonly LinkedRecord[] | LinkedRecord | null {
  const { data, included } = document
  const asPrimary = listOf(data)
  const objects = [...asPrimary, ...listOf(included)]
  const records = new Map<string, LinkedRecord>()
  const made = objects.map((object: unknown) => {
    const record = recordOf(object, asked)
    // A record in both the primary data and `included` is one object.
    const same = records.get(keyOf(record)) ?? record
    records.set(keyOf(same), same)
    return { object: membersOf(object), record: same }
  })
  for (const { object, record } of made) link(object, record, records, asked)
  const primary = made.slice(0, asPrimary.length).map(({ record }) => record)
  for (const record of primary) {
    if (!asked.types.includes(record.type)) asked.refuse(`The data contains "${record.type}"`)
    addWritten(record, asked)
  }
  const paths = [...listOf(asked.query.include), ...Object.keys(asked.written)]
  for (const path of paths) checkPath(primary, path.split('.'), path, asked)
  freeze([...records.values()])
  return Array.isArray(data) ? Object.freeze(primary) : (primary[0] ?? null)
}

/**
 * Freezes records. Records in cycles receive a prototype that looks like the `Object.prototype` of another window.
 * React, devalue and structuredClone treat such records as plain objects. TanStack Query does not, and compares them by
 * identity. In plain objects, it would follow every path through the cycles forever.
 */
function freeze(records: readonly LinkedRecord[]): void {
  // Repeatedly removes the records that no other record refers to. Cycles remain, as do long chains, which are treated
  // as cycles.
  let circles = records
  for (let [round, size] = [0, 0]; round < 50 && size !== circles.length; round++) {
    size = circles.length
    const related = new Set<unknown>()
    for (const record of circles) {
      for (const value of Object.values(record)) for (const one of listOf(value)) related.add(one)
    }
    circles = circles.filter((record) => related.has(record))
  }
  for (const record of records) Object.freeze(circles[0] ? Object.setPrototypeOf(record, CIRCULAR) : record)
}

const CIRCULAR: object = Object.create(null, {
  ...Object.getOwnPropertyDescriptors(Object.prototype),
  constructor: { value() {} },
})

const keyOf = ({ type, id }: { readonly type: string; readonly id: string }): string => `${type} ${id}`

function recordOf(object: unknown, asked: Asked): LinkedRecord {
  if (!isIdentifier(object)) return asked.refuse('A record has no type or id')
  // A record with an empty id has no URL of its own, so a call with that id would apply to the whole collection.
  if (object.id === '') return asked.refuse(`A record of type "${object.type}" has an empty id`)
  const { type, id, attributes } = object
  const known = typeSchema(asked.schema, type)
  if (!known) return asked.refuse(`A record has the unknown type "${type}"`)
  const given = membersOf(attributes)
  const record: LinkedRecord = { type, id }
  for (const [name, kind] of namesOf(type, known, asked)) {
    if (Object.hasOwn(given, name)) record[name] = valueOf(given[name], kind, `${type}.${name}`, asked)
    else if (!kind.endsWith('?')) asked.refuse(`A record of type "${type}" has no "${name}"`)
  }
  return record
}

function namesOf(
  type: string,
  known: TypeSchema,
  { query: { fields, extraFields } }: Asked,
): (readonly [string, string])[] {
  return [
    ...named(known.attributes, ownOf(fields ?? {}, type)),
    ...named(known.extraFields, ownOf(extraFields ?? {}, type) ?? []),
  ]
}

const named = (
  kinds: Readonly<Record<string, string>> = {},
  names: readonly string[] = Object.keys(kinds),
): [string, string][] => Object.entries(kinds).filter(([name]) => names.includes(name))

function valueOf(value: unknown, kind: string, where: string, asked: Asked): unknown {
  // Any JSON value is valid, even null.
  if (value === null && !/\|null|^json(?!\[)/.test(kind)) asked.refuse(`"${where}" is null`)
  if (value !== null && kind.includes('[]')) {
    if (!Array.isArray(value)) return asked.refuse(`"${where}" is not a list`)
    return Object.freeze(value.map((member) => valueOf(member, kind.replace(/\[\].*/, ''), where, asked)))
  }
  const base = kind.replace(/\W.*/, '')
  if (value === null || base === 'json') return frozen(value)
  const moment = base === 'datetime' && typeof value === 'string' ? new Date(value) : value
  const isOne = moment instanceof Date ? Number.isFinite(moment.getTime()) : typeof value === jsonTypeOf(base)
  return isOne ? moment : asked.refuse(`"${where}" is not of type ${base}`)
}

/** The JavaScript type of a kind, as parsed from JSON. */
const jsonTypeOf = (base: string): string =>
  base === 'integer' || base === 'float' ? 'number' : base === 'boolean' ? base : 'string'

/** This function does not use recursion, because a server may nest JSON to any depth. */
function frozen(value: unknown): unknown {
  const all = [value]
  for (const one of all) {
    if (typeof one !== 'object' || one === null) continue
    for (const member of Object.values(Object.freeze(one))) all.push(member)
  }
  return value
}

/** Links a record to the records in its linkage. */
function link(
  object: Member,
  record: LinkedRecord,
  records: ReadonlyMap<string, LinkedRecord>,
  asked: Asked,
): void {
  const relationships = membersOf(object['relationships'])
  for (const name of Object.keys(typeSchema(asked.schema, record.type)?.relationships ?? {})) {
    const { data } = membersOf(ownOf(relationships, name))
    if (data === undefined) continue
    const entries = listOf(data).map((entry) => (isIdentifier(entry) ? records.get(keyOf(entry)) : undefined))
    // A record that is not in the document is represented only by its type and id.
    if (entries.includes(undefined)) continue
    record[name] = Array.isArray(data) ? Object.freeze(entries) : (entries[0] ?? null)
  }
}

/**
 * If a write only emptied a relationship or removed records from it, the response does not include that relationship.
 */
function addWritten(record: LinkedRecord, { written, schema }: Asked): void {
  for (const [name, { data }] of Object.entries(written)) {
    // The methods destroy and disassociate remove records.
    if (!listOf(data).every((one) => one?.method?.startsWith('d'))) continue
    const isMany = relationshipSchema(schema, record.type, name)?.many
    if (ownOf(record, name) === undefined) record[name] = isMany ? Object.freeze([]) : null
  }
}

function checkPath(
  records: readonly LinkedRecord[],
  [name, ...rest]: readonly string[],
  path: string,
  asked: Asked,
): void {
  if (name === undefined) return
  const seen = new Set<LinkedRecord>()
  for (const record of records) {
    const known = relationshipSchema(asked.schema, record.type, name)
    // If the parent relationship is polymorphic, only some of its records have this relationship.
    if (!known) continue
    const related = ownOf(record, name)
    if (related === undefined || Array.isArray(related) !== known.many) {
      asked.refuse(`A record of type "${record.type}" does not include "${path}"`)
    }
    // A filter on the related records may exclude all of them.
    const { filter = {} } = asked.query
    const mayBeNull = known.nullable === true || Object.hasOwn(filter, name) || Object.hasOwn(filter, path)
    if (related === null && !mayBeNull) asked.refuse(`"${record.type}.${name}" is null`)
    const found = castTo<LinkedRecord | readonly LinkedRecord[] | null>(related)
    for (const one of listOf(found)) {
      if (!known.types.includes(one.type)) asked.refuse(`"${record.type}.${name}" contains "${one.type}"`)
      seen.add(one)
    }
  }
  if (rest.length > 0) checkPath([...seen], rest, path, asked)
}
