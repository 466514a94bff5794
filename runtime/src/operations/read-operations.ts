import { InvalidDocument } from '../error/errors.js'
import type { Limits } from '../query/limits.js'
import { isJsonObject, ownMember, pointerTo } from '../value/json.js'

/** The member of a document that its operations stand in. */
export const OPERATIONS = 'atomic:operations'

/** What a document of operations can't have besides them (Atomic Operations, "Document Structure"). */
const FOREIGN = ['data', 'included', 'errors', 'atomic:results'] as const

/**
 * The operations of a document, as many as a request may have.
 *
 * Throws InvalidDocument for a document of another form.
 */
export function operationsIn(body: unknown, limits: Pick<Limits, 'operations'>): readonly unknown[] {
  if (body === undefined) throw new InvalidDocument({ detail: 'The request has no body.' })
  if (!isJsonObject(body)) throw otherForm(`The body is an object with "${OPERATIONS}".`)
  const foreign = FOREIGN.find((name) => Object.hasOwn(body, name))
  if (foreign !== undefined) throw otherForm(`A request for operations has no "${foreign}".`, foreign)
  const operations = ownMember(body, OPERATIONS)
  if (operations === undefined) throw otherForm(`The body has no "${OPERATIONS}".`)
  if (!Array.isArray(operations) || operations.length === 0) {
    throw otherForm(`"${OPERATIONS}" is a list of one or more operations.`, OPERATIONS)
  }
  if (operations.length > limits.operations) {
    throw otherForm(`A request has at most ${limits.operations} operations.`, OPERATIONS)
  }
  return operations
}

const otherForm = (detail: string, ...steps: readonly string[]): InvalidDocument =>
  new InvalidDocument({ detail, source: { pointer: pointerTo('', ...steps) } })
