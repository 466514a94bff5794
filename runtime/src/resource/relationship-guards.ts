import type { CompiledResource } from './compile.js'
import type { Guards } from './guards.js'
import { guardsOfRelationship } from './link-guards.js'
import { oncePerRegistry } from './registry.js'
import { targetsOf } from './same-link.js'

/**
 * Asks the guards of every relationship that a request to a resource can come to: a name that is parsed has to be told from
 * an unknown one at once. Without any such guard nothing is asked, and nothing has to be awaited.
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

/** A resource as a request sees it, to which a relationship that it may not see is none. */
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

/** Everything that relationships lead to. */
function reachable(root: CompiledResource): ReadonlySet<CompiledResource> {
  const found = new Set([root])
  for (const owner of found) {
    for (const sideload of owner.config.sideloads.values()) {
      for (const target of targetsOf({ owner, sideload })) found.add(target)
    }
  }
  return found
}
