import { memberOf, setMember } from '../../base/cast.js'
import { copyOf } from '../../base/copy-of.js'
import { callHandler } from '../../declare/handler.js'
import type { KnownRelation } from '../../resource/relations.js'

/**
 * Lets the application assign children to parents (specification 2.5). Every parent first gets an empty array, or null,
 * so that a parent without children does not stay undefined.
 */
export async function assignCustom(
  { owner, name, many }: KnownRelation,
  parents: readonly object[],
  children: readonly object[],
): Promise<void> {
  for (const parent of parents) setMember(parent, name, many ? [] : null)
  await callHandler(owner.instance, owner.config.sideloads.get(name)?.assign ?? 'assign', [parents, children])
}

/** The children that a custom sideload assigns to one parent, each once, in its order; the parent stays as it is. */
export async function assignedTo(
  relation: KnownRelation,
  parent: object,
  children: readonly object[],
): Promise<readonly object[]> {
  const copy = copyOf(parent)
  await assignCustom(relation, [copy], children)
  return assignedIn(relation, copy)
}

/** The members of a custom relationship of a parent after the assignment. */
export function assignedIn({ name }: KnownRelation, parent: object): readonly object[] {
  const members = [memberOf(parent, name)].flat()
  return [...new Set(members)].filter((member) => typeof member === 'object' && member !== null)
}
