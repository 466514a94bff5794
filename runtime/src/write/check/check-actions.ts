import { guardOf, type WriteAction } from '../../declare/config.js'
import type { Guard } from '../../declare/handler.js'
import { denied } from '../../error/denial.js'
import { throwCollected } from '../../error/errors.js'
import type { JsonapiError } from '../../error/jsonapi-error.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Guards } from '../../resource/guards.js'
import { withFaultMeta } from '../request/fault-meta.js'
import { allNodes, type WriteNode } from '../request/node.js'
import { writtenActions } from '../request/written-actions.js'

/**
 * Asks the guards of `create`, `update` and `destroy` about every record of a write (rule 14.11), however the request
 * reaches the record. No query has run before.
 *
 * Throws Forbidden, which points at the first record of each kind.
 */
export async function checkActions(root: WriteNode, guards: Guards): Promise<void> {
  const asked = new Set<string>()
  const faults: JsonapiError[] = []
  for (const { resource, action, pointer } of writtenActions(root)) {
    const key = `${action} ${resource.type}`
    if (asked.has(key)) continue
    asked.add(key)
    const guard = guardOf(resource.config, action)
    const rule = { resource: resource.type, place: `actions.${action}`, guard: guard ?? true }
    if (await guards.permits(rule)) continue
    faults.push(actionFault(resource, { action, guard }, guards, pointer))
  }
  if (faults.length === 0) return
  const nodes = allNodes(root)
  throwCollected(faults.map((fault) => withFaultMeta(fault, nodes)))
}

function actionFault(
  { type }: CompiledResource,
  { action, guard }: { readonly action: WriteAction; readonly guard: Guard | undefined },
  { context }: Guards,
  pointer: string | undefined,
): JsonapiError {
  return denied(
    { rule: `actions.${action}: ${guard}`, resource: type, context },
    `This request may not ${action} records of type "${type}".`,
    pointer,
  )
}
