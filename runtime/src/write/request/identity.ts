import { InvalidDocument } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { type JsonObject, ownMember, pointerTo } from '../../value/json.js'

/** What tells a record of a request from the others: its id, or a name that holds within the request. */
export interface Identity {
  readonly type: string
  readonly id: string | undefined
  readonly tempId: string | undefined
  readonly lid: string | undefined
}

/** The kinds of names under which a record can be found in a request, the most telling first: an id wins (rule 11.1). */
export const NAME_KINDS = ['id', 'tempId', 'lid'] as const

/** Reads type, id, temp-id and lid of a resource object or a linkage entry; undefined where they are not of their form. */
export function readIdentity(
  object: JsonObject,
  pointer: string,
  faults: JsonapiError[],
  strict = false,
): Identity | undefined {
  const type = ownMember(object, 'type')
  if (typeof type !== 'string') {
    const detail = type === undefined ? 'A resource has a "type".' : 'A "type" is a string.'
    faults.push(
      new InvalidDocument({
        detail,
        source: { pointer: type === undefined ? pointer : pointerTo(pointer, 'type') },
      }),
    )
    return undefined
  }
  const before = faults.length
  const identity = {
    type,
    id: strict ? readName(object, 'id', pointer, faults) : readId(object, pointer, faults),
    tempId: readName(object, 'temp-id', pointer, faults),
    lid: readName(object, 'lid', pointer, faults),
  }
  return faults.length === before ? identity : undefined
}

/** Whether anything tells the record from others of its type. */
export const isNamed = ({ id, tempId, lid }: Identity): boolean => (id ?? tempId ?? lid) !== undefined

/** Whether two sayings of records have a name in common. */
export function shareName(one: Identity, other: Identity): boolean {
  if (one.type !== other.type) return false
  return NAME_KINDS.some((kind) => one[kind] !== undefined && one[kind] === other[kind])
}

/** What two sayings of one record say of it together; where they differ, the first one counts. */
export function united(one: Identity, other: Identity): Identity {
  const { id = other.id, tempId = other.tempId, lid = other.lid } = one
  if (id === one.id && tempId === one.tempId && lid === one.lid) return one
  return { type: one.type, id, tempId, lid }
}

/** Whether two sayings that have a name in common can be of one record: they are not where their ids differ (rule 11.1). */
export function agree(one: Pick<Identity, 'id'>, other: Pick<Identity, 'id'>): boolean {
  return one.id === undefined || other.id === undefined || one.id === other.id
}

/** The identity in words, for the detail of an error. */
export function describeIdentity({ type, id, tempId, lid }: Identity): string {
  const name =
    id === undefined
      ? tempId === undefined
        ? `the lid "${lid}"`
        : `the temp-id "${tempId}"`
      : `the id "${id}"`
  return `"${type}" with ${name}`
}

/** Ids are strings; unless it is in strict mode, a client that writes a whole number means its text (rule 14.8). */
function readId(object: JsonObject, pointer: string, faults: JsonapiError[]): string | undefined {
  const id = ownMember(object, 'id')
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id)
  return givenName(id, 'id', pointer, faults)
}

function readName(
  object: JsonObject,
  member: string,
  pointer: string,
  faults: JsonapiError[],
): string | undefined {
  return givenName(ownMember(object, member), member, pointer, faults)
}

function givenName(
  value: unknown,
  member: string,
  pointer: string,
  faults: JsonapiError[],
): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value !== '') return value
  faults.push(
    new InvalidDocument({
      detail: `"${member}" is a string that is not empty.`,
      source: { pointer: pointerTo(pointer, member) },
    }),
  )
  return undefined
}
