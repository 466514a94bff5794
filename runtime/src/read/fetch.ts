import { isInTransaction } from '../adapter/current-transaction.js'
import { isDefault } from '../adapter/default-operations.js'
import { valuesOf } from '../adapter/column-values.js'
import { memberOf } from '../base/cast.js'
import { InvalidPage, TooManyRecords } from '../error/errors.js'
import type { SideloadConfig } from '../declare/sideload.js'
import type { Relation } from '../vocabulary/relation.js'
import type { CompiledResource } from '../resource/compile.js'
import { relationTo } from '../resource/relations.js'
import type { KeyValues } from '../value/key.js'
import { tooManyLinkages, withOneMore } from './record-limits.js'
import { buildNode } from './build.js'
import type { Order } from '../adapter/window.js'
import type { IncludePlan, NodePlan } from '../plan/plan.js'
import { logged, resolveLogged, type Run, spendRecords } from './run.js'
import { inPieces, keyIn, keysAtOnce, keyText, uniqueKeys } from '../adapter/keys.js'
import { amongIds } from './among-ids.js'
import type { Hop } from '../plan/visibility.js'
import { noteCut } from './cut-pages.js'
import {
  amongKeys,
  distinctParents,
  type PlainSideload,
  type RelatedScope,
  relatedScopes,
} from './related-scope.js'

/** A relationship of some records to load, and the request's parameters for the related records. */
export interface Loading<Sideload extends SideloadConfig> {
  readonly sideload: Sideload
  readonly node: NodePlan
  readonly parents: readonly object[]
  /** The resource of the parents. */
  readonly owner: CompiledResource
}

/** How children are matched with their parents. */
export interface Belonging {
  /** The attributes of the child that `parentsOf` needs, besides its primary key. */
  readonly keyAttributes: readonly string[]
  /** The parents' keys of a child, or of a row with its keys; undefined if only the application can match them. */
  readonly parentsOf: ParentsOf | undefined
  /** Whether `parentsOf` needs the rows of a join. */
  readonly needsRows?: boolean
}

type ParentsOf = (child: object) => readonly KeyValues[]

/** The children of all the parents. The children of one parent are in the order of the query. */
export async function fetchRelated(
  loading: Loading<PlainSideload>,
  belonging: Belonging,
  run: Run,
): Promise<readonly object[]> {
  const atHand = run.atHand && (await relatedAtHand(loading, run))
  if (atHand === undefined) return fetchStored(loading, belonging, run)
  const { budget } = run.request
  spendRecords(run, loading.node, atHand.length)
  if (!budget.spend('linkages', atHand.length)) throw tooManyLinkages(loading.node, budget)
  return atHand
}

/**
 * The children among the records of the write that this is the answer of; undefined if they have to be read: the write
 * does not know all of them, or the relationship has a scope of its own.
 */
async function relatedAtHand(
  { sideload, node, parents, owner }: Loading<PlainSideload>,
  run: Run,
): Promise<readonly object[] | undefined> {
  const relation = relationTo(owner, sideload)
  if (!isOverKey(relation, sideload)) return undefined
  const target = node.resource
  const { holder, pairs, constants } = relation
  const { owner: parentKey, target: childKey } = pairs
  const isById = holder === 'owner' && childKey.join() === target.primaryKey.join()
  const keys = node.among ?? (isById ? uniqueKeys(parents, parentKey) : undefined)
  const records = keys && (await run.atHand?.records(node, keys, orderAtHand(relation, node), run))
  const types = holder === 'target' ? Object.entries(constants) : []
  const ofParents = new Set(parents.map((parent) => keyIn(parent, parentKey)))
  return records?.filter((record) => {
    const key = keyIn(record, childKey)
    const isOfType = types.every(([column, value]) => memberOf(record, column) === value)
    return isOfType && key !== undefined && ofParents.has(key)
  })
}

/**
 * Begins to read the records of the write that the includes of its primary record need: those of all resources at the same
 * time, outside of a transaction (rule 9.4). What is below them waits for its parents, which may be hidden.
 */
export function readAhead(includes: readonly IncludePlan[], owner: CompiledResource, run: Run): void {
  for (const { sideload, nodes } of includes) {
    for (const node of nodes.values()) {
      const relation = relationTo(owner, sideload)
      if (node.among && relation.group === undefined && isOverKey(relation, sideload)) {
        run.atHand?.readAhead(node, node.among, orderAtHand(relation, node), run)
      }
    }
  }
}

/** Whether a key leads to the related records, and no scope of the relationship narrows them. */
const isOverKey = ({ holder }: Relation<CompiledResource>, { scope }: SideloadConfig): boolean =>
  (holder === 'owner' || holder === 'target') && scope === undefined

/** A record belongs to one other at most: nobody sees the order of those. */
const orderAtHand = ({ holder }: Relation<CompiledResource>, { order }: NodePlan): readonly Order[] =>
  holder === 'owner' ? [] : order

async function fetchStored(
  { sideload, node, parents, owner }: Loading<PlainSideload>,
  belonging: Belonging,
  run: Run,
): Promise<readonly object[]> {
  const hop = { sideload, target: node.resource, owner }
  const children: object[] = []
  const { budget } = run.request
  for (const related of await relatedScopes(hop, parents, run.context, belonging.needsRows)) {
    const cut = node.page && ((keys: ReadonlySet<string> | 'only') => noteCuts(hop, parents, keys))
    const found = await fetchChildren({ ...related, cut }, node, belonging, run)
    if (found === undefined) return fetchEach({ sideload, node, parents, owner }, belonging, run)
    if (!budget.spend('linkages', pairsOf(found, belonging))) throw tooManyLinkages(node, budget)
    for (const child of found) children.push(child)
  }
  return children
}

/** Notes the parents with more children than their page: those of the keys, or the only one. */
function noteCuts(
  hop: Hop<PlainSideload>,
  parents: readonly object[],
  keys: ReadonlySet<string> | 'only',
): void {
  const { sideload, owner } = hop
  if (keys === 'only') {
    const isOne = distinctParents(hop, parents).length === 1
    for (const parent of isOne ? parents : []) noteCut(parent, sideload.name)
    return
  }
  if (sideload.kind === 'custom' || keys.size === 0) return
  const columns = relationTo(owner, sideload).pairs.owner
  for (const parent of parents) {
    if (keys.has(keyIn(parent, columns) ?? '')) noteCut(parent, sideload.name)
  }
}

/** The children of one scope to fetch, and the callback for parents with more children than their page. */
interface Fetching extends RelatedScope {
  readonly cut: ((keys: ReadonlySet<string> | 'only') => void) | undefined
}

/** The largest number of parents that get a query each, if all their children are too many to search (rule 9.4). */
const MAX_PARENTS = 100

/** How many pairs of a many-to-many are read at once, as a multiple of the answer's limit. */
const PAIRS_AT_ONCE = 10

/**
 * How many links the children have to the parents. A child whose own columns hold the key has one; in a custom sideload
 * the application assigns children.
 */
function pairsOf(children: readonly object[], { keyAttributes, parentsOf }: Belonging): number {
  if (!parentsOf) return 0
  if (keyAttributes.length > 0) return children.length
  return children.reduce((sum, child) => sum + (parentsOfPages(child)?.size ?? parentsOf(child).length), 0)
}

/**
 * Reads the page of each parent by a query of its own.
 *
 * Throws TooManyRecords if there are too many parents.
 */
async function fetchEach(
  { sideload, node, parents, owner }: Loading<PlainSideload>,
  belonging: Belonging,
  run: Run,
): Promise<readonly object[]> {
  const each = distinctParents({ sideload, target: node.resource, owner }, parents)
  if (each.length > MAX_PARENTS) {
    const keys = `more than ${run.request.budget.limit('keys')} records to search`
    const detail = `"${node.path}" has ${keys}. Request at most ${MAX_PARENTS} records at once with "page[size]".`
    throw new TooManyRecords({ detail, source: { parameter: node.page?.parameter ?? 'page' } })
  }
  const fetch = (parent: object): Promise<readonly object[]> =>
    fetchRelated({ sideload, node, parents: [parent], owner }, belonging, run)
  if (!isInTransaction(node.resource.facts().store)) return (await Promise.all(each.map(fetch))).flat()
  const children: (readonly object[])[] = []
  for (const parent of each) children.push(await fetch(parent))
  return children.flat()
}

/**
 * Sends children through the whole pipeline of their own resource (rule 9.1) and resolves them. A page is a page for
 * each parent. For one parent it is the page of the scope; for several parents it takes two steps, and the first one
 * reads only keys (rule 5.3).
 *
 * Throws InvalidPage if keys cannot match the children of several parents.
 *
 * @returns undefined if there are more keys than may be read
 */
async function fetchChildren(
  { scope, base, parents, cut }: Fetching,
  node: NodePlan,
  belonging: Belonging,
  run: Run,
): Promise<readonly object[] | undefined> {
  const { keyAttributes, parentsOf } = belonging
  const { resource, path, page } = node
  if (node.matchesNothing || page?.size === 0) return []
  const { instance } = resource
  const isPagedApart = page !== undefined && parents > 1
  const built = await buildNode(node, instance, scope, run, isPagedApart ? { paginate: false } : {})
  if (node.among) return fetchAmong(built.paginated, node, node.among, run)
  const { budget } = run.request
  const isJoined = parentsOf !== undefined && keyAttributes.length === 0
  const size = isJoined
    ? Math.max(1, Math.floor((budget.limit('linkages') * PAIRS_AT_ONCE) / parents))
    : Number.POSITIVE_INFINITY
  if (!isPagedApart) {
    let pairs = 0
    const limit = page?.size ?? Number.POSITIVE_INFINITY
    // One record more than the page shows whether there are others after it.
    const more = page && !resource.config.pagination ? withOneMore(resource, built.paginated) : undefined
    const found = await readWindows({
      resource,
      scope: more ?? built.paginated,
      size: page || !isDefault(instance.resolve) ? Number.POSITIVE_INFINITY : size,
      limit: budget.left('records') + 1,
      read: (window) => resolveLogged(run, node, instance, window, limit),
      count: (children) => {
        pairs += pairsOf(children.slice(0, limit), belonging)
        return pairs <= budget.left('linkages')
      },
    })
    if (!found) throw tooManyLinkages(node, budget)
    if (more === undefined ? found.length >= limit : found.length > limit) cut?.('only')
    return more === undefined ? found : found.slice(0, limit)
  }
  const adapter = resource.adapter()
  if (!resource.facts().readsKeys || !parentsOf) {
    const detail = `"${path}" cannot be paginated for several records at once.`
    throw new InvalidPage({ detail, source: { parameter: page.parameter ?? 'page' } })
  }
  const { primaryKey } = resource
  const attributes = [...new Set([...primaryKey, ...keyAttributes])]
  const limit = budget.left('keys') + 1
  const firsts = withFirstOfEach(built.unpaginated, resource, keyAttributes, page)
  const readKeys = (window: unknown): Promise<object[]> =>
    logged(
      run,
      { resource, path, operation: 'keys', scope: window },
      () => adapter.read(window, attributes, resource),
      (keys) => keys.length,
    )
  const rows = await readWindows({
    resource,
    scope: size < limit ? firsts : adapter.arrange(firsts, { kind: 'atMost', count: limit }, resource),
    size,
    limit,
    read: readKeys,
    count: (keys) => budget.spend('keys', isJoined ? pairsOf(keys, belonging) : keys.length),
  })
  if (!rows) return undefined
  const { kept, cuts } = keysOfPages(rows, primaryKey, parentsOf, page)
  cut?.(cuts)
  if (kept.size === 0) return []
  // The keys of the children replace the keys of the parents: a store may accept only one list of that length.
  const records = await buildNode(node, instance, base, run, { paginate: false })
  const children: object[] = []
  for (const piece of inPieces([...kept.values()], keysAtOnce(resource.facts(), primaryKey))) {
    const keys = piece.map(({ key }) => key)
    const narrowed = amongKeys(records.unpaginated, primaryKey, keys, resource)
    for (const child of await resolveLogged(run, node, instance, narrowed)) children.push(child)
  }
  return trimmed(children, kept, primaryKey)
}

/** The children of each parent up to its page, and one more; all of a many-to-many, whose join knows the parents. */
function withFirstOfEach(
  scope: unknown,
  resource: CompiledResource,
  by: readonly string[],
  { number, size }: { readonly number: number; readonly size: number },
): unknown {
  if (by.length === 0 || !resource.facts().cutsPages) return scope
  return resource.adapter().arrange(scope, { kind: 'firstOfEach', by, count: number * size + 1 }, resource)
}

/** The children with the given keys only: a write shows no others. */
async function fetchAmong(
  scope: unknown,
  node: NodePlan,
  keys: readonly KeyValues[],
  run: Run,
): Promise<readonly object[]> {
  const { resource } = node
  const caller = { resource, instance: resource.instance, context: run.context }
  const children: object[] = []
  for (const narrowed of await amongIds(scope, keys, caller)) {
    children.push(...(await resolveLogged(run, node, resource.instance, narrowed)))
  }
  return children
}

/** A child on a page, and the parents on whose pages it is. In a many-to-many these may be only some of its parents. */
interface PagedChild {
  readonly key: KeyValues
  readonly rank: number
  readonly parents: Set<string>
}

function keysOfPages(
  rows: readonly object[],
  primaryKey: readonly string[],
  parentsOf: ParentsOf,
  page: { readonly number: number; readonly size: number },
): { readonly kept: ReadonlyMap<string, PagedChild>; readonly cuts: ReadonlySet<string> } {
  const seen = new Map<string, number>()
  const kept = new Map<string, PagedChild>()
  const cuts = new Set<string>()
  const first = (page.number - 1) * page.size
  for (const [rank, row] of rows.entries()) {
    for (const parent of parentsOf(row)) {
      const parentKey = keyText(parent)
      if (parentKey === undefined) continue
      const index = seen.get(parentKey) ?? 0
      seen.set(parentKey, index + 1)
      if (index >= first + page.size) cuts.add(parentKey)
      if (index < first || index >= first + page.size) continue
      const name = keyIn(row, primaryKey) ?? ''
      const entry = kept.get(name) ?? { key: valuesOf(row, primaryKey), rank, parents: new Set<string>() }
      entry.parents.add(parentKey)
      kept.set(name, entry)
    }
  }
  return { kept, cuts }
}

const pagesOf = new WeakMap<object, ReadonlySet<string>>()

/** The keys of the parents on whose pages a child is; undefined if there were no pages for several parents. */
export function parentsOfPages(child: object): ReadonlySet<string> | undefined {
  return pagesOf.get(child)
}

/** A store may return a long list of keys in pieces, so the records are put in the order of the keys (rule 23.2). */
function trimmed(
  children: readonly object[],
  kept: ReadonlyMap<string, PagedChild>,
  primaryKey: readonly string[],
): readonly object[] {
  const ranked = children.flatMap((child) => {
    const entry = kept.get(keyIn(child, primaryKey) ?? '')
    if (!entry) return []
    pagesOf.set(child, entry.parents)
    return [{ child, rank: entry.rank }]
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ child }) => child)
}

/** Options for reading a scope in parts. */
interface Windows {
  readonly resource: CompiledResource
  readonly scope: unknown
  /** How many records to read at a time. */
  readonly size: number
  /** How many records to read in total, at most. */
  readonly limit: number
  readonly read: (scope: unknown) => Promise<readonly object[]>
  /** Counts the records; returns false if there are too many. */
  readonly count: (found: readonly object[]) => boolean
}

/**
 * Reads a scope, in windows of `size`. A many-to-many returns a row for each pair, and the pairs of a few children with
 * many parents may not fit into memory. If all fit into one window, it is one query (rule 9.4).
 *
 * @returns undefined if there are too many
 */
async function readWindows({
  resource,
  scope,
  size,
  limit,
  read,
  count,
}: Windows): Promise<readonly object[] | undefined> {
  if (size >= limit) {
    const found = await read(scope)
    return count(found) ? found : undefined
  }
  const rows: object[] = []
  for (let number = 1; rows.length < limit; number++) {
    const found = await read(resource.adapter().arrange(scope, { kind: 'page', number, size }, resource))
    if (!count(found)) return undefined
    for (const row of found) rows.push(row)
    if (found.length < size) break
  }
  return rows
}
