import type { ResourceSchema } from './schema.js'

/** The resources of a schema by what others name them by. */
export interface ResourceIndex {
  readonly byType: ReadonlyMap<string, ResourceSchema>
  /** Several resources may be over one model. */
  readonly byModel: ReadonlyMap<string, readonly ResourceSchema[]>
}

// A schema is immutable: its index is made once, and goes with it.
const indexes = new WeakMap<readonly ResourceSchema[], ResourceIndex>()

/**
 * The index of a list of resources. Every relationship of a schema asks for its target, which takes time by the square of
 * the resources where each time all of them are walked.
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
