import { columnValues, valuesOf } from '../adapter/column-values.js'
import { told } from '../adapter/facts.js'
import type { JoinRecords } from '../adapter/facts.js'
import type { SideloadConfig } from '../declare/sideload.js'
import {
  type DeclaredRelationship,
  type DeclaredResource,
  type DeclaredTarget,
  columnsAlone,
  holdsKey,
  keyColumnsOf,
  type Relation,
  type Relationship,
  type Relationships,
  relationshipsFrom,
  relationshipsOver,
} from '../vocabulary/relation.js'
import { isPlainKey } from '../value/key.js'
import { compile, type CompiledResource } from './compile.js'
import { classOf, findRegistry, type Registry } from './registry.js'

/** The relationships of a resource by name, made once in its registry. */
export const relationshipsOf = (owner: Owner): Relationships<CompiledResource> => madeOf(owner).relationships

/** The columns that attributes never write. */
export const keyColumns = (resource: Owner): ReadonlySet<string> => madeOf(resource).keyColumns

/** The keys that the records of a resource hold themselves, by relationship to one type. */
export const keysIn = (resource: Owner): Made['keys'] => madeOf(resource).keys

type Owner = Pick<CompiledResource, 'resourceClass'>

/** The relationships of a resource, and what follows from all of them. */
interface Made {
  readonly registry: Registry | undefined
  readonly relationships: Relationships<CompiledResource>
  readonly keyColumns: ReadonlySet<string>
  readonly keys: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

function madeOf({ resourceClass }: Owner): Made {
  // A class may have been given another relationship since.
  const owner = compile(resourceClass)
  const registry = findRegistry(resourceClass)
  const present = made.get(owner)
  if (present && present.registry === registry) return present
  const relationships = makerIn(registry)(owner)
  const all = [...relationships.values()]
  const found: Made = {
    registry,
    relationships,
    keyColumns: keyColumnsOf(owner.primaryKey, relationships, !isPlainKey(owner.key)),
    keys: all.filter(holdsKey).map(({ name, ownKey }) => ({ name, columns: ownKey })),
  }
  const isKnown = all.every(({ relations }) => relations.every(({ target }) => target))
  // Without a registry, the resources of references may not be known yet.
  if (registry || isKnown) made.set(owner, found)
  return found
}

const made = new WeakMap<CompiledResource, Made>()

const makerIn = (
  registry: Registry | undefined,
): ((owner: CompiledResource) => Relationships<CompiledResource>) =>
  relationshipsFrom<CompiledResource>({
    describe: described,
    overJoin: ({ model }, target) => {
      const { store } = target.facts()
      return [...(registry?.values() ?? [])]
        .map(compile)
        .filter((resource) => resource.model === model && resource.facts().store === store)
    },
  })

/** A relationship of a resource. Throws an Error if the resource has none of this name, which is a bug of the application. */
export function relationshipOf(
  owner: CompiledResource,
  { name }: Pick<SideloadConfig, 'name'>,
): Relationship<CompiledResource> {
  const relationship = relationshipsOf(owner).get(name)
  if (!relationship) throw new Error(`"${owner.type}" has no sideload "${name}".`)
  return relationship
}

/** The relation of a sideload: of a polymorphic one, that of the group that the sideload stands for. */
export function relationTo(
  owner: CompiledResource,
  sideload: Pick<SideloadConfig, 'name'> & { readonly group?: string },
): Relation<CompiledResource> {
  const found = relationshipOf(owner, sideload).relations.find(
    ({ group }) => sideload.group === undefined || group === sideload.group,
  )
  if (!found) throw new Error(`"${owner.type}.${sideload.name}" leads to no resource.`)
  const { target, holder, link } = found
  if (target && holder === 'target' && link === undefined) {
    throw new Error(`No group of "${target.type}" leads back to "${owner.type}.${sideload.name}".`)
  }
  return found
}

/** The columns that link a related record to its owner, with their values. */
export const linkedValues = (
  { pairs, constants }: Relation<CompiledResource>,
  owner: object,
): Readonly<Record<string, unknown>> => ({
  ...columnValues(pairs.target, valuesOf(owner, pairs.owner)),
  ...constants,
})

/** The columns that end a link, with null for each. Empty if every column of the key is also used elsewhere (rule 11.11). */
export function unlinkedValues(
  relationship: Relationship<CompiledResource>,
  alsoUnlinked: readonly string[] = [],
): Readonly<Record<string, null>> {
  const { owner, ownKey, unlinked } = relationship
  const others = keysIn(owner).filter(({ name }) => !alsoUnlinked.includes(name))
  const columns =
    alsoUnlinked.length > 0 && holdsKey(relationship)
      ? columnsAlone(ownKey, owner.primaryKey, others)
      : unlinked
  return Object.fromEntries(columns.map((column) => [column, null]))
}

/** The name of the relationship whose key has these columns; if several have them, the one with the fewest other columns. */
export function keyOver(columns: readonly string[], resource: CompiledResource): string | undefined {
  if (columns.length === 0) return undefined
  return keysIn(resource)
    .filter((key) => columns.every((column) => key.columns.includes(column)))
    .toSorted((one, other) => one.columns.length - other.columns.length)[0]?.name
}

/** The relationships of a resource whose members keep a record from being destroyed (rule 11.15). */
export const restrictingIn = (resource: CompiledResource): readonly Relationship<CompiledResource>[] =>
  [...relationshipsOf(resource).values()].filter(({ restricts }) => restricts)

/** The resources over the join model of a many-to-many. Empty if the store keeps the join itself. */
export const joinResources = (
  owner: CompiledResource,
  sideload: Pick<SideloadConfig, 'name'>,
): readonly CompiledResource[] =>
  relationshipOf(owner, sideload).relations.flatMap(({ join }) => join?.resources ?? [])

/** The relationships whose own key has the column. */
export const relationshipsOfKey = (
  resource: CompiledResource,
  column: string,
): readonly Relationship<CompiledResource>[] => relationshipsOver(relationshipsOf(resource), column)

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
  const { name, kind, many, readable, writable, dependent } = sideload
  const targets = targetsOf(sideload, owner)
  const columns = targets.flatMap(({ foreignKey }) => foreignKey)
  const keys = kind === 'polymorphicBelongsTo' ? [sideload.groupBy, ...columns] : columns
  const holds = kind === 'belongsTo' || kind === 'polymorphicBelongsTo'
  // As far as the store's facts say.
  const isOptional = holds && keys.some((column) => told(owner.facts().column(column))?.nullable === true)
  const stored = ('relation' in sideload ? sideload.relation : undefined) ?? name
  const common = { name, kind, many, stored, readable, writable, isOptional, dependent, targets }
  switch (kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
    case 'custom':
      return common
    case 'polymorphicHasMany':
      return { ...common, as: sideload.as }
    case 'polymorphicBelongsTo':
      return { ...common, groupBy: sideload.groupBy }
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
