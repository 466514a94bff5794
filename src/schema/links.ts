import { indexOf } from './resource-index.js'
import {
  targetsOf,
  type AttributeSchema,
  type JoinedSideload,
  type KeyedSideload,
  type ResourceSchema,
  type SideloadSchema,
} from './schema.js'

/** A guard: everybody, nobody, or the method of the context that decides. */
type Guard = boolean | string

/** A sideload with its resource. */
interface Owned {
  readonly owner: ResourceSchema
  readonly sideload: SideloadSchema
}

/** All guards of a relationship. */
export interface LinkGuards {
  readonly readable: readonly Guard[]
  readonly writable: readonly Guard[]
}

/**
 * The guards of a relationship: its own, and those of every other relationship with the same foreign key or join (rule
 * 14.16). The runtime computes the same from its declarations.
 */
export function linkGuards(
  owner: ResourceSchema,
  sideload: SideloadSchema,
  resources: readonly ResourceSchema[],
): LinkGuards {
  const link = { owner, sideload }
  const same = sameLinks(link, resources)
  const attributes = keyAttributes(link, resources)
  const keys = joinResources(sideload, resources).flatMap((resource) =>
    keysOfJoin(resource, sideload).map((key) => linkGuards(resource, key, resources)),
  )
  const all = (kind: 'readable' | 'writable'): readonly Guard[] => {
    const own = sideload[kind]
    const others = same.flatMap((other): Guard[] => {
      const guard = other.sideload[kind]
      return typeof guard === 'string' || (guard === false && closes(sideload, other.sideload, own))
        ? [guard]
        : []
    })
    const shown = attributes.map((attribute) => attribute[kind]).filter((guard) => typeof guard === 'string')
    return [...new Set([own, ...others, ...shown, ...keys.flatMap((key) => key[kind])])]
  }
  return { readable: all('readable'), writable: all('writable') }
}

/** The guards for reading an attribute: its own, and those of the relationships whose key it shows. */
export function readersOf(
  owner: ResourceSchema,
  attribute: AttributeSchema,
  resources: readonly ResourceSchema[],
): readonly Guard[] {
  const ofKeys = owner.sideloads
    .filter((sideload) => holdsKey(sideload) && ownColumns(owner, sideload).includes(attribute.column))
    .flatMap((sideload) => linkGuards(owner, sideload, resources).readable)
  return [...new Set([attribute.readable, ...ofKeys.filter((guard) => typeof guard === 'string')])]
}

/** The resources of the join model of a many-to-many, if a datamodel names it. */
export function joinResources(
  sideload: SideloadSchema,
  resources: readonly ResourceSchema[],
): readonly ResourceSchema[] {
  if (sideload.kind !== 'hasAndBelongsToMany' || sideload.join?.model === undefined) return []
  return (indexOf(resources).byModel.get(sideload.join.model) ?? []).filter(
    ({ adapter }) => adapter !== 'null',
  )
}

function sameLinks(link: Owned, resources: readonly ResourceSchema[]): readonly Owned[] {
  const { byType } = indexOf(resources)
  return [...new Set([link.owner.type, ...targetsOf(link.sideload)])]
    .flatMap((type) => byType.get(type) ?? [])
    .flatMap((owner) => owner.sideloads.map((sideload) => ({ owner, sideload })))
    .filter((other) => other.sideload !== link.sideload && isSameLink(link, other))
}

/** Whether two sideloads have the same link: a foreign key, a polymorphic key, or a join (rule 14.16). */
export function isSameLink({ owner, sideload }: Owned, { owner: others, sideload: other }: Owned): boolean {
  switch (sideload.kind) {
    case 'belongsTo':
    case 'hasMany':
    case 'hasOne':
      return (
        isKeyed(other) &&
        haveSame(sideload.foreignKey, other.foreignKey) &&
        holderOf(owner, sideload) === holderOf(others, other)
      )
    case 'hasAndBelongsToMany':
      return other.kind === 'hasAndBelongsToMany' && isSameJoin(owner, sideload, others, other)
    case 'polymorphicBelongsTo':
      return leadsBackBy(other, sideload.name, owner)
    case 'polymorphicHasMany':
      return other.kind === 'polymorphicHasMany'
        ? others === owner && other.as === sideload.as
        : other.kind === 'polymorphicBelongsTo' && leadsBackBy(sideload, other.name, others)
    case 'custom':
      return false
  }
}

const isKeyed = (sideload: SideloadSchema): sideload is KeyedSideload =>
  sideload.kind === 'belongsTo' || sideload.kind === 'hasMany' || sideload.kind === 'hasOne'

/** The type of the records that hold a foreign key. */
const holderOf = ({ type }: ResourceSchema, { kind, resource }: KeyedSideload): string =>
  kind === 'belongsTo' ? type : resource

const leadsBackBy = (sideload: SideloadSchema, name: string, holder: ResourceSchema): boolean =>
  sideload.kind === 'polymorphicHasMany' && sideload.as === name && sideload.resource === holder.type

/** Without a datamodel, all many-to-many between two resources count as one join. */
function isSameJoin(
  owner: ResourceSchema,
  sideload: JoinedSideload,
  others: ResourceSchema,
  other: JoinedSideload,
): boolean {
  const isTurned = others.type === sideload.resource && other.resource === owner.type
  if (!isTurned && !(others === owner && other.resource === sideload.resource)) return false
  const [one, two] = [sideload.join, other.join]
  if (!one || !two) return true
  if (one.name !== two.name) return false
  return (
    (haveSame(one.key, two.otherKey) && haveSame(one.otherKey, two.key)) ||
    (haveSame(one.key, two.key) && haveSame(one.otherKey, two.otherKey))
  )
}

function keysOfJoin({ sideloads }: ResourceSchema, joined: SideloadSchema): readonly SideloadSchema[] {
  if (joined.kind !== 'hasAndBelongsToMany' || !joined.join) return []
  const keys = [joined.join.key, joined.join.otherKey]
  return sideloads.filter(
    (sideload) => sideload.kind === 'belongsTo' && keys.some((key) => haveSame(sideload.foreignKey, key)),
  )
}

/** Whether the record with a sideload holds its key. */
export function holdsKey({ kind }: SideloadSchema): boolean {
  return kind === 'belongsTo' || kind === 'polymorphicBelongsTo'
}

/** Whether a `false` at another sideload of the same link closes this one too. */
function closes(sideload: SideloadSchema, other: SideloadSchema, own: Guard): boolean {
  if (other.kind === 'hasAndBelongsToMany') return own === true
  return holdsKey(other) && !holdsKey(sideload)
}

function keyAttributes(
  { owner, sideload }: Owned,
  resources: readonly ResourceSchema[],
): readonly AttributeSchema[] {
  if (sideload.kind === 'hasAndBelongsToMany' || sideload.kind === 'custom') return []
  const holder = holdsKey(sideload) ? owner : indexOf(resources).byType.get(targetsOf(sideload)[0] ?? '')
  if (!holder) return []
  const columns = ownColumns(holder, sideload)
  return holder.attributes.filter(({ column }) => columns.includes(column))
}

/** The given columns that neither the key of the record nor another relationship has. */
function ownColumns({ sideloads, key = [] }: ResourceSchema, sideload: SideloadSchema): readonly string[] {
  if (sideload.kind === 'polymorphicBelongsTo') return sideload.groups.map(({ foreignKey }) => foreignKey)
  if (!isKeyed(sideload)) return []
  const { foreignKey } = sideload
  if (foreignKey.length === 1) return foreignKey
  const others = sideloads.flatMap((other) =>
    other.kind === 'belongsTo' && !haveSame(other.foreignKey, foreignKey) ? other.foreignKey : [],
  )
  const ids = key.map(({ name }) => name)
  return foreignKey.filter((column) => !ids.includes(column) && !others.includes(column))
}

/** Whether two keys have the same columns, in any order. */
export const haveSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((column) => other.includes(column))
