import { holdsKey, type OfferedResource, type Relationship } from '@jsonapi-gen/runtime/vocabulary'
import { relationshipOf, relationshipsOf } from '../schema/relations.js'
import type { ResourceSchema, SideloadSchema } from '../schema/schema.js'
import { demandsOf } from './needs.js'
import { mayHide } from './sight.js'

/**
 * Describes a resource's relationships: the effect of null on each, and whether a create must set it. Also
 * returns the sets of names from which a create must set at least one.
 */
export function describeRelationships(
  resource: ResourceSchema,
  resources: readonly ResourceSchema[],
): Pick<OfferedResource<ResourceSchema>, 'sideloads' | 'requiredAnyOf'> {
  const demands = demandsOf(resource, resources)
  const required = new Set(demands.filter(({ length }) => length === 1).flat())
  return {
    sideloads: resource.sideloads.map((sideload) => {
      const { name, description, deprecated, linkage, dependent } = sideload
      const relationship = relationshipOf(resource, sideload, resources)
      const target = relationship.relations[0]?.target
      return {
        name,
        description,
        deprecated,
        linkage,
        dependent,
        nullable: sideload.nullable || (target !== undefined && mayHide(target)),
        takesNull: takesNull(sideload, relationship, resources),
        required: required.has(name),
        fills: filledBy(relationship, resources),
      }
    }),
    requiredAnyOf: demands.filter(({ length, 0: name }) => length > 1 || name === 'id'),
  }
}

type Linked = Relationship<ResourceSchema>

/** The side with the key decides: unlinking a record empties its key (rule 11.4). */
function takesNull(
  sideload: SideloadSchema,
  relationship: Linked,
  resources: readonly ResourceSchema[],
): boolean {
  const { many, holder, relations, sharing, unlinked } = relationship
  if (many) return false
  if (holder !== 'target') return isEmptied(sideload, relationship)
  const target = relations[0]?.target
  if (!target) return true
  const back = target.sideloads.filter(({ name }) =>
    sharing.some((each) => each.owner === target && each.name === name && each.holder === 'owner'),
  )
  return (
    back.every((other) => isEmptied(other, relationshipOf(target, other, resources))) &&
    // The other resource need not have a relationship for the key.
    areEmptied(sideload, unlinked)
  )
}

/** Whether the key columns that a write empties accept null (rule 11.11). */
const isEmptied = (sideload: SideloadSchema, { holder, unlinked }: Linked): boolean =>
  !sideload.nullable || holder === 'method' ? sideload.nullable : areEmptied(sideload, unlinked)

const areEmptied = ({ neverNull }: SideloadSchema, columns: readonly string[]): boolean =>
  columns.length > 0 && !columns.some((column) => neverNull.includes(column))

/**
 * Creating a record in a relationship sets the key, and therefore every relationship that uses only columns of that
 * key.
 */
function filledBy(
  { holder, relations: [relation], sharing }: Linked,
  resources: readonly ResourceSchema[],
): readonly string[] {
  if (holder !== 'target' || !relation?.target) return []
  const { target, pairs, constants } = relation
  const isGroup = Object.keys(constants.target).length > 0
  return [...relationshipsOf(target, resources).values()]
    .filter((other) =>
      isGroup
        ? sharing.some((each) => each.owner === target && each.name === other.name && each.holder === 'owner')
        : holdsKey(other) && other.ownKey.every((column) => pairs.target.includes(column)),
    )
    .map(({ name }) => name)
    .toSorted()
}
