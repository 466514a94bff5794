import { type Code, codeOf, memberCode, textCode } from './client-call.js'
import { type Known, own, resourceOf } from './contract.js'
import { isObject, type JsonObject } from './json.js'
import { operationsIn } from './operations.js'
import { parseUrl } from './parse-url.js'

/**
 * The typed client's call that sends the same write; undefined if there is none.
 *
 * ```ts
 * await api.tags.create({ name: 'news', posts: [{ id: '1' }] })
 * ```
 *
 * @param url the URL below the API's URL
 */
export function writeCallOf(
  known: Known,
  method: string,
  url: string,
  body: string | undefined,
): string | undefined {
  const [, path = '', action] = /^(.*?)(?:\/-actions\/([^/]*))?$/.exec(url) ?? []
  const document: unknown = body === undefined ? {} : JSON.parse(body)
  const operations = operationsIn(document)
  if (operations) return operationsCall(known, operations)
  const target = parseUrl(known, path)?.target
  if (!target || !isObject(document)) return undefined
  const { type, id, relationship, isLinkage } = target
  const call = (name: string, ...given: readonly (Code | undefined)[]): string =>
    `await api${memberCode(type)}${memberCode(name)}(${given.flatMap((each) => (each === undefined ? [] : [codeOf(each)])).join(', ')})`
  const idCode = id === undefined ? undefined : textCode(id)
  const { data, meta, included = [] } = document
  if (action !== undefined) return call(action, idCode, isObject(meta) ? valuesCode(meta) : undefined)
  if (relationship !== undefined) {
    const name = LINKING[method]
    return isLinkage && name !== undefined
      ? call(name, idCode, textCode(relationship), valueCode(data))
      : undefined
  }
  if (method === 'DELETE') return call('destroy', idCode)
  const records = Array.isArray(included) ? included.filter(isObject) : []
  const input = isObject(data) ? recordCode({ known, records }, type, data) : undefined
  return input && call(method === 'POST' ? 'create' : 'update', idCode, input)
}

/** The client's call that sends the same operations; undefined if it cannot express one of them. */
function operationsCall(known: Known, operations: readonly JsonObject[]): string | undefined {
  const codes = operations.map(({ op, ref, data }): Members | undefined => {
    const named = isObject(ref) ? ref : data
    if (!isObject(named)) return undefined
    const { type, id, lid, relationship } = named
    const input =
      isObject(data) && !relationship ? recordCode({ known, records: [] }, String(type), data) : undefined
    const members = { op, type, id, lid, relationship }
    return {
      ...valuesCode(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))),
      ...(input && { data: input }),
      ...(relationship !== undefined && { data: valueCode(data) }),
    }
  })
  const found = codes.filter((code) => code !== undefined)
  return found.length === codes.length ? `await api.operations(${codeOf(found)})` : undefined
}

const LINKING: { readonly [method: string]: string } = {
  POST: 'addToRelationship',
  PATCH: 'updateRelationship',
  DELETE: 'removeFromRelationship',
}

interface Documented {
  readonly known: Known
  readonly records: readonly JsonObject[]
}

type Members = { readonly [name: string]: Code }

/** The input for a record; undefined if the client has no input for one of its relationships. */
function recordCode(documented: Documented, type: string, record: JsonObject): Members | undefined {
  const { known } = documented
  const { attributes = {}, relationships = {} } = record
  const members: Record<string, Code> = isObject(attributes) ? { ...valuesCode(attributes) } : {}
  for (const [name, value] of Object.entries(isObject(relationships) ? relationships : {})) {
    const types = own(resourceOf(known, type)?.relationships ?? {}, name)?.types
    const data = isObject(value) ? value['data'] : undefined
    const entries = (Array.isArray(data) ? data : [data]).filter(isObject)
    const codes = entries.map((entry) => entryCode(documented, entry, (types ?? []).length > 1, entries))
    const found = codes.filter((code) => code !== undefined)
    if (!types || found.length !== codes.length) return undefined
    members[name] = Array.isArray(data) ? found : (found[0] ?? 'null')
  }
  return members
}

function entryCode(
  documented: Documented,
  entry: JsonObject,
  isPolymorphic: boolean,
  entries: readonly JsonObject[],
): Members | undefined {
  const { type, id, lid, method, 'temp-id': temp } = entry
  const record = documented.records.find(
    (each) => each['type'] === type && (id === undefined ? each['temp-id'] === temp : each['id'] === id),
  )
  // Records may refer to each other in a cycle.
  const records = documented.records.filter((each) => each !== record)
  const content = record && recordCode({ ...documented, records }, String(type), record)
  const named: Members = {
    ...(isPolymorphic && { type: textCode(String(type)) }),
    ...(typeof id === 'string' && { id: textCode(id) }),
    ...(typeof lid === 'string' && { lid: textCode(lid) }),
  }
  if (typeof lid === 'string' && !record) return named
  if (record && !content) return undefined
  if (id === undefined) {
    // Without a method, the client sends a new record only in a list with links.
    const isSet = entries.some((each) => each['id'] !== undefined && each['method'] === undefined)
    if (!record || (method === undefined && !isSet)) return undefined
    const ownId = record['id']
    return { create: { ...named, ...(typeof ownId === 'string' && { id: textCode(ownId) }), ...content } }
  }
  if (method === undefined) return record ? undefined : named
  if (method === 'update') return record ? { update: { ...named, ...content } } : { associate: named }
  return { [String(method)]: named }
}

const valuesCode = (values: JsonObject): Members =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueCode(value)]))

function valueCode(value: unknown): Code {
  if (typeof value === 'string') return textCode(value)
  if (Array.isArray(value)) return value.map(valueCode)
  if (!isObject(value)) return String(value)
  return valuesCode(value)
}
