import { namedByRule } from '../error/failed-rule.js'
import { printFault } from '../error/print-fault.js'
import type { AnyApiOptions } from './api-options.js'

/**
 * Tells the application of an error that is not the client's doing (rule 14.7): its `onError`, or, where it has none or that
 * one fails, the standard error output. That names the cure, too, where a store that is not made yet has one. What a guard or a
 * scope has thrown is named by its place in the schema.
 *
 * @returns the id that the answer names
 */
export function report(
  thrown: unknown,
  request: Request,
  { onError, registry }: Pick<AnyApiOptions, 'onError' | 'registry'>,
): string {
  const id = crypto.randomUUID()
  const error = namedByRule(thrown)
  if (!onError) {
    print(error, id, request)
    const cure = cureOf(thrown, registry)
    if (cure !== undefined) printFault(cure)
  } else {
    // An `onError` may be async, whatever its type says; a log that fails must not take the answer, or the process, with it.
    const told = async (): Promise<void> => onError(error, id, request)
    told().catch((failure: unknown) => {
      print(error, id, request)
      print(failure, id, request)
    })
  }
  return id
}

/** What one of the stores knows to do about an error. */
function cureOf(error: unknown, registry: AnyApiOptions['registry']): string | undefined {
  const adapters = new Set([...registry.values()].map(({ config }) => config.adapter))
  for (const adapter of adapters) {
    const cure = adapter?.faultOf(error).cure
    if (cure !== undefined) return cure
  }
  return undefined
}

function print(error: unknown, id: string, { method, url }: Request): void {
  // The query may hold what is nobody's business but the client's.
  printFault(`${id} ${method} ${new URL(url).pathname}`, error)
}
