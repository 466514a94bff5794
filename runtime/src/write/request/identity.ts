import { InvalidDocument } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { type JsonObject, ownMember, pointerTo } from '../../value/json.js'

/** The names that identify a record within a request: its id, or a temp-id or lid. */
export interface Identity {
  readonly type: string
  readonly id: string | undefined
  readonly tempId: string | undefined
  readonly lid: string | undefined
}

/** The kinds of names that identify a record in a request, by precedence: an id wins (rule 11.1). */
export const NAME_KINDS = ['id', 'tempId', 'lid'] as const

/** Reads type, id, temp-id and lid of a resource object or a linkage entry; undefined if they are malformed. */
export function readIdentity(
  object: JsonObject,
  pointer: string,
  faults: JsonapiError[],
  strict = false,
): Identity | undefined {
  const type = ownMember(object, 'type')
  if (typeof type !== 'string') {
    const detail = type === undefined ? 'A resource object must have a "type".' : '"type" must be a string.'
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
    id: readName(object, 'id', pointer, faults, strict),
    tempId: readName(object, 'temp-id', pointer, faults),
    lid: readName(object, 'lid', pointer, faults),
  }
  return faults.length === before ? identity : undefined
}

/** Whether an identity has any name besides its type. */
export const isNamed = ({ id, tempId, lid }: Identity): boolean => (id ?? tempId ?? lid) !== undefined

/** Whether two identities have a name in common. */
export function haveCommonName(one: Identity, other: Identity): boolean {
  if (one.type !== other.type) return false
  return NAME_KINDS.some((kind) => one[kind] !== undefined && one[kind] === other[kind])
}

/** Merges two identities of one record; if they differ, the first one wins. */
export function mergedIdentity(one: Identity, other: Identity): Identity {
  const { id = other.id, tempId = other.tempId, lid = other.lid } = one
  if (id === one.id && tempId === one.tempId && lid === one.lid) return one
  return { type: one.type, id, tempId, lid }
}

/** Whether two identities with a common name can be one record: their ids must not differ (rule 11.1). */
export function mayBeSameRecord(one: Pick<Identity, 'id'>, other: Pick<Identity, 'id'>): boolean {
  return one.id === undefined || other.id === undefined || one.id === other.id
}

/** Describes an identity for the detail of an error. */
export function describeIdentity({ type, id, tempId, lid }: Identity): string {
  const name =
    id === undefined
      ? tempId === undefined
        ? `the lid "${lid}"`
        : `the temp-id "${tempId}"`
      : `the id "${id}"`
  return `"${type}" with ${name}`
}

/** Reads a name: a string. Outside strict mode an id may also be a whole number, which is read as its text (rule 14.8). */
function readName(
  object: JsonObject,
  member: string,
  pointer: string,
  faults: JsonapiError[],
  strict = true,
): string | undefined {
  const value = ownMember(object, member)
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string' && value !== '') return value
  if (!strict && Number.isSafeInteger(value)) return String(value)
  faults.push(
    new InvalidDocument({
      detail: `"${member}" must be a non-empty string.`,
      source: { pointer: pointerTo(pointer, member) },
    }),
  )
  return undefined
}
