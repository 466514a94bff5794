import {
  holdsKey,
  offeredRelationship,
  type RelationshipContract,
  type Relationship,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { primaryKeyOf, relationshipOf, relationshipsOf } from '../schema/relations.js'
import type { ResourceSchema, Schema, SideloadSchema } from '../schema/schema.js'
import { described, named } from './named.js'
import { demandsOf } from './needs.js'
import { mayHide } from './sight.js'

/**
 * The relationships: the target of each, who sees and writes it, and whether it may be null. Also the sets from which a
 * create must set one.
 */
export function offeredRelationships(
  resource: ResourceSchema,
  { resources }: Schema,
): Pick<ResourceContract, 'relationships' | 'requiredAnyOf'> {
  const demands = demandsOf(resource, resources)
  const required = new Set(demands.filter(({ length }) => length === 1).flat())
  const requiredAnyOf = demands.filter(({ length, 0: name }) => length > 1 || name === 'id')
  return {
    relationships: named(
      resource.sideloads.map((sideload) => {
        const { name } = sideload
        return [name, offered(sideload, resource, resources, required.has(name))]
      }),
    ),
    ...(requiredAnyOf.length > 0 && { requiredAnyOf }),
  }
}

function offered(
  sideload: SideloadSchema,
  resource: ResourceSchema,
  resources: readonly ResourceSchema[],
  required: boolean,
): RelationshipContract {
  const { description, linkage, dependent } = sideload
  const relationship = relationshipOf(resource, sideload, resources)
  const primaryKey = primaryKeyOf(resource)
  const common = offeredRelationship(relationship, { linkage, dependent, primaryKey })
  const fills = filledBy(relationship, resources)
  return {
    ...described(description),
    ...common,
    ...(isNullable(sideload, relationship) && { nullable: true as const }),
    ...(common.write !== false &&
      takesNull(sideload, relationship, resources) && { takesNull: true as const }),
    required,
    ...(fills.length > 0 && { fills }),
  }
}

type Linked = Relationship<ResourceSchema>

/**
 * A key that is never null refers to an existing record, which is visible unless something hides it. With any other key
 * the relationship may be null (rule 14.5).
 */
function isNullable({ nullable }: SideloadSchema, relationship: Linked): boolean {
  if (relationship.many) return false
  if (!holdsKey(relationship) || nullable) return true
  const target = relationship.relations[0]?.target
  return !target || mayHide(target)
}

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

/** Whether the columns of the key that a write empties accept null (rule 11.11). */
const isEmptied = (sideload: SideloadSchema, { holder, unlinked }: Linked): boolean =>
  !sideload.nullable || holder === 'method' ? sideload.nullable : areEmptied(sideload, unlinked)

const areEmptied = ({ neverNull }: SideloadSchema, columns: readonly string[]): boolean =>
  columns.length > 0 && !columns.some((column) => neverNull.includes(column))

/**
 * A record that is created in a relationship gets its key, and so every relationship that uses only columns of that
 * key.
 */
function filledBy(
  { holder, relations: [relation], sharing }: Linked,
  resources: readonly ResourceSchema[],
): readonly string[] {
  if (holder !== 'target' || !relation?.target) return []
  const { target, pairs, constants } = relation
  const isGroup = Object.keys(constants).length > 0
  return [...relationshipsOf(target, resources).values()]
    .filter((other) =>
      isGroup
        ? sharing.some((each) => each.owner === target && each.name === other.name && each.holder === 'owner')
        : holdsKey(other) && other.ownKey.every((column) => pairs.target.includes(column)),
    )
    .map(({ name }) => name)
    .toSorted()
}
