import { allRelated, type StoredSideload } from '../../read/related-scope.js'
import { restrictingOf } from '../plan/restricting.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import type { WriteNode } from '../request/node.js'
import type { Session } from './session.js'
import { neededError } from './store-fault.js'

/**
 * Checks that a record has no members in its relationships with `dependent: restrict`; hidden members count (rule
 * 11.15). This runs after everything that the request removes is removed, and before the store sets a key to null or
 * destroys a row.
 *
 * Throws Conflict, which points at the record.
 */
export async function checkDependents(node: WriteNode, record: object): Promise<void> {
  for (const sideload of restrictingOf(node.resource)) {
    if (await hasMembers(node.resource, sideload, record)) throw neededError(node)
  }
}

/**
 * Whether a write destroys a record whose members may restrict that. A serializable transaction keeps others from
 * adding a member between the check and the destroy.
 */
export const destroysRestricted = ({ nodes }: Pick<Session, 'nodes'>): boolean =>
  nodes.some(({ resource, method }) => method === 'destroy' && restrictingOf(resource).length > 0)

/** A record that is its own member does not restrict its destroy. */
async function hasMembers(
  owner: CompiledResource,
  sideload: StoredSideload,
  record: object,
): Promise<boolean> {
  const target = owner.target(sideload)
  const all = target && allRelated({ owner, sideload, target }, record)
  if (!target || all === undefined) return false
  const adapter = target.adapter()
  currentRequest().budget.deadline.check()
  const two = adapter.arrange(all, { kind: 'page', number: 1, size: 2 }, target)
  const members = await adapter.read(two, 'all', target)
  return members.some((member) => target !== owner || idOf(target, member) !== idOf(owner, record))
}
