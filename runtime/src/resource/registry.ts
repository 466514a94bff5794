import { castTo } from '../base/cast.js'
import type { ReferencedClass, ResourceReference } from '../declare/sideload.js'
import type { ResourceClass } from './operations.js'

/** Every Resource of an API, by JSON:API type. */
export interface Registry extends ReadonlyMap<string, ResourceClass> {}

const registries = new WeakMap<object, Registry>()

/**
 * Creates the registry of an API. From then on, its resources find each other by type, so that generated files need not
 * import each other.
 *
 * Throws an Error if a key is not the type that its Resource declares.
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
  return registry
}

/**
 * Resolves a reference to its Resource class.
 *
 * Throws an Error if the class's registry does not have the type, or if there is no registry.
 */
export function resolveReference(reference: ResourceReference, from: object): ResourceClass {
  if (typeof reference !== 'string') {
    return castTo<ResourceClass>(isThunk(reference) ? reference() : reference)
  }
  const registry = findRegistry(from)
  if (!registry) {
    throw new Error(
      `The Resource of "${reference}" is unknown: import the registry (generated/index.gen.ts) first.`,
    )
  }
  const resourceClass = registry.get(reference)
  if (!resourceClass) throw new Error(`The registry has no Resource of type "${reference}".`)
  return resourceClass
}

/** The Resource class of a reference, if it is known yet. */
export function classOf(reference: ResourceReference, from: ResourceClass): ResourceClass | undefined {
  return typeof reference === 'string'
    ? findRegistry(from)?.get(reference)
    : resolveReference(reference, from)
}

/** The registry of a class or of its superclass; undefined if there is none. */
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

/**
 * Caches the result of a function for a resource in its registry. Without a registry nothing is cached, because the
 * resources of references may not be known yet.
 */
export function oncePerRegistry<Owner extends { readonly resourceClass: ResourceClass }, Value>(
  find: (owner: Owner) => Value,
): (owner: Owner) => Value {
  const known = new WeakMap<Owner, { readonly registry: Registry; readonly value: Value }>()
  return (owner) => {
    const registry = findRegistry(owner.resourceClass)
    const present = known.get(owner)
    if (present && present.registry === registry) return present.value
    const value = find(owner)
    if (registry) known.set(owner, { registry, value })
    return value
  }
}

const isThunk = (reference: Exclude<ResourceReference, string>): reference is () => ReferencedClass =>
  !('config' in reference)
