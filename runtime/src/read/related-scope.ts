import { told } from '../adapter/facts.js'
import { sameColumns } from '../adapter/column-values.js'
import type { Among, Condition } from '../adapter/condition.js'
import { type AttributeType, parseType } from '../vocabulary/type.js'
import { keysOf } from '../resource/key-columns.js'
import { ofColumn } from '../resource/wire-names.js'
import type { CompiledResource } from '../resource/compile.js'
import { joinCondition } from '../plan/join-policies.js'
import { baseOf, type Hop } from '../plan/visibility.js'
import { callHandler } from '../declare/handler.js'
import type { PolymorphicHasMany, SideloadConfig } from '../declare/sideload.js'
import type { KeyValues } from '../value/key.js'
import { distinctByKey, inPieces, keysAtOnce, keysOfType, uniqueKeys } from '../adapter/keys.js'

/** A sideload that leads to one resource: a polymorphicBelongsTo is one such for each of its groups. */
export type PlainSideload = Exclude<SideloadConfig, { readonly kind: 'polymorphicBelongsTo' }>

/** A scope of related records, with how many parents it is for; undefined where no parent has a key (rule 9.3). */
export interface RelatedScope {
  readonly scope: unknown
  /** The scope before it was narrowed to the parents' keys; that of a custom sideload is all the application's. */
  readonly base: unknown
  readonly parents: number
}

/** The scope that fetches the records related to the parents, before anything of a request is chained onto it (rule 9.1). */
export async function relatedScope(
  { sideload, target, owner }: Hop<PlainSideload>,
  parents: readonly object[],
  context: object | undefined,
): Promise<RelatedScope | undefined> {
  if (sideload.kind === 'custom') {
    if (parents.length === 0) return undefined
    const scope = await callHandler(owner.instance, sideload.scope ?? 'baseScope', [parents, context])
    return { scope, base: scope, parents: parents.length }
  }
  const hop = { sideload, target, owner }
  const keys = keysOfParents(hop, parents)
  if (keys.length === 0) return undefined
  const condition =
    sideload.kind === 'hasAndBelongsToMany'
      ? await joinCondition({ owner, sideload }, 'read', context)
      : undefined
  const found = baseOf(hop, context)
  return ofParents(hop, keys, await found, condition)
}

/** The scope of everything that is related to a record, whatever hides it; undefined where the record has no key for it. */
export function allRelated(hop: Hop<StoredSideload>, record: object): unknown {
  const keys = keysOfParents(hop, [record])
  return keys.length === 0
    ? undefined
    : ofParents(hop, keys, hop.target.adapter().all(hop.target), undefined).scope
}

/** A sideload that the store follows, by a key or a join. */
export type StoredSideload = Exclude<PlainSideload, { readonly kind: 'custom' }>

function keysOfParents(
  { sideload, target, owner }: Hop<StoredSideload>,
  parents: readonly object[],
): readonly KeyValues[] {
  const keys = uniqueKeys(parents, parentKeyOf(sideload, owner, target))
  if (sideload.kind === 'hasAndBelongsToMany') return keys
  return keysOfType(keys, keyTypes(target, keysOf(sideload, owner, target).childKey))
}

function ofParents(
  { sideload, target, owner }: Hop<StoredSideload>,
  keys: readonly KeyValues[],
  all: unknown,
  condition: Condition | undefined,
): RelatedScope {
  if (sideload.kind === 'hasAndBelongsToMany') {
    const join = { relation: sideload.join, key: sideload.joinKey, condition }
    const scope = target.adapter().narrow(all, { kind: 'joined', join, parents: keys }, target)
    return { scope, base: all, parents: keys.length }
  }
  const base = sideload.kind === 'polymorphicHasMany' ? ofType(all, sideload, owner, target) : all
  const { childKey } = keysOf(sideload, owner, target)
  return { scope: amongKeys(base, childKey, keys, target), base, parents: keys.length }
}

/**
 * The scopes that fetch the records related to the parents: one, or several where the parents have more keys than the
 * store takes in one list. All that relates to one parent is in one of them, so that its order is the query's.
 */
export async function relatedScopes(
  hop: Hop<PlainSideload>,
  parents: readonly object[],
  context: object | undefined,
): Promise<readonly RelatedScope[]> {
  const { sideload, target, owner } = hop
  const most =
    sideload.kind === 'custom'
      ? Number.POSITIVE_INFINITY
      : keysAtOnce(target.facts(), parentKeyOf(sideload, owner, target))
  const pieces = parents.length <= most ? [parents] : inPieces(distinctParents(hop, parents), most)
  const scopes: RelatedScope[] = []
  for (const piece of pieces) {
    const related = await relatedScope(hop, piece, context)
    if (related) scopes.push(related)
  }
  return scopes
}

/** Parents that are not the same to the sideload. */
export function distinctParents(
  { sideload, target, owner }: Hop<PlainSideload>,
  parents: readonly object[],
): readonly object[] {
  return sideload.kind === 'custom' ? parents : distinctByKey(parents, parentKeyOf(sideload, owner, target))
}

/** The columns of the parents that their children refer to. */
export function parentKeyOf(
  sideload: StoredSideload,
  owner: CompiledResource,
  target: CompiledResource,
): readonly string[] {
  return sideload.kind === 'hasAndBelongsToMany'
    ? (sideload.primaryKey ?? owner.primaryKey)
    : keysOf(sideload, owner, target).parentKey
}

/** A scope narrowed to the records that have one of the keys in some columns. */
export function amongKeys(
  scope: unknown,
  columns: readonly string[],
  keys: readonly KeyValues[],
  resource: CompiledResource,
): unknown {
  return resource.adapter().narrow(scope, amongCondition(resource, columns, keys), resource)
}

/**
 * The column and the value by which children name this side: those of their own polymorphicBelongsTo.
 *
 * Throws an Error when they have none of that name, or none of its groups leads here: that is the application's bug.
 */
export function typeColumn(
  sideload: PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
): { readonly attribute: string; readonly value: string } {
  const inverse = target.config.sideloads.get(sideload.as)
  if (inverse?.kind !== 'polymorphicBelongsTo') {
    throw new Error(`"${target.type}" has no polymorphicBelongsTo "${sideload.as}".`)
  }
  for (const [value, resource] of target.targets(inverse)) {
    if (resource.type === owner.type) return { attribute: inverse.groupBy, value }
  }
  throw new Error(`No group of "${target.type}.${sideload.as}" leads to "${owner.type}".`)
}

/** What says that a record has one of the keys in some columns. */
export function amongCondition(
  resource: CompiledResource,
  columns: readonly string[],
  keys: readonly KeyValues[],
): Among {
  const types = keyTypes(resource, columns)
  return {
    kind: 'among',
    name: sameColumns(columns, resource.primaryKey) ? 'id' : columns.join(','),
    through: [],
    columns,
    types: types.map((type) => type ?? STRING),
    keys: keysOfType(keys, []),
  }
}

function ofType(
  scope: unknown,
  sideload: PolymorphicHasMany,
  owner: CompiledResource,
  target: CompiledResource,
): unknown {
  const { attribute, value } = typeColumn(sideload, owner, target)
  return amongKeys(scope, [attribute], [[value]], target)
}

const STRING = parseType('string')

/** The types of a key's columns: those of the id, of the attributes where they are some, or of the columns as far as the store tells. */
export function keyTypes(
  resource: CompiledResource,
  columns: readonly string[],
): readonly (AttributeType | undefined)[] {
  return columns.map(
    (column) =>
      resource.key.find(({ name }) => name === column)?.type ??
      ofColumn(resource, column).attribute?.type ??
      told(resource.facts().column(column)),
  )
}
