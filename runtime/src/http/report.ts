import { namedByRule } from '../error/failed-rule.js'
import { printFault } from '../error/print-fault.js'
import type { AnyApiOptions } from './api-options.js'

/**
 * Reports an error that the client did not cause (rule 14.7) to the application's `onError`; without one, or if it
 * fails, to the standard error output, together with the cure if the store knows one. An error of a guard or a scope is
 * named by its place in the schema.
 *
 * @returns the id in the answer
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
    // An `onError` may be async, whatever its type says; its failure must not break the answer or end the process.
    const notify = async (): Promise<void> => onError(error, id, request)
    notify().catch((failure: unknown) => {
      print(error, id, request)
      print(failure, id, request)
    })
  }
  return id
}

/** The cure for an error, if one of the stores knows it. */
function cureOf(error: unknown, registry: AnyApiOptions['registry']): string | undefined {
  const adapters = new Set([...registry.values()].map(({ config }) => config.adapter))
  for (const adapter of adapters) {
    const cure = adapter?.faultOf(error).cure
    if (cure !== undefined) return cure
  }
  return undefined
}

function print(error: unknown, id: string, { method, url }: Request): void {
  // The query is left out, because it may contain private data of the client.
  printFault(`${id} ${method} ${new URL(url).pathname}`, error)
}
