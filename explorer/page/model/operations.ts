import { isObject, type JsonObject } from './json.js'
import type { Identifier } from './rows.js'
import { MEDIA_TYPE } from './send.js'

/** The path of the Atomic Operations extension, below the API's URL. */
export const OPERATIONS_PATH = '/operations'

const TYPE = `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`

/** The headers of a request with operations. */
export const ATOMIC_HEADERS = [
  ['accept', TYPE],
  ['content-type', TYPE],
] as const

/** The document that sends operations. */
export const operationsDocument = (operations: readonly JsonObject[]): JsonObject => ({
  'atomic:operations': operations,
})

/** The operations in a document; undefined if it contains none. */
export function operationsIn(document: unknown): readonly JsonObject[] | undefined {
  const found = isObject(document) ? document['atomic:operations'] : undefined
  return Array.isArray(found) && found.every(isObject) ? found : undefined
}

/** The records that operations add, with their `lid` as the id. */
export const lidsIn = (operations: readonly JsonObject[]): readonly Identifier[] =>
  operations.flatMap(({ op, data }) =>
    op === 'add' && isObject(data) && typeof data['lid'] === 'string'
      ? [{ type: String(data['type']), id: data['lid'] }]
      : [],
  )

/** An operation in words: `add posts posts-1`. */
export function titleOf({ op, ref, href, data }: JsonObject): string {
  const named = isObject(ref) ? ref : isObject(data) ? data : {}
  const { type = href, id, lid = '', relationship = '' } = named
  return [op, type, id ?? lid, relationship].filter((part) => part !== undefined && part !== '').join(' ')
}

/** An error of one operation, at one of its members; the member is empty if the error concerns the whole operation. */
export interface OperationError {
  readonly member: string
  readonly text: string
}

/**
 * The errors in a response, by the position of their operation; the key -1 has the errors of the whole
 * request.
 */
export function operationErrors(document: unknown): ReadonlyMap<number, readonly OperationError[]> {
  const errors = isObject(document) && Array.isArray(document['errors']) ? document['errors'] : []
  const found = new Map<number, readonly OperationError[]>()
  for (const error of errors.filter(isObject)) {
    const pointer = isObject(error['source']) ? String(error['source']['pointer'] ?? '') : ''
    const [, index = '-1', rest = ''] = /^\/atomic:operations\/(\d+)(.*)$/.exec(pointer) ?? []
    const [, name] = /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(rest) ?? []
    const told = isObject(error['meta']) ? error['meta']['attribute'] : undefined
    const text = String(error['detail'] ?? error['title'] ?? '')
    const member = name ?? (typeof told === 'string' ? told : '')
    found.set(Number(index), [...(found.get(Number(index)) ?? []), { member, text }])
  }
  return found
}
