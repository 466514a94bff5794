import type { Action } from '@jsonapi-gen/runtime/vocabulary'
import { type Known, own, resourceOf } from './contract.js'
import { isObject, type JsonObject } from './json.js'
import { lidsIn } from './operations.js'

/** The request of a form. */
export interface FormRequest {
  readonly method: string
  readonly target: { readonly type: string; readonly id?: string | undefined }
  readonly document?: JsonObject
}

/**
 * The operations that do the same as the request of a form: one for each record, in an order in which each `lid` is
 * defined before it is used. A sentence if there are no such operations.
 *
 * @param others the operations in the same request, whose `lid`s are taken
 * @param lid the `lid` of the record that the form creates, if it has one already
 */
export function operationsOf(
  known: Known,
  { method, target: { type, id }, document = {} }: FormRequest,
  others: readonly JsonObject[],
  lid?: string,
): readonly JsonObject[] | string {
  if (method === 'DELETE') return [{ op: 'remove', ref: { type, id } }]
  const { data, included } = document
  const records = Array.isArray(included) ? included.filter(isObject) : []
  const converting: Converting = { known, records, others, named: new Map(), done: [] }
  if (!isObject(data)) return [{ op: method === 'POST' ? 'add' : 'update', data }]
  nameOf(converting, data, lid)
  convert(converting, method === 'POST' ? 'add' : 'update', data)
  const unused = records.findIndex((record) => !converting.named.has(record))
  if (unused !== -1) return `No relationship refers to /included/${unused}.`
  const inner = converting.done.map((each) => onlyNested(known, each)).find((each) => each !== undefined)
  return inner === undefined
    ? converting.done
    : `${inner} can only be written within other records, not by an operation of their own.`
}

const ACTIONS: { readonly [op: string]: Action } = { add: 'create', update: 'update', remove: 'destroy' }

/** The type of an operation's record, if requests to its own URL cannot write it like that. */
function onlyNested(known: Known, { op, ref, data }: JsonObject): string | undefined {
  const { type, relationship } = isObject(ref) ? ref : isObject(data) ? data : {}
  const action = ACTIONS[String(op)]
  const actions = resourceOf(known, String(type))?.actions
  return relationship === undefined && action && actions?.[action].address === false
    ? String(type)
    : undefined
}

interface Converting {
  readonly known: Known
  /** The nested records. */
  readonly records: readonly JsonObject[]
  readonly others: readonly JsonObject[]
  /** The type, and the `id` or `lid`, of each record that has been converted. */
  readonly named: Map<JsonObject, JsonObject>
  readonly done: JsonObject[]
}

/** Adds the operations for a record and the records within it. `filled` links a record to the one that contains it. */
function convert(converting: Converting, op: string, record: JsonObject, filled: JsonObject = {}): void {
  const { 'temp-id': _temp, type, id: _id, lid: _lid, relationships, ...members } = record
  const name = nameOf(converting, record)
  const links: Record<string, unknown> = { ...filled }
  const later: (() => void)[] = []
  for (const [relationship, value] of Object.entries(isObject(relationships) ? relationships : {})) {
    const data = isObject(value) ? value['data'] : undefined
    const isMany = Array.isArray(data)
    const entries = (isMany ? data : [data]).filter(isObject)
    const ref = { ...name, relationship }
    const kept: JsonObject[] = []
    for (const entry of entries) {
      const { method, 'temp-id': _tempId, ...identifier } = entry
      const child = converting.records.find(
        (each) => each['type'] === entry['type'] && same(each, entry) && each !== record,
      )
      const isNew = method === 'create' || entry['id'] === undefined
      const inverse = child && isNew ? inverseOf(converting, type, relationship, child) : undefined
      const isFirst = child !== undefined && !converting.named.has(child)
      const named = child && nameOf(converting, child)
      if (method === 'destroy') later.push(() => converting.done.push({ op: 'remove', ref: identifier }))
      else if (method === 'disassociate' && isMany) {
        later.push(() => converting.done.push({ op: 'remove', ref, data: [identifier] }))
      } else if (method === 'disassociate') links[relationship] = { data: null }
      else if (isFirst && inverse !== undefined) {
        // The record that the new one replaces loses its link first, as it does in the nested write.
        if (!isMany && op === 'update') links[relationship] = { data: null }
        later.push(() => convert(converting, 'add', child, { [inverse]: { data: name } }))
      } else {
        kept.push(named ?? identifier)
        if (isFirst && isNew) convert(converting, 'add', child)
        else if (isFirst) later.push(() => convert(converting, 'update', child))
      }
    }
    const isAdding = isMany && op === 'update' && entries.some(({ method }) => method !== undefined)
    if (isAdding && kept.length > 0) {
      later.push(() => converting.done.push({ op: 'add', ref, data: kept }))
    } else if (!isAdding && (kept.length > 0 || entries.length === 0 || (isMany && op === 'update'))) {
      links[relationship] = entries.length === 0 ? value : { data: isMany ? kept : kept[0] }
    }
  }
  const hasLinks = Object.keys(links).length > 0
  if (op === 'add' || hasLinks || later.length === 0 || 'attributes' in members) {
    const { type: _type, ...identity } = name
    converting.done.push({
      op,
      data: { type, ...identity, ...members, ...(hasLinks && { relationships: links }) },
    })
  }
  for (const each of later) each()
}

/** Whether an entry of a relationship names a record of `included`. */
const same = (record: JsonObject, entry: JsonObject): boolean =>
  ['id', 'temp-id', 'lid'].some((name) => entry[name] !== undefined && record[name] === entry[name])

/** The type of a record, and its `id`, or a `lid` that no other record has. */
function nameOf(
  { named, others }: Converting,
  record: JsonObject,
  given: unknown = record['lid'],
): JsonObject {
  const { type, id } = record
  const before = named.get(record)
  if (before) return before
  const taken = [...lidsIn(others).map((each) => each.id), ...[...named.values()].map(({ lid }) => lid)]
  let count = 1
  while (taken.includes(`${type}-${count}`)) count++
  const name = id === undefined ? { type, lid: given ?? `${type}-${count}` } : { type, id }
  named.set(record, name)
  return name
}

/** The relationship by which a new record refers to the record that contains it, if it has the key. */
function inverseOf(
  { known }: Converting,
  type: unknown,
  name: string,
  child: JsonObject,
): string | undefined {
  const { fills = [] } = own(resourceOf(known, String(type))?.relationships ?? {}, name) ?? {}
  const inverses = resourceOf(known, String(child['type']))?.relationships ?? {}
  return fills.find((each) => own(inverses, each)?.types.includes(String(type)))
}
