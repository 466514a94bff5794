import { told } from '../adapter/facts.js'
import { sameColumns } from '../adapter/column-values.js'
import type { JoinRecords } from '../adapter/facts.js'
import type { AttributeConfig } from '../declare/config.js'
import type { JoinedSideload, KeyedSideload, SideloadConfig } from '../declare/sideload.js'
import { compile, type CompiledResource } from './compile.js'
import { classOf, findRegistry, oncePerRegistry } from './registry.js'

/** A relationship of a resource. */
export interface Relationship<Sideload extends SideloadConfig = SideloadConfig> {
  readonly owner: CompiledResource
  readonly sideload: Sideload
}

/** A resource over a join model, and the columns by which its rows name the two joined records. */
export interface JoinResource {
  readonly resource: CompiledResource
  readonly join: JoinRecords
}

/**
 * The other relationships with the same foreign key or join (rule 14.16), of the resource itself and of its related
 * resources. A polymorphic relationship has the same key as its inverse relationships. A custom relationship shares
 * with none.
 */
export function sameLinks(relationship: Relationship): readonly Relationship[] {
  const { owner, sideload } = relationship
  const owners = new Map([owner, ...targetsOf(relationship)].map((one) => [one.resourceClass, one]))
  return [...owners.values()]
    .flatMap((one) => [...one.config.sideloads.values()].map((other) => ({ owner: one, sideload: other })))
    .filter((other) => other.owner !== owner || other.sideload !== sideload)
    .filter((other) => isSameLink(relationship, other))
}

/** The resources over the join model of a many-to-many in the registry. Empty if the store keeps the join itself. */
export function joinResources({ owner, sideload }: Relationship): readonly JoinResource[] {
  if (sideload.kind !== 'hasAndBelongsToMany') return []
  const known = joinsIn(owner)
  const resources = known.get(sideload.name) ?? joinResourcesOf({ owner, sideload })
  known.set(sideload.name, resources)
  return resources
}

const joinsIn = oncePerRegistry((_owner: CompiledResource) => new Map<string, readonly JoinResource[]>())

function joinResourcesOf({ owner, sideload }: Relationship<JoinedSideload>): readonly JoinResource[] {
  const [target] = targetsOf({ owner, sideload })
  const join = target && joinTold({ owner, sideload }, target)
  if (join?.model === undefined) return []
  const store = target?.facts().store
  return [...(findRegistry(owner.resourceClass)?.values() ?? [])]
    .map(compile)
    .filter((resource) => resource.model === join.model && resource.facts().store === store)
    .map((resource) => ({ resource, join }))
}

/** The relationships of a resource over a join model whose foreign key is one of the two keys of the join. */
export function keysOfJoin({ resource, join }: JoinResource): readonly Relationship[] {
  return [...resource.config.sideloads.values()].flatMap((sideload) =>
    sideload.kind === 'belongsTo' &&
    [join.key, join.otherKey].some((key) => sameColumns(sideload.foreignKey, key))
      ? [{ owner: resource, sideload }]
      : [],
  )
}

/** The attributes that show the foreign key of a relationship, or a column of it that no other relationship has. */
export function keyAttributes(relationship: Relationship): readonly AttributeConfig[] {
  const holder = holderOf(relationship)
  if (!holder) return []
  const columns = ownColumns(holder, relationship.sideload)
  return columns.flatMap((column) => holder.byColumn.get(column) ?? [])
}

/** The relationships whose foreign key an attribute shows. */
export function relationshipsOfKey(
  owner: CompiledResource,
  { column }: AttributeConfig,
): readonly Relationship[] {
  return [...owner.config.sideloads.values()].flatMap((sideload) =>
    (sideload.kind === 'belongsTo' || sideload.kind === 'polymorphicBelongsTo') &&
    ownColumns(owner, sideload).includes(column)
      ? [{ owner, sideload }]
      : [],
  )
}

/** The given columns that neither the key of the record nor another relationship has. */
function ownColumns({ config, primaryKey }: CompiledResource, sideload: SideloadConfig): readonly string[] {
  if (sideload.kind === 'polymorphicBelongsTo') {
    return [...sideload.groups.values()].flatMap(({ foreignKey }) => foreignKey)
  }
  if (!isOverKey(sideload)) return []
  const { foreignKey } = sideload
  if (foreignKey.length === 1) return foreignKey
  const others = [...config.sideloads.values()].flatMap((other) =>
    other.kind === 'belongsTo' && !sameColumns(other.foreignKey, foreignKey) ? other.foreignKey : [],
  )
  return foreignKey.filter((column) => !primaryKey.includes(column) && !others.includes(column))
}

/** The related resources of a relationship; none yet for a reference that the registry does not know. */
export function targetsOf({ owner, sideload }: Relationship): readonly CompiledResource[] {
  const references =
    sideload.kind === 'polymorphicBelongsTo'
      ? [...sideload.groups.values()].map(({ resource }) => resource)
      : [sideload.resource]
  return references.flatMap((reference) => {
    const target = classOf(reference, owner.resourceClass)
    return target ? [compile(target)] : []
  })
}

function isSameLink(
  { owner, sideload }: Relationship,
  { owner: others, sideload: other }: Relationship,
): boolean {
  switch (sideload.kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
      return isOverKey(other) && isSameKey({ owner, sideload }, { owner: others, sideload: other })
    case 'hasAndBelongsToMany':
      return (
        other.kind === 'hasAndBelongsToMany' &&
        isSameJoin({ owner, sideload }, { owner: others, sideload: other })
      )
    case 'polymorphicBelongsTo':
      return (
        other.kind === 'polymorphicHasMany' &&
        leadsBackBy(sideload.name, owner, { owner: others, sideload: other })
      )
    case 'polymorphicHasMany':
      return other.kind === 'polymorphicBelongsTo'
        ? leadsBackBy(other.name, others, { owner, sideload })
        : other.kind === 'polymorphicHasMany' && others === owner && other.as === sideload.as
    case 'custom':
      return false
  }
}

const isOverKey = (sideload: SideloadConfig): sideload is KeyedSideload =>
  sideload.kind === 'belongsTo' || sideload.kind === 'hasMany' || sideload.kind === 'hasOne'

/** Whether two relationships have the same foreign key: the same columns in the records of one resource. */
const isSameKey = (one: Relationship<KeyedSideload>, other: Relationship<KeyedSideload>): boolean =>
  sameColumns(one.sideload.foreignKey, other.sideload.foreignKey) &&
  holderOf(one)?.resourceClass === holderOf(other)?.resourceClass

/** The resource whose records hold the foreign key. */
export function holderOf(relationship: Relationship): CompiledResource | undefined {
  switch (relationship.sideload.kind) {
    case 'belongsTo':
    case 'polymorphicBelongsTo':
      return relationship.owner
    case 'hasMany':
    case 'hasOne':
    case 'polymorphicHasMany':
      return targetsOf(relationship)[0]
    case 'hasAndBelongsToMany':
    case 'custom':
      return undefined
  }
}

const leadsBackBy = (name: string, holder: CompiledResource, { owner, sideload }: Relationship): boolean =>
  sideload.kind === 'polymorphicHasMany' &&
  sideload.as === name &&
  targetsOf({ owner, sideload }).some(({ resourceClass }) => resourceClass === holder.resourceClass)

/** Two many-to-many between the same resources. An adapter without facts about joins has one join between them. */
function isSameJoin(one: Relationship<JoinedSideload>, other: Relationship<JoinedSideload>): boolean {
  const [target] = targetsOf(one)
  const [otherTarget] = targetsOf(other)
  if (!target || !otherTarget) return false
  const ends = [one.owner, target].map(({ resourceClass }) => resourceClass)
  const isBetween = [other.owner, otherTarget].every(({ resourceClass }) => ends.includes(resourceClass))
  const areDistinct = (one.owner === target) === (other.owner === otherTarget)
  if (!isBetween || !areDistinct) return false
  const [join, otherJoin] = [joinTold(one, target), joinTold(other, otherTarget)]
  if (!join || !otherJoin) return true
  if (join.name !== otherJoin.name) return false
  const isTurned = sameColumns(join.key, otherJoin.otherKey) && sameColumns(join.otherKey, otherJoin.key)
  return isTurned || (sameColumns(join.key, otherJoin.key) && sameColumns(join.otherKey, otherJoin.otherKey))
}

/** The store's facts about the join of a many-to-many; undefined if it does not tell them. */
export const joinTold = (
  { sideload }: Relationship<JoinedSideload>,
  target: CompiledResource,
): JoinRecords | undefined =>
  told(target.facts().joinRecords({ relation: sideload.join, key: sideload.joinKey }))
