import { told } from '../adapter/facts.js'
import { sameColumns } from '../adapter/column-values.js'
import type { Among, Condition } from '../adapter/condition.js'
import { type AttributeType, parseType } from '../vocabulary/type.js'
import type { Relation } from '../vocabulary/relation.js'
import { relationTo } from '../resource/relations.js'
import { ofColumn } from '../resource/wire-names.js'
import type { CompiledResource } from '../resource/compile.js'
import { joinCondition } from '../plan/join-policies.js'
import { baseOf, type Hop } from '../plan/visibility.js'
import { callHandler } from '../declare/handler.js'
import type { SideloadConfig } from '../declare/sideload.js'
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
  const relation = relationTo(owner, sideload)
  const keys = keysOfParents(relation, parents, target)
  if (keys.length === 0) return undefined
  const condition = relation.join ? await joinCondition({ owner, sideload }, 'read', context) : undefined
  const found = baseOf({ sideload, target, owner }, context)
  return ofParents(relation, keys, await found, { target, condition, withRows })
}

/** The scope of all records that are related to a record, including hidden ones; undefined if the record has no key for it. */
export function allRelated(relation: Relation<CompiledResource>, record: object): unknown {
  const { target } = relation
  const keys = target ? keysOfParents(relation, [record], target) : []
  return target && keys.length > 0
    ? ofParents(relation, keys, target.adapter().all(target), { target, withRows: false }).scope
    : undefined
}

/** A sideload over a key or a join of the store. */
export type StoredSideload = Exclude<PlainSideload, { readonly kind: 'custom' }>

function keysOfParents(
  { pairs, join }: Relation<CompiledResource>,
  parents: readonly object[],
  target: CompiledResource,
): readonly KeyValues[] {
  const keys = uniqueKeys(parents, pairs.owner)
  return join ? keys : keysOfType(keys, keyTypes(target, pairs.target))
}

/** How the related records are read. */
interface ReadRelated {
  readonly target: CompiledResource
  readonly condition?: Condition | undefined
  readonly withRows: boolean
}

function ofParents(
  { pairs, constants, join: joined, holder }: Relation<CompiledResource>,
  keys: readonly KeyValues[],
  all: unknown,
  { target, condition, withRows }: ReadRelated,
): RelatedScope {
  if (joined) {
    const join = { relation: joined.relation, key: joined.key, condition }
    const scope = target.adapter().narrow(all, { kind: 'joined', join, parents: keys, withRows }, target)
    return { scope, base: all, parents: keys.length }
  }
  // The constants of a key in the parents' own records say nothing about the related records.
  const base = holder === 'target' ? amongConstants(all, constants, target) : all
  return { scope: amongKeys(base, pairs.target, keys, target), base, parents: keys.length }
}

/** A scope narrowed to the records of a group. */
export const amongConstants = (
  scope: unknown,
  constants: Readonly<Record<string, string>>,
  target: CompiledResource,
): unknown =>
  Object.entries(constants).reduce(
    (narrowed, [column, value]) => amongKeys(narrowed, [column], [[value]], target),
    scope,
  )

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
