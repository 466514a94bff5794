import { Unauthorized } from '../error/errors.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { PlacedError } from '../error/placed-error.js'
import { pointerTo } from '../value/json.js'
import { OPERATIONS } from './read-operations.js'

/** Which operation something belongs to, and which member of it an error without a pointer is of. */
export interface OperationPlace {
  readonly index: number
  readonly at?: string
}

class OfOperation extends PlacedError {}

/**
 * The error as one of an operation (rule 16.6). A pointer leads into that operation. An error without one points at
 * the operation, or at what that is about. Undefined if it is not the client's mistake, if it is about the whole
 * request, or if it has its place already.
 */
export function ofOperation(error: unknown, { index, at = '' }: OperationPlace): JsonapiError | undefined {
  const isWhole = !(error instanceof JsonapiError) || error.status >= 500 || error instanceof Unauthorized
  if (isWhole || error instanceof OfOperation) return undefined
  return new OfOperation(error, (pointer = at) => pointerTo('', OPERATIONS, index) + pointer)
}

/** Runs what belongs to an operation; its errors say so. */
export async function inOperation<Result>(
  place: OperationPlace,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw ofOperation(error, place) ?? error
  }
}
