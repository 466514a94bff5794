import { haveSame, isSameLink, joinResources, linkGuards } from '../schema/links.js'
import { indexOf } from '../schema/resource-index.js'
import {
  isToMany,
  targetsOf,
  type ResourceSchema,
  type Schema,
  type KeyedSideload,
  type SideloadSchema,
} from '../schema/schema.js'
import type { RelationshipContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import { keysOf } from './key-columns.js'
import { described, named } from './named.js'
import { demandsOf, writersOf } from './needs.js'
import { mayHide } from './sight.js'
import { allOf } from './who.js'

/**
 * The relationships: where each leads, who sees and writes it, and whether it may lead nowhere. Also the sets from which a
 * create has to give one.
 */
export function relationshipsOf(
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
        return [name, relationshipOf(sideload, resource, resources, required.has(name))]
      }),
    ),
    ...(requiredAnyOf.length > 0 && { requiredAnyOf }),
  }
}

function relationshipOf(
  sideload: SideloadSchema,
  resource: ResourceSchema,
  resources: readonly ResourceSchema[],
  required: boolean,
): RelationshipContract {
  const { kind, description, linkage, dependent } = sideload
  const guards = linkGuards(resource, sideload, resources)
  const through = joinResources(sideload, resources).map(({ type }) => type)
  const write = writersOf(guards)
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
    required,
    ...(fills.length > 0 && { fills }),
    custom: kind === 'custom',
    ...(through.length > 0 && { through: through.toSorted() }),
    ...(dependent !== undefined && { dependent }),
    read: allOf(...guards.readable),
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
  if (sideload.kind !== 'hasOne') return isEmptied(sideload, owner)
  const holder = indexOf(resources).byType.get(sideload.resource)
  if (!holder) return true
  const back = holder.sideloads.filter(
    (other) =>
      other.kind === 'belongsTo' && isSameLink({ owner, sideload }, { owner: holder, sideload: other }),
  )
  return back.every((other) => isEmptied(other, holder)) && isEmptiedThere(sideload, holder)
}

/** The same of the key in the other record, which need not have a relationship for it. */
function isEmptiedThere(
  { foreignKey, neverNull }: KeyedSideload,
  { key, idAttribute = 'id', sideloads }: ResourceSchema,
): boolean {
  const others = sideloads.filter(
    (other) => other.kind === 'belongsTo' && !haveSame(other.foreignKey, foreignKey),
  )
  const kept = new Set([...(key?.map(({ name }) => name) ?? [idAttribute]), ...others.flatMap(keysOf)])
  const emptied = foreignKey.filter((column) => !kept.has(column))
  return emptied.length > 0 && !emptied.some((column) => neverNull.includes(column))
}

/** Whether what a write empties of the key takes null: its columns, without those of the id and of other relationships (rule 11.11). */
function isEmptied(
  sideload: SideloadSchema,
  { key, idAttribute = 'id', sideloads }: ResourceSchema,
): boolean {
  const { kind, nullable, neverNull } = sideload
  if (!nullable || kind === 'custom') return nullable
  const own = keysOf(sideload)
  const others = sideloads.filter((other) => other.kind === 'belongsTo' && !haveSame(keysOf(other), own))
  const kept = new Set([...(key?.map(({ name }) => name) ?? [idAttribute]), ...others.flatMap(keysOf)])
  const emptied = kind === 'belongsTo' ? own.filter((column) => !kept.has(column)) : own
  return emptied.length > 0 && !emptied.some((column) => neverNull.includes(column))
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
