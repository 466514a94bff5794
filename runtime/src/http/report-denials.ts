import { castTo, memberOf } from '../cast.js'
import { denialsOf } from '../error/denial.js'
import type { AnyApiOptions, DeniedRequest } from './api-options.js'

/** Tells the application what its policies have denied to a request, where it wants to know. */
export function reportDenials(error: unknown, request: Request, { onDenied }: AnyApiOptions): void {
  if (!onDenied) return
  for (const { context, ...denial } of denialsOf(error)) {
    // A log that fails must not take the answer with it.
    const told = async (): Promise<void> => onDenied({ ...denial, context: descriptionOf(context) }, request)
    told().catch(() => undefined)
  }
}

function descriptionOf(context: object | undefined): DeniedRequest['context'] {
  const describe = context && memberOf(context, 'describe')
  if (typeof describe !== 'function') return undefined
  return castTo<() => string | undefined>(describe).call(context)
}
