import { castTo } from '../base/cast.js'
import { nextRevision } from '../declare/configured-class.js'
import type { ReferencedClass, ResourceReference } from '../declare/sideload.js'
import type { ResourceClass } from './operations.js'

/** All Resources of an API, by JSON:API type. */
export interface Registry extends ReadonlyMap<string, ResourceClass> {}

const registries = new WeakMap<object, Registry>()

/**
 * Creates the registry of an API. Resources then find each other by type, so that generated files need not import each
 * other.
 *
 * Throws an Error if a key differs from the type that the Resource declares.
 */
export function defineRegistry(resources: Readonly<Record<string, ResourceClass>>): Registry {
  const registry: Registry = new Map(Object.entries(resources))
  for (const [type, resourceClass] of registry) {
    const declared = resourceClass.config.type
    if (declared !== type) {
      throw new Error(`The registry has a Resource of type "${declared}" under the name "${type}".`)
    }
    registries.set(resourceClass, registry)
  }
  nextRevision()
  return registry
}

/**
 * Resolves a reference to its Resource class.
 *
 * Throws an Error if the type is not in the class's registry, or if there is no registry.
 */
export function resolveReference(reference: ResourceReference, from: object): ResourceClass {
  if (typeof reference !== 'string') {
    return castTo<ResourceClass>(isThunk(reference) ? reference() : reference)
  }
  const registry = findRegistry(from)
  if (!registry) {
    throw new Error(
      `The Resource for "${reference}" is unknown: import the registry (generated/index.gen.ts) first.`,
    )
  }
  const resourceClass = registry.get(reference)
  if (!resourceClass) throw new Error(`The registry has no Resource of type "${reference}".`)
  return resourceClass
}

/** The Resource class that a reference refers to, if it is already known. */
export function classOf(reference: ResourceReference, from: ResourceClass): ResourceClass | undefined {
  return typeof reference === 'string'
    ? findRegistry(from)?.get(reference)
    : resolveReference(reference, from)
}

/** The registry of a class or its superclass; undefined if there is none. */
export function findRegistry(resourceClass: object): Registry | undefined {
  for (
    let current: object | null = resourceClass;
    current !== null;
    current = Object.getPrototypeOf(current)
  ) {
    const registry = registries.get(current)
    if (registry) return registry
  }
  return undefined
}

const isThunk = (reference: Exclude<ResourceReference, string>): reference is () => ReferencedClass =>
  !('config' in reference)
