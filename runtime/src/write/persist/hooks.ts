import { currentFrame, type Queued, withContext } from '../../resource/frame.js'
import { ValidationError } from '../../error/validation-error.js'
import type { HookConfig } from '../../declare/config.js'
import { callHandler } from '../../declare/handler.js'
import type { Session, Touched } from './session.js'
import { instanceOf } from './store-call.js'

/** The hooks of all records that a write has touched, in the order of the writes. Each runs in the write's context. */
export function hooksOf(session: Session, moment: HookConfig['moment']): readonly Queued[] {
  const { context, namespace } = currentFrame()
  const hooks: Queued[] = []
  for (const touched of session.touched.values()) {
    for (const hook of touched.node.resource.config.hooks) {
      if (hook.moment !== moment || hook.action !== touched.action) continue
      hooks.push(() => withContext(context, namespace, () => runHook(session, touched, hook)))
    }
  }
  return hooks
}

/** A ValidationError of a hook becomes issues of its record. It still rolls back what is not committed. */
async function runHook(session: Session, { node, record }: Touched, { handler }: HookConfig): Promise<void> {
  session.changes.count++
  try {
    await callHandler(instanceOf(session, node), handler, [record, currentFrame().context])
  } catch (error) {
    if (error instanceof ValidationError) {
      for (const issue of error.issues) session.issues.push({ node, issue })
    }
    throw error
  }
}
