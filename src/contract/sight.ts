import { indexOf } from '../schema/resource-index.js'
import { linkGuards, ownKeyOf, readersOf } from '../schema/relations.js'
import { targetsOf, type ResourceSchema, type Schema, type SideloadSchema } from '../schema/schema.js'

/** The target of a dotted name: the relationships on its path, the resource at its end, and the name there. */
export interface Way {
  readonly through: readonly SideloadSchema[]
  /** Undefined if the path ends at something that the schema does not describe. */
  readonly owner: ResourceSchema | undefined
  readonly name: string
}

/** The guards of the relationships on a path, each with every name of its key or join (rule 14.16). */
export function guardsOnWay(
  { through }: Way,
  resource: ResourceSchema,
  schema: Schema,
): readonly (boolean | string)[] {
  const guards: (boolean | string)[] = []
  let owner: ResourceSchema | undefined = resource
  for (const sideload of through) {
    if (!owner) break
    guards.push(...linkGuards(owner, sideload, schema.resources).readable)
    owner = targetOf(sideload, schema)
  }
  return guards
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

/**
 * The guards for reading an attribute, which is found by its name or else by its column. A key has the guards of its
 * relationships.
 */
export function guardsOf(
  resource: ResourceSchema,
  name: string,
  isColumn: boolean,
  { resources }: Schema,
): readonly (boolean | string)[] {
  const { attributes, sideloads } = resource
  const attribute =
    (isColumn ? undefined : attributes.find((each) => each.name === name)) ??
    attributes.find(({ column }) => column === name)
  if (attribute) return readersOf(resource, attribute, resources)
  return sideloads
    .filter((sideload) => ownKeyOf(resource, sideload, resources).includes(name))
    .flatMap((sideload) => linkGuards(resource, sideload, resources).readable)
}

/** The target of a relationship: the first one if it is polymorphic. */
export function targetOf(sideload: SideloadSchema, { resources }: Schema): ResourceSchema | undefined {
  const [type] = targetsOf(sideload)
  return type === undefined ? undefined : indexOf(resources).byType.get(type)
}

/**
 * Whether records of a resource may be hidden: sorting by them would reveal them, and a link to a hidden one reads as
 * null.
 */
export function mayHide({ defaultFilters, scopes }: ResourceSchema): boolean {
  return defaultFilters.length > 0 || scopes.some(({ policy }) => policy === 'read')
}
