import type { ResourceReference, SideloadConfig } from '../declare/sideload.js'
import { compile, type CompiledResource } from './compile.js'
import type { Guards } from './guards.js'
import type { ResourceClass } from './operations.js'
import { findRegistry, resolveReference } from './registry.js'

/**
 * Asks the guards of every relationship that a request to a resource can come to: a name that is parsed has to be told from
 * an unknown one at once. Without any such guard nothing is asked, and nothing has to be awaited.
 */
export function settleRelationships(resource: CompiledResource, guards: Guards): Promise<void> | undefined {
  const known = guardNames.get(resource) ?? guardNamesOf(resource)
  guardNames.set(resource, known)
  return known.size > 0 ? guards.settle(known) : undefined
}

const guardNames = new WeakMap<CompiledResource, ReadonlySet<string>>()

function guardNamesOf(resource: CompiledResource): ReadonlySet<string> {
  const sideloads = [...reachable(resource)].flatMap(({ config }) => [...config.sideloads.values()])
  const guards = sideloads.flatMap(({ readable, writable }) => [readable, writable])
  return new Set(guards.filter((guard) => typeof guard === 'string'))
}

/** A resource as a request sees it, to which a relationship that it may not see is none. */
export function seenBy(
  { type, hasFilter, pathKind }: CompiledResource,
  guards: Guards,
): Pick<CompiledResource, 'type' | 'hasFilter' | 'pathKind'> {
  return { type, hasFilter, pathKind: (path) => pathKind(path, (sideload) => guards.sees(sideload)) }
}

/** Everything that relationships lead to. One that names what no registry knows leads nowhere yet. */
function reachable(root: CompiledResource): ReadonlySet<CompiledResource> {
  const found = new Set([root])
  for (const { config, resourceClass } of found) {
    for (const sideload of config.sideloads.values()) {
      for (const reference of referencesOf(sideload)) {
        const target = classOf(reference, resourceClass)
        if (target) found.add(compile(target))
      }
    }
  }
  return found
}

function referencesOf(sideload: SideloadConfig): readonly ResourceReference[] {
  return sideload.kind === 'polymorphicBelongsTo'
    ? [...sideload.groups.values()].map(({ resource }) => resource)
    : [sideload.resource]
}

function classOf(reference: ResourceReference, from: ResourceClass): ResourceClass | undefined {
  return typeof reference === 'string'
    ? findRegistry(from)?.get(reference)
    : resolveReference(reference, from)
}
