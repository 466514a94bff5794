import { castTo } from './cast.js'
import { isObject, ownOf } from './is-object.js'
import { joined, type Places } from './api-error.js'
import { type ClientSchema, type RelationshipSchema, relationshipSchema } from './schema.js'

/** A request body, and the places of the input's records in the body. */
export interface WrittenDocument {
  readonly body: { readonly data: Drafted; readonly included?: readonly object[] }
  readonly places: Places
  /** The relationships that the input names, as include paths. */
  readonly written: readonly string[]
}

/** The records of a document under construction. */
interface Draft {
  readonly schema: ClientSchema<unknown>
  readonly included: object[]
  readonly pointers: Map<string, string>
  readonly tempIds: Map<string, string>
  readonly named: Set<string>
  readonly written: Set<string>
}

type Input = Readonly<Record<string, unknown>>

/**
 * Converts an input to the document of a write: attributes, and relationships with changes to their records. New and
 * changed records are in `included`, with a `temp-id` if they have no id yet.
 */
export function writeDocument(
  schema: ClientSchema<unknown>,
  identity: { readonly type: string; readonly id?: string },
  input: Input,
): WrittenDocument {
  const draft: Draft = {
    schema,
    included: [],
    pointers: new Map(),
    tempIds: new Map(),
    named: new Set(),
    written: new Set(),
  }
  const data = resourceObject(draft, identity, input, { pointer: '/data', place: '' })
  const { included, written } = draft
  return { body: included.length === 0 ? { data } : { data, included }, places: draft, written: [...written] }
}

interface Position {
  readonly pointer: string
  readonly place: string
}

/** A resource object under construction. */
interface Drafted {
  readonly type: string
  attributes?: Record<string, unknown>
  relationships?: Record<string, Linkage>
}

/** A relationship's linkage, with the method of each record. */
export interface Linkage {
  readonly data: Linked | readonly (Linked | null)[] | null
}

interface Linked {
  readonly type: string
  readonly method?: string | undefined
}

function resourceObject(
  draft: Draft,
  identity: { readonly type: string },
  input: Input,
  at: Position,
): Drafted {
  draft.pointers.set(at.pointer, at.place)
  const object: Drafted = { ...identity }
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || name === 'type') continue
    const relationship = relationshipSchema(draft.schema, identity.type, name)
    if (!relationship) {
      ;(object.attributes ??= {})[name] = value
      continue
    }
    const within = { pointer: `${at.pointer}/relationships/${name}`, place: joined(at.place, name) }
    draft.pointers.set(within.pointer, within.place)
    draft.written.add(within.place.replace(/\.\d+(?=\.)/g, ''))
    ;(object.relationships ??= {})[name] = { data: linkage(draft, relationship, value, within) }
  }
  return object
}

function linkage(
  draft: Draft,
  relationship: RelationshipSchema,
  value: unknown,
  at: Position,
): Linkage['data'] {
  const pointer = `${at.pointer}/data`
  if (!Array.isArray(value)) {
    return entry(draft, relationship, castTo<Input | null>(value), { ...at, pointer }, true)
  }
  const entries = castTo<readonly Input[]>(value)
  // A list of references is the complete new set. Otherwise, each entry is a change to its record.
  const isSet = entries.some((one) => one['id'] !== undefined)
  return entries.map((one, index) =>
    entry(draft, relationship, one, { pointer: `${pointer}/${index}`, place: `${at.place}.${index}` }, isSet),
  )
}

/** The action that an input requests for a record. */
const CHANGES = ['create', 'update', 'destroy', 'disassociate', 'associate']

function entry(
  draft: Draft,
  { types }: RelationshipSchema,
  given: Input | null,
  at: Position,
  isSet: boolean,
): Linked | null {
  if (given === null) return null
  draft.pointers.set(at.pointer, at.place)
  const key = CHANGES.find((name) => isObject(ownOf(given, name)))
  const method = key === 'associate' ? 'update' : key
  const record = key === undefined ? given : castTo<Input>(given[key])
  const { id, ...written } = record
  const type = String(record['type'] ?? types[0])
  if (key !== 'create') {
    const identity = { type, id: String(id) }
    if (key === 'update') include(draft, identity, written, at)
    else draft.named.add(at.place)
    return method === undefined ? identity : { ...identity, method }
  }
  const tempId = `new-${draft.included.length + 1}`
  draft.tempIds.set(tempId, at.place)
  const identity = { type, 'temp-id': tempId, ...(id !== undefined && { id: String(id) }) }
  include(draft, identity, written, at)
  return isSet ? identity : { ...identity, method }
}

function include(
  draft: Draft,
  identity: { readonly type: string },
  written: Input,
  { place }: Position,
): void {
  const index = draft.included.push({}) - 1
  draft.included[index] = resourceObject(draft, identity, written, { pointer: `/included/${index}`, place })
}
