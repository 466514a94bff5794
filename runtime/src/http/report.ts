import { castTo, memberOf } from '../base/cast.js'
import { notesOf } from '../error/notes.js'
import { printFault } from '../error/print-fault.js'
import type { AnyServedOptions, DeniedRequest } from './served-options.js'
import { denialsOf } from '../error/denial.js'
import type { Incoming } from './incoming.js'
import type { Explain } from '../resource/explain.js'

/**
 * Reports an error that the client did not cause (rule 14.7) to the application's `onError`; without one, or if it
 * fails, to the standard error output, together with the cure if the store knows one. An error in a guard or a scope is
 * reported with its place in the schema.
 *
 * @returns the id in the response
 */
export function report(
  thrown: unknown,
  incoming: Incoming,
  { onError, registry }: Pick<AnyServedOptions, 'onError' | 'registry'>,
): string {
  const id = crypto.randomUUID()
  const { rule } = notesOf(thrown)
  const error = rule === undefined ? thrown : namedByRule(rule, thrown)
  if (!onError) {
    print(error, id, incoming)
    const cure = cureOf(thrown, registry)
    if (cure !== undefined) printFault(cure)
  } else {
    // An `onError` may be async, whatever its type says; its failure must not break the response or end the process.
    const notify = async (): Promise<void> => onError(error, id, incoming.request)
    notify().catch((failure: unknown) => {
      print(error, id, incoming)
      print(failure, id, incoming)
    })
  }
  return id
}

/** The error for the application's log: it names the rule that threw the error. */
function namedByRule(rule: string, thrown: unknown): Error {
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new Error(`${rule} threw an error: ${message}`, { cause: thrown })
}

/** The cure for an error, if one of the stores knows it. */
function cureOf(error: unknown, registry: AnyServedOptions['registry']): string | undefined {
  const adapters = new Set([...registry.values()].map(({ config }) => config.adapter))
  for (const cause of causesOf(error)) {
    for (const adapter of adapters) {
      const cure = adapter?.faultOf(cause).cure
      if (cure !== undefined) return cure
    }
  }
  return undefined
}

/** An error and its causes, such as the driver's error if the store cannot be reached. */
function causesOf(error: unknown): readonly unknown[] {
  const found: unknown[] = []
  for (
    let each = error;
    each !== undefined && !found.includes(each);
    each = memberOf(Object(each), 'cause')
  ) {
    found.push(each)
  }
  return found
}

function print(error: unknown, id: string, { method, url }: Incoming): void {
  // The query is omitted, because it may contain private data of the client.
  printFault(`${id} ${method} ${new URL(url).pathname}`, error)
}

/** Reports the refusals of a request to the application's `onDenied`. */
export function reportDenials(error: unknown, incoming: Incoming, options: AnyServedOptions): void {
  const { onDenied } = options
  if (onDenied) tell(denialsOf(error), onDenied, incoming, options)
}

/**
 * Calls a function of the application for each event, with its context's description of itself. If the function fails,
 * which may be later, its error is reported, and the response does not change.
 */
export function tell<Event extends { readonly context: object | undefined }>(
  events: readonly Event[],
  listen: (event: Event & { readonly context: string | undefined }, request: Request) => void,
  incoming: Incoming,
  options: AnyServedOptions,
): void {
  for (const event of events) {
    const notify = async (): Promise<void> =>
      listen({ ...event, context: descriptionOf(event.context) }, incoming.request)
    notify().catch((failure: unknown) => report(failure, incoming, options))
  }
}

/** Tells the application's `explain` what the rules of a request decide. */
export async function explainIn(
  incoming: Incoming,
  explain: NonNullable<AnyServedOptions['explain']>,
): Promise<Explain> {
  const { explainTo } = await import('../reader/policies/explain-rules.js')
  return explainTo((line) => explain(line, incoming.request))
}

function descriptionOf(context: object | undefined): DeniedRequest['context'] {
  const describe = context && memberOf(context, 'describe')
  if (typeof describe !== 'function') return undefined
  return castTo<() => string | undefined>(describe).call(context)
}
