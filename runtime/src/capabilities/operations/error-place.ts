import { Unauthorized } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { PlacedError } from '../../error/placed-error.js'
import { pointerTo } from '../../value/json.js'
import { OPERATIONS } from './read-operations.js'

/** The operation that an error belongs to, and the member for errors without a pointer. */
export interface OperationPlace {
  readonly index: number
  readonly at?: string
}

class OfOperation extends PlacedError {}

/**
 * The error as one of an operation (rule 16.6). Its pointer is moved into that operation; without a pointer, it points
 * at the operation or at its target. Undefined if it is not the client's mistake, if it is about the whole request, or
 * if it has its place already.
 */
export function ofOperation(error: unknown, { index, at = '' }: OperationPlace): JsonapiError | undefined {
  const isWhole = !(error instanceof JsonapiError) || error.status >= 500 || error instanceof Unauthorized
  if (isWhole || error instanceof OfOperation) return undefined
  return new OfOperation(error, (pointer = at) => pointerTo('', OPERATIONS, index) + pointer)
}

/** Runs a part of an operation; its errors point into the operation. */
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
