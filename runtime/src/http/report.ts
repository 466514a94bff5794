import { printFault } from '../error/print-fault.js'
import type { AnyApiOptions } from './api-options.js'

/**
 * Tells the application of an error that is not the client's doing (rule 14.7): its `onError`, or, where it has none or that
 * one fails, the standard error output.
 *
 * @returns the id that the answer names
 */
export function report(
  error: unknown,
  request: Request,
  { onError }: Pick<AnyApiOptions, 'onError'>,
): string {
  const id = crypto.randomUUID()
  if (!onError) print(error, id, request)
  else {
    // An `onError` may be async, whatever its type says; a log that fails must not take the answer, or the process, with it.
    const told = async (): Promise<void> => onError(error, id, request)
    told().catch((failure: unknown) => {
      print(error, id, request)
      print(failure, id, request)
    })
  }
  return id
}

function print(error: unknown, id: string, { method, url }: Request): void {
  // The query may hold what is nobody's business but the client's.
  printFault(`${id} ${method} ${new URL(url).pathname}`, error)
}
