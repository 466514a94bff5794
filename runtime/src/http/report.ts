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

function print(error: unknown, id: string, request: Request): void {
  try {
    // The query may hold what is nobody's business but the client's.
    const { pathname } = new URL(request.url)
    // The one place of the runtime that prints: an error that nobody listens for must not be lost.
    // oxlint-disable-next-line no-console
    console.error(`${id} ${request.method} ${pathname}`, error)
  } catch {
    // An error whose members throw can't be printed.
  }
}
