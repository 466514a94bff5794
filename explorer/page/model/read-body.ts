import { bodyOf, childInputs } from './body.js'
import type { Known } from './contract.js'
import type { Input, Linked, Method, RelationshipInput, Typed } from './inputs.js'
import { isObject, jsonFault, type JsonObject } from './json.js'
import { lostNumber, textOf } from './values.js'

/** A body as a form shows it, or the reason why no form can show it. */
export type ReadBody =
  | { readonly kind: 'form'; readonly typed: Typed }
  /**
   * A document without a form: it can still be sent. `fault` names the place of the first member without an input.
   */
  | { readonly kind: 'document'; readonly document: JsonObject; readonly fault: string }
  | { readonly kind: 'invalid'; readonly fault: string }

/** Reads the text of a body. If a form shows the body, then `bodyOf` of the form results in the same document. */
export function readBody(
  known: Known,
  inputs: readonly Input[],
  target: { readonly type: string; readonly id?: string | undefined },
  text: string,
): ReadBody {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return { kind: 'invalid', fault: jsonFault(text) ?? 'This is not JSON.' }
  }
  if (!isObject(document)) return { kind: 'invalid', fault: 'A body must be an object: { "data": … }.' }
  const lost = lostNumber(text)
  if (lost !== undefined) {
    return {
      kind: 'invalid',
      fault: `The number ${lost} cannot be represented exactly. Write it as a string.`,
    }
  }
  const { data, included = [] } = document
  const reading: Reading = {
    known,
    included: Array.isArray(included) ? included : [],
    taken: new Set(),
    faults: [],
  }
  others(reading, document, '', ['data', 'included'])
  if (!isObject(data)) reading.faults.push('/data must be a resource object.')
  else {
    if (data['type'] !== target.type) reading.faults.push(`/data/type must be "${target.type}".`)
    if (target.id !== undefined && data['id'] !== target.id) {
      reading.faults.push(`/data/id must be "${target.id}".`)
    }
  }
  const typed = typedIn(reading, inputs, isObject(data) ? data : {}, '/data')
  const unused = reading.included.findIndex((_, index) => !reading.taken.has(index))
  if (unused !== -1) reading.faults.push(`No relationship refers to /included/${unused}.`)
  const [fault] = reading.faults
  if (fault !== undefined) return { kind: 'document', document, fault }
  if (canonical(bodyOf(known, inputs, target, typed).document) === canonical(document)) {
    return { kind: 'form', typed }
  }
  return { kind: 'document', document, fault: 'The form cannot show all of this document.' }
}

interface Reading {
  readonly known: Known
  readonly included: readonly unknown[]
  /** The positions in `included` that a relationship has referred to. */
  readonly taken: Set<number>
  readonly faults: string[]
}

function others({ faults }: Reading, object: JsonObject, pointer: string, names: readonly string[]): void {
  const other = Object.keys(object).find((name) => !names.includes(name))
  if (other !== undefined) faults.push(`${pointer}/${other} is not a member of a body.`)
}

function typedIn(reading: Reading, inputs: readonly Input[], record: JsonObject, pointer: string): Typed {
  others(reading, record, pointer, ['type', 'id', 'temp-id', 'lid', 'attributes', 'relationships'])
  const { id, attributes = {}, relationships = {} } = record
  const texts: Record<string, string | null> = {}
  const links: Record<string, readonly Linked[]> = {}
  if (typeof id === 'string' && inputs.some(({ kind }) => kind === 'id')) texts['id'] = id
  for (const [name, value] of Object.entries(isObject(attributes) ? attributes : {})) {
    const input = inputs.find((each) => each.kind === 'attribute' && each.name === name)
    if (input?.kind !== 'attribute') {
      reading.faults.push(`${pointer}/attributes/${name} is not an attribute that this write accepts.`)
    } else texts[name] = value === null ? null : textOf(input.type, value)
  }
  for (const [name, value] of Object.entries(isObject(relationships) ? relationships : {})) {
    const at = `${pointer}/relationships/${name}`
    const input = inputs.find((each) => each.kind === 'relationship' && each.name === name)
    if (input?.kind !== 'relationship') {
      reading.faults.push(`${at} is not a relationship that this write accepts.`)
    } else if (!isObject(value) || !('data' in value)) reading.faults.push(`${at} needs "data".`)
    else links[name] = linkedIn(reading, input, value['data'], `${at}/data`)
  }
  return { texts, links }
}

function linkedIn(
  reading: Reading,
  input: RelationshipInput,
  data: unknown,
  pointer: string,
): readonly Linked[] {
  const isMany = input.relationship.cardinality === 'many'
  if (isMany !== Array.isArray(data)) {
    reading.faults.push(`${pointer} must be ${isMany ? 'a list' : 'one record, or null'}.`)
    return []
  }
  const entries: readonly unknown[] = Array.isArray(data) ? data : data === null ? [] : [data]
  return entries.flatMap((entry, index) =>
    entryIn(reading, input, entry, isMany ? `${pointer}/${index}` : pointer),
  )
}

function entryIn(
  reading: Reading,
  { relationship }: RelationshipInput,
  entry: unknown,
  pointer: string,
): readonly Linked[] {
  const { type, id, lid, method, 'temp-id': temp } = isObject(entry) ? entry : {}
  if (!isObject(entry) || typeof type !== 'string' || !relationship.types.includes(type)) {
    reading.faults.push(`${pointer}/type must be "${relationship.types.join('" or "')}".`)
    return []
  }
  others(reading, entry, pointer, ['type', 'id', 'temp-id', 'lid', 'method'])
  if (method !== undefined && !isMethod(method)) {
    reading.faults.push(`${pointer}/method must be "${METHODS.join('", "')}".`)
    return []
  }
  const tempId = typeof temp === 'string' ? temp : lid
  if (typeof id !== 'string' && typeof tempId !== 'string') {
    reading.faults.push(`${pointer} needs an "id" or a "temp-id".`)
    return []
  }
  const linked: Linked = {
    type,
    ...(typeof id === 'string' && { id }),
    ...(typeof tempId === 'string' && { tempId, ...(typeof temp !== 'string' && { isLid: true }) }),
    ...(method !== undefined && { method }),
  }
  const at = reading.included.findIndex(
    (record, index) =>
      !reading.taken.has(index) &&
      isObject(record) &&
      record['type'] === type &&
      (typeof id === 'string'
        ? record['id'] === id
        : typeof temp === 'string'
          ? record['temp-id'] === temp
          : record['lid'] === lid),
  )
  const record = reading.included[at]
  if (!isObject(record)) return [linked]
  reading.taken.add(at)
  const inputs = childInputs(reading.known, relationship, linked)
  return [{ ...linked, typed: typedIn(reading, inputs, record, `/included/${at}`) }]
}

export const METHODS: readonly Method[] = ['create', 'update', 'destroy', 'disassociate']

const isMethod = (value: unknown): value is Method => METHODS.some((method) => method === value)

/** The same text for equal documents: the order of members and of `included` does not matter. */
function canonical(document: JsonObject): string {
  const { included, ...rest } = document
  const records = Array.isArray(included) ? included.map((record) => ordered(record)).toSorted() : []
  return `${ordered(rest)} ${records.join()}`
}

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  )
