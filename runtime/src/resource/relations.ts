import { told } from '../adapter/facts.js'
import type { JoinRecords } from '../adapter/facts.js'
import type { SideloadConfig } from '../declare/sideload.js'
import {
  type DeclaredRelationship,
  type DeclaredResource,
  type DeclaredTarget,
  type Relationship,
  type Relationships,
  relationshipsFrom,
} from '../vocabulary/relation.js'
import { compile, type CompiledResource } from './compile.js'
import { classOf, findRegistry, oncePerRegistry } from './registry.js'

/** The relationships of a resource by name, made once in its registry. */
export const relationshipsOf: (owner: CompiledResource) => Relationships<CompiledResource> = oncePerRegistry(
  (owner) =>
    relationshipsFrom<CompiledResource>({
      describe: (resource) => described(resource),
      overJoin: ({ model }, target) => {
        const { store } = target.facts()
        return [...(findRegistry(owner.resourceClass)?.values() ?? [])]
          .map(compile)
          .filter((resource) => resource.model === model && resource.facts().store === store)
      },
    })(owner),
)

/** A relationship of a resource. Throws an Error if the resource has none of this name, which is a bug of the application. */
export function relationshipOf(
  owner: CompiledResource,
  { name }: Pick<SideloadConfig, 'name'>,
): Relationship<CompiledResource> {
  const relationship = relationshipsOf(owner).get(name)
  if (!relationship) throw new Error(`"${owner.type}" has no sideload "${name}".`)
  return relationship
}

function described(resource: CompiledResource): DeclaredResource<CompiledResource> {
  const { type, primaryKey, config } = resource
  return {
    type,
    primaryKey,
    attributes: [...resource.byColumn.values()],
    relationships: [...config.sideloads.values()].map((sideload) => declared(sideload, resource)),
  }
}

function declared(sideload: SideloadConfig, owner: CompiledResource): DeclaredRelationship<CompiledResource> {
  const { name, kind, readable, writable } = sideload
  const targets = targetsOf(sideload, owner)
  const columns = targets.flatMap(({ foreignKey }) => foreignKey)
  const keys = kind === 'polymorphicBelongsTo' ? [sideload.groupBy, ...columns] : columns
  const holds = kind === 'belongsTo' || kind === 'polymorphicBelongsTo'
  // As far as the store's facts say.
  const isOptional = holds && keys.some((column) => told(owner.facts().column(column))?.nullable === true)
  const common = { name, kind, readable, writable, isOptional, targets }
  switch (kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
      return common
    case 'polymorphicHasMany':
      return { ...common, as: sideload.as }
    case 'polymorphicBelongsTo':
      return { ...common, groupBy: sideload.groupBy }
    case 'custom':
      return { ...common, many: sideload.many }
    case 'hasAndBelongsToMany': {
      const { join: relation, joinKey: key, primaryKey } = sideload
      const records = joinRecords({ relation, key }, targets[0]?.resource)
      return { ...common, join: { relation, key, primaryKey, records } }
    }
  }
}

function targetsOf(
  sideload: SideloadConfig,
  { resourceClass }: CompiledResource,
): readonly DeclaredTarget<CompiledResource>[] {
  const compiled = (reference: Parameters<typeof classOf>[0]): CompiledResource | undefined => {
    const found = classOf(reference, resourceClass)
    return found && compile(found)
  }
  if (sideload.kind === 'polymorphicBelongsTo') {
    return [...sideload.groups].map(([group, { resource, foreignKey, primaryKey }]) => {
      return { group, resource: compiled(resource), foreignKey, primaryKey }
    })
  }
  const resource = compiled(sideload.resource)
  const { primaryKey } = 'primaryKey' in sideload ? sideload : { primaryKey: undefined }
  return [{ resource, foreignKey: 'foreignKey' in sideload ? sideload.foreignKey : [], primaryKey }]
}

/** The store's facts about the rows of a join; undefined if it has none. */
const joinRecords = (
  join: { readonly relation: string; readonly key: readonly string[] },
  target: CompiledResource | undefined,
): JoinRecords | undefined => target && told(target.facts().joinRecords(join))
