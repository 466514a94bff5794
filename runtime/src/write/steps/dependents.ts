import { relativesOf } from '../../reader/base/bases.js'
import { readRows } from '../../reader/rows.js'
import { restrictingIn } from '../../resource/relations.js'
import type { Relation } from '../../vocabulary/relation.js'
import { type CompiledResource, idOf } from '../../resource/compile.js'
import type { WriteNode } from '../request/node.js'
import { neededError } from '../session/store-fault.js'

/**
 * Checks that a record has no members in its relationships with `dependent: restrict`; hidden members count (rule
 * 11.15). This runs after everything that the request removes is removed, and before the store sets a key to null or
 * destroys a row.
 *
 * Throws Conflict, which points at the record.
 */
export async function checkDependents(node: WriteNode, record: object): Promise<void> {
  for (const { relations } of restrictingIn(node.resource)) {
    for (const relation of relations) {
      if (await hasMembers(relation, record)) throw neededError(node)
    }
  }
}

/** A record that is its own member does not restrict its destroy. */
async function hasMembers(relation: Relation<CompiledResource>, record: object): Promise<boolean> {
  const { owner, target } = relation
  const where = target && relativesOf(relation, record, target)
  if (!target || !where) return false
  const members = await readRows({ resource: target, where, count: 2 })
  return members.some((member) => target !== owner || idOf(target, member) !== idOf(owner, record))
}
