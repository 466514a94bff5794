import { InvalidDocument, RecordNotFound, isFull } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'

/**
 * The records that the operations of a request add under a `lid`: the operation that adds each, and their ids once it
 * has run.
 */
export interface Lids {
  readonly added: ReadonlyMap<string, number>
  /** Empty until the operations run. */
  readonly ids: Map<string, string>
}

/** The key of a lid within a request: equal lids of different types are different. */
export const lidName = (type: string, lid: string): string => JSON.stringify([type, lid])

/** The lids of a list of operations, even if the operations have faults. */
export function lidsOf(values: readonly unknown[]): Lids {
  const added = new Map<string, number>()
  for (const [index, value] of values.entries()) {
    const name = lidOfAdded(value)
    if (name !== undefined && !added.has(name)) added.set(name, index)
  }
  return { added, ids: new Map() }
}

/** The key of the lid under which an operation adds a record; undefined if it has none. */
export function lidOfAdded(operation: unknown): string | undefined {
  if (!isJsonObject(operation) || ownMember(operation, 'op') !== 'add') return undefined
  const data = ownMember(operation, 'data')
  if (ownMember(operation, 'ref') !== undefined || !isJsonObject(data)) return undefined
  const [type, lid] = [ownMember(data, 'type'), ownMember(data, 'lid')]
  return typeof type === 'string' && typeof lid === 'string' && lid !== '' ? lidName(type, lid) : undefined
}

/** The operation in which lids are looked up: they refer to records that earlier operations add. */
export interface Lookup {
  readonly lids: Lids
  readonly index: number
  /** Collects faults, with pointers relative to the operation. */
  readonly faults: JsonapiError[]
  /** Whether any lid was looked up. */
  isUsed: boolean
}

/**
 * A resource object or identifier with the id that its lid stands for. Before the operations run, no record has an id,
 * so a placeholder is used. The record that this operation adds keeps its lid: it may be linked to itself (rule 11.3).
 */
export function withIdOfLid(object: JsonObject, pointer: string, lookup: Lookup): JsonObject {
  const { lid, ...others } = object
  if (typeof lid !== 'string' || lid === '') return object
  const type = ownMember(object, 'type')
  if (typeof type !== 'string') return object
  lookup.isUsed = true
  const isOwn = lookup.lids.added.get(lidName(type, lid)) === lookup.index
  if (isOwn && !Object.hasOwn(others, 'id')) return object
  const at = pointerTo(pointer, 'lid')
  const refusal = refusalOf(others, type, lid, lookup)
  // The lid of "data" may also be the target of the operation, so it is looked up twice.
  const isTold = isFull(lookup.faults) || lookup.faults.some(({ source }) => source?.pointer === at)
  if (refusal && !isTold) {
    const options = { detail: refusal.detail, source: { pointer: at } }
    lookup.faults.push(refusal.isMissing ? new RecordNotFound(options) : new InvalidDocument(options))
  }
  return { ...others, id: lookup.lids.ids.get(lidName(type, lid)) ?? `lid ${inAddress(lid)}` }
}

/** A lid in a form that is valid in an address, because its placeholder is read from one. */
const inAddress = (lid: string): string => (lid.isWellFormed() ? lid : JSON.stringify(lid))

interface Refusal {
  readonly detail: string
  readonly isMissing?: boolean
}

function refusalOf(others: object, type: string, lid: string, { lids, index }: Lookup): Refusal | undefined {
  const isTwice = Object.hasOwn(others, 'id')
  if (isTwice) return { detail: 'A record must have an id or a lid, not both.' }
  const adding = lids.added.get(lidName(type, lid))
  const record = `"${type}" with the lid "${lid}"`
  if (adding === undefined) {
    return { detail: `No operation adds a record of type ${record}.`, isMissing: true }
  }
  if (adding < index) return undefined
  return { detail: `The record of type ${record} is not added until operation ${adding}.` }
}
