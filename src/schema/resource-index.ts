import type { ResourceSchema } from './schema.js'

/** The resources of a schema by type and by model. */
export interface ResourceIndex {
  readonly byType: ReadonlyMap<string, ResourceSchema>
  /** Several resources may have the same model. */
  readonly byModel: ReadonlyMap<string, readonly ResourceSchema[]>
}

// A schema is immutable, so its index is built once and garbage-collected with it.
const indexes = new WeakMap<readonly ResourceSchema[], ResourceIndex>()

/**
 * The index of the given resources. Every relationship looks up its target; without an index, that would take time
 * quadratic in the number of resources.
 */
export function indexOf(resources: readonly ResourceSchema[]): ResourceIndex {
  const known = indexes.get(resources)
  if (known) return known
  const byModel = new Map<string, ResourceSchema[]>()
  for (const resource of resources) {
    if (resource.model === undefined) continue
    const over = byModel.get(resource.model)
    if (over) over.push(resource)
    else byModel.set(resource.model, [resource])
  }
  const index = { byType: new Map(resources.map((resource) => [resource.type, resource])), byModel }
  indexes.set(resources, index)
  return index
}
