import { indexOf } from '../schema/resource-index.js'
import { targetsOf, type ResourceSchema, type Schema, type SideloadSchema } from '../schema/schema.js'

/**
 * The target of a dotted name: the relationships on its path, the resource at its end, and the name in that resource.
 */
export interface Way {
  readonly through: readonly SideloadSchema[]
  /** Undefined if the path ends at something that the schema does not describe. */
  readonly owner: ResourceSchema | undefined
  readonly name: string
}

/** Follows a dotted name. */
export function wayOf(path: string, resource: ResourceSchema, schema: Schema): Way {
  const segments = path.split('.')
  const through: SideloadSchema[] = []
  let owner: ResourceSchema | undefined = resource
  for (const segment of segments.slice(0, -1)) {
    const sideload: SideloadSchema | undefined = owner?.sideloads.find((each) => each.name === segment)
    if (!sideload) return { through, owner: undefined, name: segment }
    through.push(sideload)
    owner = targetOf(sideload, schema)
  }
  return { through, owner, name: segments.at(-1) ?? '' }
}

/** The target of a relationship: the first one if it is polymorphic. */
function targetOf(sideload: SideloadSchema, { resources }: Schema): ResourceSchema | undefined {
  const [type] = targetsOf(sideload)
  return type === undefined ? undefined : indexOf(resources).byType.get(type)
}

/**
 * Whether a resource's records may be hidden. Sorting by hidden records would reveal them, and a link to a hidden
 * record reads as null.
 */
export function mayHide({ defaultFilters, scopes }: ResourceSchema): boolean {
  return defaultFilters.length > 0 || scopes.some(({ policy }) => policy === 'read')
}
