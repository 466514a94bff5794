import type { Condition } from '../../adapter/condition.js'
import { isDefault } from '../../adapter/default-operations.js'
import { distinctByKey, inPieces, keysAtOnce, keysOfType, uniqueKeys } from '../../adapter/rows/keys.js'
import type { Narrowing } from '../../adapter/narrowing.js'
import { callHandler, type Handler } from '../../declare/handler.js'
import { filterTarget } from '../../plan/filters/filter-target.js'
import { compiledOf, type CompiledResource, keyOfId } from '../../resource/compile.js'
import { currentRequest } from '../../resource/frame.js'
import type { Resource } from '../../resource/operations.js'
import type { KnownRelation } from '../../resource/relations.js'
import { encodeKey, type KeyValues } from '../../value/key.js'
import { coerceText } from '../../vocabulary/values/coerce.js'
import type { Relation } from '../../vocabulary/relation.js'
import type { Caller } from './compose.js'
import { joinCondition } from '../policies/policies.js'
import { amongCondition, keyTypes, ofGroup } from './key-condition.js'
import type { Read } from '../read.js'
import { baseOf } from '../policies/visibility.js'

/**
 * The scopes that a read begins with, narrowed to its ids or keys: several if there are more keys than the store accepts
 * in one list, none if no parent has a key (rule 9.3).
 */
export async function basesOf(read: Read, context: object | undefined): Promise<readonly unknown[]> {
  const { resource, instance = resource.instance, base, ids } = read
  const keys = ids ? keysOf(resource, ids) : read.keys
  if (keys?.length === 0) return []
  let bases: readonly unknown[]
  switch (base.kind) {
    case 'own':
      bases = [await currentRequest().baseScopeOf(instance, context)]
      break
    case 'given':
      bases = [givenScope(instance, base.scope, context)]
      break
    case 'related': {
      const { relation, parents, withRows } = base
      bases = parents
        ? (await relatedScopes(relation, parents, context, withRows)).map(({ scope }) => scope)
        : [await baseOf(relation, context)]
    }
  }
  if (!keys) return bases
  const narrowed = bases.map((scope) => ofKeys(scope, keys, { resource, instance, context }))
  return (await Promise.all(narrowed)).flat()
}

/** The keys of some ids. Ids that cannot be parsed match nothing and are dropped. */
const keysOf = (resource: CompiledResource, ids: readonly string[]): readonly KeyValues[] =>
  ids.flatMap((id) => {
    const parsed = keyOfId(resource, id)
    return parsed.ok ? [parsed.value] : []
  })

/**
 * Scopes that together hold the records of some keys. The resource's own filter `id` narrows them if it has a function,
 * otherwise the adapter, in as many scopes as its limit requires. A function that takes one value gives a scope for
 * each key, unless the adapter can unite them.
 */
async function ofKeys(
  scope: unknown,
  keys: readonly KeyValues[],
  { resource, instance, context }: Caller,
): Promise<readonly unknown[]> {
  const custom = customIdFilter(resource)
  const adapter = resource.adapter()
  if (!custom) {
    const { primaryKey } = resource
    const pieces = inPieces(keys, keysAtOnce(resource.facts().can, primaryKey))
    return pieces.map((piece) => amongKeys(scope, primaryKey, piece, resource))
  }
  const narrowed = async (base: unknown, some: readonly KeyValues[]): Promise<unknown> =>
    callHandler(instance, custom.handler, [base, custom.argument(some), context])
  if (custom.takesList || keys.length === 1) return [await narrowed(scope, keys)]
  if (!resource.facts().can.filterByGroups) return Promise.all(keys.map((key) => narrowed(scope, [key])))
  const blank = adapter.all(resource)
  const conditions = await Promise.all(
    keys.map(async (key) => ({ kind: 'scope', scope: await narrowed(blank, [key]) }) as const),
  )
  return [adapter.narrow(scope, { kind: 'or', conditions }, resource)]
}

/** A scope of related records, and the number of its parents. Undefined if no parent has a key (rule 9.3). */
export interface RelatedScope {
  readonly scope: unknown
  readonly parents: number
}

async function scopeOfParents(
  relation: KnownRelation,
  parents: readonly object[],
  context: object | undefined,
  withRows: boolean,
): Promise<RelatedScope | undefined> {
  const { name, owner, target, holder } = relation
  if (holder === 'method') {
    if (parents.length === 0) return undefined
    const handler = owner.config.sideloads.get(name)?.scope ?? 'baseScope'
    const scope = await callHandler(owner.instance, handler, [parents, context])
    return { scope, parents: parents.length }
  }
  const keys = keysOfParents(relation, parents, target)
  if (keys.length === 0) return undefined
  const condition = relation.join && (await joinCondition(relation, 'read', context))
  const adapter = target.adapter()
  let scope = await baseOf(relation, context)
  for (const narrowing of narrowingsOf(relation, keys, target, { condition, withRows })) {
    scope = adapter.narrow(scope, narrowing, target)
  }
  return { scope, parents: keys.length }
}

/** Narrows a scope to the relatives of a record, hidden ones included; undefined if it has no key for them. */
export function relativesOf(
  relation: Relation<CompiledResource>,
  record: object,
  target: CompiledResource,
): readonly Narrowing[] | undefined {
  const keys = keysOfParents(relation, [record], target)
  return keys.length > 0 ? narrowingsOf(relation, keys, target, { withRows: false }) : undefined
}

function keysOfParents(
  { pairs, join }: Relation<CompiledResource>,
  parents: readonly object[],
  target: CompiledResource,
): readonly KeyValues[] {
  const keys = uniqueKeys(parents, pairs.owner)
  return join ? keys : keysOfType(keys, keyTypes(target, pairs.target))
}

function narrowingsOf(
  { pairs, constants, join: joined }: Relation<CompiledResource>,
  keys: readonly KeyValues[],
  target: CompiledResource,
  { condition, withRows }: { readonly condition?: Condition | undefined; readonly withRows: boolean },
): readonly Narrowing[] {
  if (!joined) return [...ofGroup(target, constants.target), amongCondition(target, pairs.target, keys)]
  const join = { relation: joined.relation, key: joined.key, condition }
  return [{ kind: 'joined', join, parents: keys, withRows }]
}

/**
 * The scopes of the records that are related to the parents: several if there are more keys than the store accepts in one
 * list. All related records of one parent are in one scope, so they have the order of the query.
 */
export async function relatedScopes(
  relation: KnownRelation,
  parents: readonly object[],
  context: object | undefined,
  withRows = false,
): Promise<readonly RelatedScope[]> {
  const { target, pairs } = relation
  const limit = keysAtOnce(target.facts().can, pairs.owner)
  const pieces = parents.length <= limit ? [parents] : inPieces(distinctByKey(parents, pairs.owner), limit)
  const scopes: RelatedScope[] = []
  for (const piece of pieces) {
    const related = await scopeOfParents(relation, piece, context, withRows)
    if (related) scopes.push(related)
  }
  return scopes
}

/** A scope narrowed to the records with one of the given keys. */
function amongKeys(
  scope: unknown,
  columns: readonly string[],
  keys: readonly KeyValues[],
  resource: CompiledResource,
): unknown {
  return resource.adapter().narrow(scope, amongCondition(resource, columns, keys), resource)
}

/**
 * The adapter's scope for a base from the application (rule 8.2). If the resource overrides `resolve`, any object is
 * accepted as a scope.
 */
function givenScope(resource: Resource, given: unknown, context: object | undefined): unknown {
  const { adapter } = resource
  if (!adapter || !isDefault(resource.resolve)) return given
  const compiled = compiledOf(resource)
  const meant = adapter.conditionOf(given, compiled)
  if (meant.kind === 'none') throw new TypeError(meant.why)
  if (meant.kind !== 'short') return given
  const base = currentRequest().baseScopeOf(resource, context)
  const { kind } = adapter.conditionOf(base, compiled)
  if (kind === 'none' || kind === 'short') {
    throw new TypeError(
      `The baseScope of "${compiled.type}" does not return a scope: it must narrow super.baseScope(context).`,
    )
  }
  return meant.narrows === 'nothing' ? base : adapter.narrow(base, meant.narrows, compiled)
}

/** The function of a resource's own filter `id`, which then finds the records. */
interface CustomIdFilter {
  readonly handler: Handler
  /** Whether it takes a list of ids, and not one (rule 14.3). */
  readonly takesList: boolean
  /**
   * The function's argument for some ids: a list if it takes one, else the first of them, in the type of the filter.
   */
  argument(keys: readonly KeyValues[]): unknown
}

/** The resource's own filter `id`; undefined if the adapter finds its records. */
function customIdFilter(resource: CompiledResource): CustomIdFilter | undefined {
  const filter = resource.config.filters.get('id')
  if (filter?.filter === undefined) return undefined
  const { type } = filterTarget(resource, filter)
  const typed = (key: KeyValues): unknown => {
    const id = encodeKey(resource.key, key)
    const coerced = coerceText(type, id)
    return coerced.ok ? coerced.value : id
  }
  return {
    handler: filter.filter,
    takesList: type.list,
    argument: (keys) => (type.list ? keys.map(typed) : typed(keys[0] ?? [])),
  }
}
