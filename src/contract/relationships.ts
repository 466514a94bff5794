import { isSameLink, joinResources, linkGuards } from '../schema/links.js'
import { indexOf } from '../schema/resource-index.js'
import {
  isToMany,
  targetsOf,
  type ResourceSchema,
  type Schema,
  type SideloadSchema,
} from '../schema/schema.js'
import type { Named, RelationshipContract } from '@jsonapi-gen/runtime/vocabulary'
import { keysOf } from './key-columns.js'
import { described, named } from './named.js'
import { mayHide } from './sight.js'
import { allOf } from './who.js'

/** The relationships, each with where it leads, who sees and writes it, and whether it may lead nowhere. */
export function relationshipsOf(resource: ResourceSchema, schema: Schema): Named<RelationshipContract> {
  return named(
    resource.sideloads.map((sideload) => [sideload.name, relationshipOf(sideload, resource, schema)]),
  )
}

function relationshipOf(
  sideload: SideloadSchema,
  resource: ResourceSchema,
  { resources }: Schema,
): RelationshipContract {
  const { kind, description, linkage } = sideload
  const { readable, writable } = linkGuards(resource, sideload, resources)
  const through = joinResources(sideload, resources).map(({ type }) => type)
  const write = allOf(...readable.filter((guard) => guard !== false), ...writable)
  const fills = filledBy(sideload, resources)
  return {
    ...described(description),
    cardinality: isToMany(sideload) ? 'many' : 'one',
    types: targetsOf(sideload).toSorted(),
    polymorphic: kind === 'polymorphicBelongsTo',
    ...(kind === 'polymorphicBelongsTo' && {
      groups: named(sideload.groups.map(({ name, resource: type }) => [name, type])),
    }),
    ...(isNullable(sideload, resources) && { nullable: true as const }),
    ...(write !== false && takesNull(sideload, resource, resources) && { takesNull: true as const }),
    required: write !== false && isRequired(sideload, resource),
    ...(fills.length > 0 && { fills }),
    custom: kind === 'custom',
    ...(through.length > 0 && { through: through.toSorted() }),
    read: allOf(...readable),
    write,
    ...(write !== false && isOfId(sideload, resource) && { writeOn: 'create' as const }),
    linkage,
  }
}

/** A key that is never null names a record that is there, and seen unless something hides it; any other may not (rule 14.5). */
function isNullable(sideload: SideloadSchema, resources: readonly ResourceSchema[]): boolean {
  if (isToMany(sideload)) return false
  if (sideload.kind !== 'belongsTo' || sideload.nullable) return true
  const target = indexOf(resources).byType.get(sideload.resource)
  return !target || mayHide(target)
}

/** Whether all of its key is part of the id (rule 11.11). */
function isOfId(sideload: SideloadSchema, { key, idAttribute = 'id' }: ResourceSchema): boolean {
  const columns = key?.map(({ name }) => name) ?? [idAttribute]
  return sideload.kind === 'belongsTo' && sideload.foreignKey.every((column) => columns.includes(column))
}

/** Whoever holds the key decides: to unlink a record is to empty the key of it (rule 11.4). */
function takesNull(
  sideload: SideloadSchema,
  owner: ResourceSchema,
  resources: readonly ResourceSchema[],
): boolean {
  if (isToMany(sideload)) return false
  if (sideload.kind !== 'hasOne') return sideload.nullable && sideload.keyTakesNull
  const holder = indexOf(resources).byType.get(sideload.resource)
  if (!holder) return true
  const back = holder.sideloads.filter(
    (other) =>
      other.kind === 'belongsTo' && isSameLink({ owner, sideload }, { owner: holder, sideload: other }),
  )
  return back.every(({ nullable, keyTakesNull }) => nullable && keyTakesNull)
}

/** A key that is never null, and that nothing else fills: no other relationship, no id of the client's (rule 11.11). */
function isRequired(sideload: SideloadSchema, resource: ResourceSchema): boolean {
  const { clientIds, idAttribute = 'id', key, sideloads } = resource
  if (!(sideload.required ?? !sideload.nullable)) return false
  const others = sideloads.filter((other) => other !== sideload && other.writable !== false)
  const filled = new Set([
    ...others.flatMap(keysOf),
    ...(key || clientIds === 'forbidden' ? [] : [idAttribute]),
  ])
  return keysOf(sideload).some((column) => !filled.has(column))
}

/** A record that is created in a relationship gets its key, and so each relationship that goes by no other column. */
function filledBy(sideload: SideloadSchema, resources: readonly ResourceSchema[]): readonly string[] {
  switch (sideload.kind) {
    case 'hasMany':
    case 'hasOne': {
      const holder = indexOf(resources).byType.get(sideload.resource)
      return namesOf(
        holder,
        (other) =>
          other.kind === 'belongsTo' &&
          other.foreignKey.every((column) => sideload.foreignKey.includes(column)),
      )
    }
    case 'polymorphicHasMany': {
      const holder = indexOf(resources).byType.get(sideload.resource)
      return namesOf(holder, ({ name }) => name === sideload.as)
    }
    case 'belongsTo':
    case 'polymorphicBelongsTo':
    case 'hasAndBelongsToMany':
    case 'custom':
      return []
  }
}

const namesOf = (
  holder: ResourceSchema | undefined,
  isFilled: (sideload: SideloadSchema) => boolean,
): readonly string[] =>
  (holder?.sideloads ?? [])
    .filter(isFilled)
    .map(({ name }) => name)
    .toSorted()
