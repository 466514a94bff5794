import type { Places } from './api-error.js'
import type { Settings } from './collection.js'
import type { Extension } from './extension.js'
import { isIdentifier, isSameId } from './is-identifier.js'
import { membersOf } from './is-object.js'
import { readDocument } from './read-document.js'
import { relationshipSchema } from './schema.js'
import { MEDIA_TYPE, send } from './send.js'
import type { CallOptions } from './types/call-types.js'

/** An operation on any resource type, without exact types. */
interface AnyOperation {
  readonly op: 'add' | 'update' | 'remove'
  readonly type: string
  readonly id?: string
  readonly lid?: string
  readonly relationship?: string
  readonly data?: unknown
}

type Member = Readonly<Record<string, unknown>>

/**
 * Adds the call `operations` to a client. It sends several writes in one request: either all of them succeed or none
 * do. The server must support Atomic Operations.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [operations] });
 * const [tag, post] = await api.operations([
 *   { op: 'add', type: 'tags', lid: 't1', data: { name: 'gardens' } },
 *   { op: 'add', type: 'posts', data: { title, body, author: { id: '1' }, tags: [{ lid: 't1' }] } },
 * ]);
 * ```
 *
 * Throws the same errors as any other write. `error.at('1.title')` returns the messages about the title of the second
 * operation.
 */
export const operations: Extension<'operations'> = {
  name: 'operations',
  calls: (settings) => ({
    operations: (all: readonly AnyOperation[], call?: CallOptions) => operate(settings, all, call),
  }),
}

async function operate(
  settings: Settings,
  all: readonly AnyOperation[],
  call?: CallOptions,
): Promise<readonly unknown[]> {
  const draft: Draft = { settings, pointers: new Map(), tempIds: new Map(), named: new Set() }
  const sent = all.map((one, index) => written(one, `/${OPERATIONS}/${index}`, `${index}`, draft))
  const answer = await send(
    settings,
    {
      method: 'POST',
      path: '/operations',
      accept: `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`,
      body: { [OPERATIONS]: sent },
      places: draft,
    },
    call,
  )
  const results = answer.document?.['atomic:results']
  if (!Array.isArray(results) || results.length !== all.length) {
    return answer.refuse('The response does not contain a result for each operation')
  }
  return Object.freeze(
    all.map((one, index) => recordOf(one, membersOf(results[index]), settings, answer.refuse)),
  )
}

const OPERATIONS = 'atomic:operations'

interface Draft extends Places {
  readonly settings: Settings
  readonly pointers: Map<string, string>
  readonly named: Set<string>
}

function written(operation: AnyOperation, pointer: string, place: string, draft: Draft): object {
  const { op, type, id, lid, relationship, data } = operation
  const identity = { type, ...(lid === undefined ? id !== undefined && { id: String(id) } : { lid }) }
  draft.pointers.set(pointer, place)
  if (relationship !== undefined) {
    const linkage = linkageOf(data, { type, name: relationship, pointer: `${pointer}/data`, place }, draft)
    return { op, ref: { ...identity, relationship }, data: linkage }
  }
  if (op === 'remove') return { op, ref: identity }
  return { op, data: resourceObject(identity, membersOf(data), `${pointer}/data`, place, draft) }
}

function resourceObject(
  identity: { readonly type: string },
  { id, ...input }: Member,
  pointer: string,
  place: string,
  draft: Draft,
): object {
  draft.pointers.set(pointer, place)
  const object: Drafted = { ...identity, ...(id !== undefined && { id: String(id) }) }
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (!relationshipSchema(draft.settings.schema, identity.type, name)) {
      ;(object.attributes ??= {})[name] = value
      continue
    }
    const at = { pointer: `${pointer}/relationships/${name}`, place: `${place}.${name}` }
    draft.pointers.set(at.pointer, at.place)
    const within = { type: identity.type, name, pointer: `${at.pointer}/data`, place: at.place }
    ;(object.relationships ??= {})[name] = { data: linkageOf(value, within, draft) }
  }
  return object
}

interface Drafted {
  readonly type: string
  attributes?: Record<string, unknown>
  relationships?: Record<string, object>
}

interface Within {
  readonly type: string
  readonly name: string
  readonly pointer: string
  readonly place: string
}

function linkageOf(value: unknown, { type, name, pointer, place }: Within, draft: Draft): unknown {
  const target = relationshipSchema(draft.settings.schema, type, name)?.types[0]
  const identifier = (one: unknown, pointerToOne: string, placeOfOne: string): object => {
    draft.pointers.set(pointerToOne, placeOfOne)
    draft.named.add(placeOfOne)
    return { type: target, ...membersOf(one) }
  }
  if (value === null) return null
  return Array.isArray(value)
    ? value.map((one, index) => identifier(one, `${pointer}/${index}`, `${place}.${index}`))
    : identifier(value, pointer, place)
}

/** The record that an operation added or changed; undefined for other operations. */
function recordOf(
  { op, type, id, relationship }: AnyOperation,
  { data }: Member,
  { schema }: Settings,
  refuse: (why: string) => never,
): unknown {
  if (op === 'remove' || relationship !== undefined) return undefined
  const isOne = isIdentifier(data) && data.type === type && isSameId(data.id, id)
  if (!isOne) return refuse('A result does not contain the expected record')
  return readDocument({ data }, { schema, types: [type], query: {}, written: {}, refuse })
}
