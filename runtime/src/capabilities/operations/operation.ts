import { InvalidDocument } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import { isJsonObject, type JsonObject, ownMember, pointerTo } from '../../value/json.js'

/** One operation of the request. */
export interface Operation {
  readonly op: OperationCode
  readonly ref: JsonObject | undefined
  readonly href: string | undefined
  /** Undefined if the operation has no data; null empties a to-one relationship. */
  readonly data: unknown
}

export type OperationCode = 'add' | 'update' | 'remove'

const CODES: readonly OperationCode[] = ['add', 'update', 'remove']
/**
 * The records of a nested write are refused here; other unknown members are ignored (JSON:API, "Document Structure").
 */
const INCLUDED = 'included'

/** Reads the form of an operation, with pointers relative to the operation. Undefined if it has faults. */
export function readOperation(value: unknown, faults: JsonapiError[]): Operation | undefined {
  const before = faults.length
  const refuse = (detail: string, ...steps: readonly string[]): void => {
    faults.push(new InvalidDocument({ detail, source: { pointer: pointerTo('', ...steps) } }))
  }
  if (!isJsonObject(value)) {
    refuse('An operation must be an object.')
    return undefined
  }
  if (ownMember(value, INCLUDED) !== undefined) {
    refuse(`An operation cannot have the member "${INCLUDED}".`, INCLUDED)
  }
  const code = ownMember(value, 'op')
  const op = CODES.find((known) => known === code)
  if (!op) refuse(`"op" must be one of ${CODES.join(', ')}.`, ...(code === undefined ? [] : ['op']))
  const ref = ownMember(value, 'ref')
  const href = ownMember(value, 'href')
  if (ref !== undefined && !isJsonObject(ref)) refuse('"ref" must be an object.', 'ref')
  if (href !== undefined && typeof href !== 'string') refuse('"href" must be a string.', 'href')
  if (ref !== undefined && href !== undefined) {
    refuse('An operation can have a "ref" or an "href", but not both.', 'href')
  }
  if (!op || faults.length > before) return undefined
  return {
    op,
    ref: isJsonObject(ref) ? ref : undefined,
    href: typeof href === 'string' ? href : undefined,
    data: ownMember(value, 'data'),
  }
}
