import {
  type DeclaredRelationship,
  deprecatedOf,
  type GuardSource,
  guardsFor,
  keyColumnsOf,
  readersOfAttribute,
  type Relationship,
  type Relationships,
  relationshipsFrom,
} from '@jsonapi-gen/runtime/vocabulary'
import { indexOf } from './resource-index.js'
import type { AttributeSchema, ResourceSchema, SideloadSchema } from './schema.js'

/** A resource's relationships, keyed by name, in the same form as in the runtime. */
export function relationshipsOf(
  owner: ResourceSchema,
  resources: readonly ResourceSchema[],
): Relationships<ResourceSchema> {
  const make = makers.get(resources) ?? makerOf(resources)
  makers.set(resources, make)
  return make(owner)
}

/** Returns a relationship of a resource. Throws if the resource lacks it, which is a bug in jsonapi-gen. */
export function relationshipOf(
  owner: ResourceSchema,
  { name }: Pick<SideloadSchema, 'name'>,
  resources: readonly ResourceSchema[],
): Relationship<ResourceSchema> {
  const relationship = relationshipsOf(owner, resources).get(name)
  if (!relationship) throw new Error(`"${owner.type}" has no sideload "${name}".`)
  return relationship
}

/** All guards of a relationship. */
export interface LinkGuards {
  readonly readable: readonly (boolean | string)[]
  readonly writable: readonly (boolean | string)[]
}

/** A relationship's guards: its own, and others that apply to it (rule 14.16). */
export function linkGuards(
  owner: ResourceSchema,
  sideload: Pick<SideloadSchema, 'name'>,
  resources: readonly ResourceSchema[],
): LinkGuards {
  const relationship = relationshipOf(owner, sideload, resources)
  return { readable: guardsOf(relationship, 'readable'), writable: guardsOf(relationship, 'writable') }
}

/**
 * The guards for reading an attribute: its own guard, and the guards of the relationships whose key it shows.
 */
export const readersOf = (
  owner: ResourceSchema,
  attribute: AttributeSchema,
  resources: readonly ResourceSchema[],
): readonly (boolean | string)[] => readersOfAttribute(relationshipsOf(owner, resources), attribute)

/** The record's own columns that a relationship uses. */
export const ownKeyOf = (
  owner: ResourceSchema,
  sideload: Pick<SideloadSchema, 'name'>,
  resources: readonly ResourceSchema[],
): readonly string[] => relationshipOf(owner, sideload, resources).ownKey

/** The resources for a many-to-many's join model, if a datamodel names it. */
export const joinResources = (
  owner: ResourceSchema,
  sideload: Pick<SideloadSchema, 'name'>,
  resources: readonly ResourceSchema[],
): readonly ResourceSchema[] =>
  relationshipOf(owner, sideload, resources).relations.flatMap(({ join }) => join?.resources ?? [])

/** A resource's columns that no attribute writes. */
export function keyColumns(
  resource: ResourceSchema,
  resources: readonly ResourceSchema[],
): ReadonlySet<string> {
  return keyColumnsOf(
    primaryKeyOf(resource),
    relationshipsOf(resource, resources),
    resource.key !== undefined,
  )
}

/** The columns of a resource's primary key. */
export const primaryKeyOf = ({ key, idAttribute = 'id' }: ResourceSchema): readonly string[] =>
  key?.map(({ name }) => name) ?? [idAttribute]

// A schema is immutable, so its relationships are computed once and garbage-collected with it.
const makers = new WeakMap<
  readonly ResourceSchema[],
  (owner: ResourceSchema) => Relationships<ResourceSchema>
>()

function makerOf(
  resources: readonly ResourceSchema[],
): (owner: ResourceSchema) => Relationships<ResourceSchema> {
  const { byType, byModel } = indexOf(resources)
  return relationshipsFrom<ResourceSchema>({
    describe: (resource) => ({
      type: resource.type,
      primaryKey: primaryKeyOf(resource),
      attributes: resource.attributes,
      relationships: resource.sideloads.map((sideload) => declared(sideload, byType)),
    }),
    overJoin: ({ model }) => (byModel.get(String(model)) ?? []).filter(({ adapter }) => adapter !== 'null'),
  })
}

function declared(
  sideload: SideloadSchema,
  byType: ReadonlyMap<string, ResourceSchema>,
): DeclaredRelationship<ResourceSchema> {
  const { name, kind, many, readable, writable, dependent } = sideload
  const isOptional = kind === 'belongsTo' && sideload.nullable && sideload.required !== true
  const stored = ('stored' in sideload ? sideload.stored : undefined) ?? name
  const guards = { readable, writable }
  const common = { name, kind, many, stored, ...guards, isOptional, dependent, ...deprecatedOf(sideload) }
  switch (kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne': {
      const { foreignKey, primaryKey } = sideload
      return { ...common, targets: [{ resource: byType.get(sideload.resource), foreignKey, primaryKey }] }
    }
    case 'polymorphicHasMany': {
      const { foreignKey, primaryKey, as } = sideload
      return { ...common, as, targets: [{ resource: byType.get(sideload.resource), foreignKey, primaryKey }] }
    }
    case 'hasAndBelongsToMany': {
      const { relation, key, join: records, primaryKey } = sideload
      return {
        ...common,
        join: { relation, key, records, primaryKey },
        targets: [{ resource: byType.get(sideload.resource), foreignKey: [], primaryKey }],
      }
    }
    case 'polymorphicBelongsTo': {
      const targets = sideload.groups.map(({ name: group, resource, foreignKey, primaryKey }) => ({
        group,
        resource: byType.get(resource),
        foreignKey: [foreignKey],
        primaryKey: primaryKey === undefined ? undefined : [primaryKey],
      }))
      return { ...common, groupBy: sideload.groupBy, targets }
    }
    case 'custom': {
      const { resource } = sideload
      return { ...common, targets: [{ resource: byType.get(resource), foreignKey: [] }] }
    }
  }
}

const guardsOf = (
  relationship: Relationship<ResourceSchema>,
  kind: 'readable' | 'writable',
): readonly (boolean | string)[] => [
  ...new Set(guardsFor(relationship, kind).map((source: GuardSource<ResourceSchema>) => source[kind])),
]
