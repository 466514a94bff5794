import { castTo, memberOf } from '../base/cast.js'
import { denialsOf } from '../error/denial.js'
import type { Watch } from '../resource/request-state.js'
import type { AnyApiOptions, DeniedRequest } from './api-options.js'

/** Reports the refusals of a request to the application's `onDenied`. */
export function reportDenials(error: unknown, request: Request, { onDenied }: AnyApiOptions): void {
  if (!onDenied) return
  for (const { context, ...denial } of denialsOf(error)) {
    // A failing log must not change the answer.
    const notify = async (): Promise<void> =>
      onDenied({ ...denial, context: descriptionOf(context) }, request)
    notify().catch(() => undefined)
  }
}

/** The events of policies that the application listens to. */
export async function watchOf(request: Request, { explain, onDenied }: AnyApiOptions): Promise<Watch> {
  const denials = onDenied !== undefined
  if (!explain) return { denials }
  const { explainTo } = await import('../plan/explain-rules.js')
  return { denials, explain: explainTo((line) => explain(line, request)) }
}

function descriptionOf(context: object | undefined): DeniedRequest['context'] {
  const describe = context && memberOf(context, 'describe')
  if (typeof describe !== 'function') return undefined
  return castTo<() => string | undefined>(describe).call(context)
}
