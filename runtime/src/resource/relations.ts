import { columnValues, valuesOf } from '../adapter/rows/column-values.js'
import { joinRecordsIn, typeOfColumn } from '../facts/implied.js'
import { memberOf } from '../base/cast.js'
import { oncePer } from '../base/made-once.js'
import { latestRevision } from '../declare/configured-class.js'
import type { Handler } from '../declare/handler.js'
import type { ResourceReference, SideloadConfig } from '../declare/sideload.js'
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
import { classOf, findRegistry, type Registry, resolveReference } from './registry.js'

/** The relationships of a resource by name, made once in its registry. */
export const relationshipsOf = (owner: Owner): Relationships<CompiledResource> => madeOf(owner).relationships

/** The columns that attributes never write. */
export const keyColumns = (resource: Owner): ReadonlySet<string> => madeOf(resource).keyColumns

/** The keys that the records of a resource hold themselves, by relationship to one type. */
export const keysIn = (resource: Owner): Made['keys'] => madeOf(resource).keys

type Owner = Pick<CompiledResource, 'resourceClass'>

/** The relationships of a resource, and what follows from all of them. */
interface Made {
  readonly owner: CompiledResource
  readonly revision: number
  readonly relationships: Relationships<CompiledResource>
  readonly keyColumns: ReadonlySet<string>
  readonly keys: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

function madeOf({ resourceClass }: Owner): Made {
  const owner = compile(resourceClass)
  const present = made.get(owner)
  const revision = latestRevision()
  // A related class may have been given another declaration since, or a registry.
  if (present?.revision === revision) return present
  const registry = findRegistry(resourceClass)
  const relationships = makerIn(registry)(owner)
  const all = [...relationships.values()]
  const found: Made = {
    owner,
    revision,
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

/** A function that computes a value for each resource, once for each state of the declarations. */
export function perResource<Value>(
  compute: (resource: CompiledResource) => Value,
): (resource: Owner) => Value {
  const of = oncePer(({ owner }: Made) => compute(owner))
  return (resource) => of(madeOf(resource))
}

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

/** A relation whose target is known. */
export type KnownRelation = Relation<CompiledResource> & { readonly target: CompiledResource }

/**
 * The relation of a relationship for a group; undefined if there is none. Throws an Error if its records do not refer
 * back, which is a bug of the application.
 */
export function relationOfGroup(
  { name, owner, relations }: Relationship<CompiledResource>,
  group: string,
): KnownRelation | undefined {
  const found = relations.find((relation) => relation.group === group)
  if (!found || !isKnown(found)) return undefined
  if (found.pairs.target.length > 0 && found.link === undefined) {
    throw new Error(`No group of "${found.target.type}" refers back to "${owner.type}.${name}".`)
  }
  return found
}

/** Whether the target of a relation is known. */
export const isKnown = (relation: Relation<CompiledResource>): relation is KnownRelation =>
  relation.target !== undefined

/** The only or first relation of a relationship; throws an Error if no resource has the target's type. */
export function relationIn(relationship: Relationship<CompiledResource>): KnownRelation {
  const found = relationOfGroup(relationship, relationship.relations[0]?.group ?? '')
  if (!found) throw new Error(`"${relationship.owner.type}.${relationship.name}" has no related resource.`)
  return found
}

/** The group of a record in a relationship; empty if the relationship leads to one resource, or nowhere. */
export function groupOf({ groupBy }: Pick<Relationship<unknown>, 'groupBy'>, record: object): string {
  const group = groupBy === undefined ? '' : memberOf(record, groupBy)
  return typeof group === 'string' ? group : ''
}

/**
 * The resources that a relationship leads to. Throws an Error if one of them is not known, which is a bug of the
 * application.
 */
export const targetsIn = ({
  owner,
  name,
  relations,
}: Relationship<CompiledResource>): readonly CompiledResource[] =>
  relations.map(({ group, target }) => {
    if (target) return target
    const sideload = owner.config.sideloads.get(name)
    const reference = sideload && referencesIn(sideload).find((each) => each.group === group)?.resource
    if (reference === undefined) throw new Error(`"${owner.type}" has no sideload "${name}".`)
    return compile(resolveReference(reference, owner.resourceClass))
  })

/** The only resource that a relationship leads to; undefined if it has several groups. */
export const targetIn = (relationship: Relationship<CompiledResource>): CompiledResource | undefined =>
  relationship.groupBy === undefined ? targetsIn(relationship)[0] : undefined

/** The relationships along a path. They end at a name without a relationship, or after a relationship to several resources. */
export function relationshipsAlong(
  resource: CompiledResource,
  path: readonly string[],
): readonly Relationship<CompiledResource>[] {
  const found: Relationship<CompiledResource>[] = []
  let owner: CompiledResource | undefined = resource
  for (const name of path) {
    const relationship: Relationship<CompiledResource> | undefined = owner && relationshipsOf(owner).get(name)
    if (!relationship) break
    found.push(relationship)
    owner = targetIn(relationship)
  }
  return found
}

/** A path of relationships in the names of the store; other names stay as they are. */
export function storedPath(resource: CompiledResource, path: readonly string[]): readonly string[] {
  const along = path.length === 0 ? [] : relationshipsAlong(resource, path)
  return path.map((name, index) => along[index]?.relations[0]?.stored ?? name)
}

/** The relations along a path, up to the first name that does not lead to one resource. */
export function relationsAlong(
  resource: CompiledResource,
  path: readonly string[],
): readonly KnownRelation[] {
  const found: KnownRelation[] = []
  for (const name of path) {
    const relationship = relationshipsOf(found.at(-1)?.target ?? resource).get(name)
    const relation = relationship && relationOfGroup(relationship, '')
    if (!relation) break
    found.push(relation)
  }
  return found
}

/** The relations to one type whose key, in the records themselves, has the column. */
export const relationsOfKey = (resource: CompiledResource, column: string): readonly KnownRelation[] =>
  relationshipsOfKey(resource, column)
    .filter(holdsKey)
    .flatMap((relationship) => relationOfGroup(relationship, '') ?? [])

/** The scope that a relationship declares for its related records, instead of the base of their resource. */
export const scopeOf = ({ owner, name, group, link }: KnownRelation): Handler | undefined =>
  group === '' && link !== undefined ? owner.config.sideloads.get(name)?.scope : undefined

/** Whether a key leads to the related records, and no scope of the relationship narrows them. */
export const isOverKey = (relation: KnownRelation): boolean =>
  relation.pairs.target.length > 0 && scopeOf(relation) === undefined

/** The relations along a path of relationships that lead to one record at most; undefined if it is another path. */
export function toOneAlong(
  resource: CompiledResource,
  path: readonly string[],
): readonly KnownRelation[] | undefined {
  const found = relationsAlong(resource, path)
  const isToOne = found.every(({ many, holder }) => !many && holder !== 'method')
  return isToOne && found.length === path.length ? found : undefined
}

/** The columns that link a related record to its owner, with their values. */
export const linkedValues = (
  { pairs, constants }: Relation<CompiledResource>,
  owner: object,
): Readonly<Record<string, unknown>> => ({
  ...columnValues(pairs.target, valuesOf(owner, pairs.owner)),
  ...constants.target,
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
export const joinsOf = ({ relations }: Relationship<CompiledResource>): readonly CompiledResource[] =>
  relations.flatMap(({ join }) => join?.resources ?? [])

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
  const { name, kind, many, readable, writable, dependent, deprecated } = sideload
  const targets = targetsOf(sideload, owner)
  const columns = targets.flatMap(({ foreignKey }) => foreignKey)
  const keys = kind === 'polymorphicBelongsTo' ? [sideload.groupBy, ...columns] : columns
  const holds = kind === 'belongsTo' || kind === 'polymorphicBelongsTo'
  // As far as the store's facts say.
  const isOptional = holds && keys.some((column) => typeOfColumn(owner, column)?.nullable === true)
  const stored = ('relation' in sideload ? sideload.relation : undefined) ?? name
  const guards = { readable, writable }
  const common = { name, kind, many, stored, ...guards, isOptional, dependent, deprecated, targets }
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
      const target = targets[0]?.resource
      const records = target && joinRecordsIn(target, { relation, key })
      return { ...common, join: { relation, key, primaryKey, records } }
    }
  }
}

function targetsOf(
  sideload: SideloadConfig,
  { resourceClass }: CompiledResource,
): readonly DeclaredTarget<CompiledResource>[] {
  const compiled = (reference: ResourceReference | undefined): CompiledResource | undefined => {
    const found = reference === undefined ? undefined : classOf(reference, resourceClass)
    return found && compile(found)
  }
  return referencesIn(sideload).map((one) => ({ ...one, resource: compiled(one.resource) }))
}

/** Where a sideload leads, by group; the group is empty unless the sideload is polymorphic. */
function referencesIn(sideload: SideloadConfig): readonly DeclaredTarget<ResourceReference>[] {
  if (sideload.kind === 'polymorphicBelongsTo') {
    return [...sideload.groups].map(([group, target]) => ({ group, ...target }))
  }
  const { primaryKey } = 'primaryKey' in sideload ? sideload : { primaryKey: undefined }
  const foreignKey = 'foreignKey' in sideload ? sideload.foreignKey : []
  return [{ group: '', resource: sideload.resource, foreignKey, primaryKey }]
}
