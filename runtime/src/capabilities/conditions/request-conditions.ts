import type { RequestPart } from '../../http/capability.js'
import { InvalidParameter } from '../../error/errors.js'
import { readConditions } from './read-conditions.js'
import { readTagList, type TagHeader } from './tag-list.js'
import { writeConditions } from './write-conditions.js'

/** The parts of a request that its conditions are read from. */
export interface Conditional {
  readonly headers: Pick<Headers, 'get'>
  readonly method: string
  /** Whether it writes one record, which has an entity tag; operations have no record of their own. */
  readonly hasTag: boolean
}

/**
 * Reads the conditions of a request on entity tags (rules 26.3 to 26.6), before any query runs.
 *
 * Throws InvalidParameter for a header that is malformed, or that has no meaning for this request.
 */
export function requestConditions({ headers, method, hasTag }: Conditional): RequestPart {
  const match = readTagList(headers, 'If-Match')
  const noneMatch = readTagList(headers, 'If-None-Match')
  if (method === 'GET' || method === 'HEAD') return readConditions({ match, noneMatch })
  if (noneMatch) throw misplaced('If-None-Match', 'is supported only for GET and HEAD')
  if (!hasTag) {
    throw misplaced('If-Match', 'is supported only for PATCH, DELETE and actions on a single record')
  }
  return writeConditions(match ?? 'any')
}

const misplaced = (header: TagHeader, why: string): InvalidParameter =>
  new InvalidParameter({ detail: `"${header}" ${why}.`, source: { header } })
