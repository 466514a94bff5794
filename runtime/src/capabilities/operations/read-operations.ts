import { InvalidDocument } from '../../error/errors.js'
import type { Limits } from '../../query/limits.js'
import { isJsonObject, ownMember, pointerTo } from '../../value/json.js'

/** The member of a document that holds its operations. */
export const OPERATIONS = 'atomic:operations'

/** Members that a document of operations must not have (Atomic Operations, "Document Structure"). */
const FOREIGN = ['data', 'included', 'errors', 'atomic:results'] as const

/**
 * The operations of a document, within the limit of a request.
 *
 * Throws InvalidDocument if the document has another form.
 */
export function operationsIn(body: unknown, limits: Pick<Limits, 'operations'>): readonly unknown[] {
  if (body === undefined) throw new InvalidDocument({ detail: 'The request has no body.' })
  if (!isJsonObject(body)) throw otherForm(`The body must be an object with the member "${OPERATIONS}".`)
  const foreign = FOREIGN.find((name) => Object.hasOwn(body, name))
  if (foreign !== undefined) {
    throw otherForm(`A request with operations cannot contain "${foreign}".`, foreign)
  }
  const operations = ownMember(body, OPERATIONS)
  if (operations === undefined) throw otherForm(`The body has no "${OPERATIONS}".`)
  if (!Array.isArray(operations) || operations.length === 0) {
    throw otherForm(`"${OPERATIONS}" must be a list of one or more operations.`, OPERATIONS)
  }
  if (operations.length > limits.operations) {
    throw otherForm(`A request can have at most ${limits.operations} operations.`, OPERATIONS)
  }
  return operations
}

const otherForm = (detail: string, ...steps: readonly string[]): InvalidDocument =>
  new InvalidDocument({ detail, source: { pointer: pointerTo('', ...steps) } })
