import type { WriteAction } from '../../declare/config.js'
import { denied } from '../../error/denial.js'
import type { Forbidden } from '../../error/errors.js'
import { isLimited } from '../../reader/policies/policies.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentFrame } from '../../resource/frame.js'

/** A record that a write names, and the action that the write performs on it, if any. */
export interface NamedRecord {
  readonly id: string
  readonly action: WriteAction | undefined
}

/** Finds records by ids; with an action, only the records whose policies permit it. */
export type FindNamed = (
  ids: readonly string[],
  action: WriteAction | undefined,
) => Promise<readonly object[]>

/** The found records by id, and the visible ids whose policies refuse the action. */
export interface Permitted {
  readonly found: ReadonlyMap<string, object>
  readonly refused: ReadonlyMap<string, WriteAction>
}

/**
 * Finds the records that a write names, each within the policies of its action. Missing records are looked up again
 * without the action, to tell a refused action from a missing record (rule 14.10).
 */
export async function findPermitted(
  resource: CompiledResource,
  wanted: readonly NamedRecord[],
  find: FindNamed,
): Promise<Permitted> {
  const found = new Map<string, object>()
  const refused = new Map<string, WriteAction>()
  for (const action of new Set(wanted.map((one) => one.action))) {
    const ids = wanted.filter((one) => one.action === action).map(({ id }) => id)
    const limited = action !== undefined && isLimited(resource, action)
    for (const record of await find(ids, limited ? action : undefined)) {
      found.set(idOf(resource, record), record)
    }
    const missing = limited ? ids.filter((id) => !found.has(id)) : []
    if (!limited || missing.length === 0) continue
    for (const record of await find(missing, undefined)) refused.set(idOf(resource, record), action)
  }
  for (const id of refused.keys()) found.delete(id)
  return { found, refused }
}

/** The error for a visible record whose policies refuse the action. */
export function deniedRecord(
  { type }: CompiledResource,
  action: WriteAction,
  id: string,
  pointer: string | undefined,
): Forbidden {
  const { context } = currentFrame()
  return denied(
    { rule: `scopes.${action}`, resource: type, id, context },
    `This request is not allowed to ${action} this record of type "${type}".`,
    pointer,
  )
}
