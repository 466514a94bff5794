import { told } from '../adapter/facts.js'
import { sameColumns } from '../adapter/column-values.js'
import type { Among, Condition } from '../adapter/condition.js'
import { type AttributeType, parseType } from '../vocabulary/type.js'
import { relationTo } from '../resource/relations.js'
import { ofColumn } from '../resource/wire-names.js'
import type { CompiledResource } from '../resource/compile.js'
import { joinCondition } from '../plan/join-policies.js'
import { baseOf, type Hop } from '../plan/visibility.js'
import { callHandler } from '../declare/handler.js'
import type { PolymorphicHasMany, SideloadConfig } from '../declare/sideload.js'
import type { KeyValues } from '../value/key.js'
import { distinctByKey, inPieces, keysAtOnce, keysOfType, uniqueKeys } from '../adapter/keys.js'

/** A sideload to one resource: each group of a polymorphicBelongsTo is such a sideload. */
export type PlainSideload = Exclude<SideloadConfig, { readonly kind: 'polymorphicBelongsTo' }>

/** A scope of related records, and the number of its parents. Undefined if no parent has a key (rule 9.3). */
export interface RelatedScope {
  readonly scope: unknown
  /**
   * The scope before it is narrowed to the parents' keys. The application narrows the scope of a custom sideload
   * itself.
   */
  readonly base: unknown
  readonly parents: number
}

/**
 * The scope of the records that are related to a parent, before the request's parameters are chained onto it (rule
 * 9.1).
 */
export const relatedScope = (
  hop: Hop<PlainSideload>,
  parent: object,
  context: object | undefined,
): Promise<RelatedScope | undefined> => scopeOfParents(hop, [parent], context, false)

async function scopeOfParents(
  { sideload, target, owner }: Hop<PlainSideload>,
  parents: readonly object[],
  context: object | undefined,
  withRows: boolean,
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
  return ofParents(hop, keys, await found, { condition, withRows })
}

/**
 * The scope of all records that are related to a record, including hidden ones; undefined if the record has no key for
 * it.
 */
export function allRelated(hop: Hop<StoredSideload>, record: object): unknown {
  const keys = keysOfParents(hop, [record])
  return keys.length === 0
    ? undefined
    : ofParents(hop, keys, hop.target.adapter().all(hop.target), { withRows: false }).scope
}

/** A sideload over a key or a join of the store. */
export type StoredSideload = Exclude<PlainSideload, { readonly kind: 'custom' }>

function keysOfParents(
  { sideload, target, owner }: Hop<StoredSideload>,
  parents: readonly object[],
): readonly KeyValues[] {
  const keys = uniqueKeys(parents, parentKeyOf(sideload, owner))
  if (sideload.kind === 'hasAndBelongsToMany') return keys
  return keysOfType(keys, keyTypes(target, relationTo(owner, sideload).pairs.target))
}

function ofParents(
  { sideload, target, owner }: Hop<StoredSideload>,
  keys: readonly KeyValues[],
  all: unknown,
  { condition, withRows }: { readonly condition?: Condition | undefined; readonly withRows: boolean },
): RelatedScope {
  if (sideload.kind === 'hasAndBelongsToMany') {
    const join = { relation: sideload.join, key: sideload.joinKey, condition }
    const scope = target.adapter().narrow(all, { kind: 'joined', join, parents: keys, withRows }, target)
    return { scope, base: all, parents: keys.length }
  }
  const base = sideload.kind === 'polymorphicHasMany' ? ofType(all, sideload, owner, target) : all
  const { target: childKey } = relationTo(owner, sideload).pairs
  return { scope: amongKeys(base, childKey, keys, target), base, parents: keys.length }
}

/**
 * The scopes of the records that are related to the parents: several if there are more keys than the store accepts in one
 * list. All related records of one parent are in one scope, so they have the order of the query.
 */
export async function relatedScopes(
  hop: Hop<PlainSideload>,
  parents: readonly object[],
  context: object | undefined,
  withRows = false,
): Promise<readonly RelatedScope[]> {
  const { sideload, target, owner } = hop
  const limit =
    sideload.kind === 'custom'
      ? Number.POSITIVE_INFINITY
      : keysAtOnce(target.facts(), parentKeyOf(sideload, owner))
  const pieces = parents.length <= limit ? [parents] : inPieces(distinctParents(hop, parents), limit)
  const scopes: RelatedScope[] = []
  for (const piece of pieces) {
    const related = await scopeOfParents(hop, piece, context, withRows)
    if (related) scopes.push(related)
  }
  return scopes
}

/** One parent of each key: the sideload treats parents with the same key alike. */
export function distinctParents(
  { sideload, owner }: Hop<PlainSideload>,
  parents: readonly object[],
): readonly object[] {
  return sideload.kind === 'custom' ? parents : distinctByKey(parents, parentKeyOf(sideload, owner))
}

/** The columns of the parents that their children refer to. */
export function parentKeyOf(sideload: StoredSideload, owner: CompiledResource): readonly string[] {
  return relationTo(owner, sideload).pairs.owner
}

/** A scope narrowed to the records with one of the given keys. */
export function amongKeys(
  scope: unknown,
  columns: readonly string[],
  keys: readonly KeyValues[],
  resource: CompiledResource,
): unknown {
  return resource.adapter().narrow(scope, amongCondition(resource, columns, keys), resource)
}

/**
 * The type column and its value in children that refer to this side, from their own polymorphicBelongsTo.
 *
 * Throws an Error if they have no such relationship, or if none of its groups leads here, which is a bug of the
 * application.
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

/** The condition for a record to have one of the given keys. */
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

/** The types of a key's columns: of the id, of the attributes, or of the columns if the store's facts have them. */
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
