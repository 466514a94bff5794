import type { CompiledResource } from './compile.js'
import type { Guards } from './guards.js'
import { guardsOfRelationship } from './link-guards.js'
import { oncePerRegistry } from './registry.js'
import { relationshipsOf } from './relations.js'

/**
 * Decides the guards of every relationship that a request to a resource can reach, so that the parser can tell hidden
 * names from visible ones synchronously. Without such guards nothing is awaited.
 */
export function settleRelationships(resource: CompiledResource, guards: Guards): Promise<void> | undefined {
  const known = guardNames(resource)
  return known.size > 0 ? guards.settle(known) : undefined
}

const guardNames = oncePerRegistry((resource: CompiledResource): ReadonlySet<string> => {
  const guards = [...reachable(resource)].flatMap((owner) =>
    [...owner.config.sideloads.values()].flatMap((sideload) => {
      const { readable, writable } = guardsOfRelationship(owner, sideload)
      return [...readable, ...writable]
    }),
  )
  return new Set(guards.filter((guard) => typeof guard === 'string'))
})

/** A resource without the relationships that the request may not see. */
export function seenBy(
  { type, hasFilter, pathKind }: CompiledResource,
  guards: Guards,
): Pick<CompiledResource, 'type' | 'hasFilter' | 'pathKind'> {
  return {
    type,
    hasFilter,
    pathKind: (path) => pathKind(path, (owner, sideload) => guards.sees(owner, sideload)),
  }
}

/** All resources that are reachable through relationships. */
function reachable(root: CompiledResource): ReadonlySet<CompiledResource> {
  const found = new Set([root])
  for (const owner of found) {
    for (const { relations } of relationshipsOf(owner).values()) {
      for (const { target } of relations) if (target) found.add(target)
    }
  }
  return found
}
