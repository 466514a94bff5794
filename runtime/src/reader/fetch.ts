import { isInTransaction } from '../adapter/transaction/current-transaction.js'
import { isDefault } from '../adapter/default-operations.js'
import { distinctByKey, keyIn } from '../adapter/rows/keys.js'
import { madeOnce } from '../base/made-once.js'
import { TooManyRecords } from '../error/errors.js'
import { type RelatedScope, relatedScopes } from './base/bases.js'
import { type Belonging, linksOf, type ReasonForEach, spelledOtherwise } from './base/belonging.js'
import { compose } from './base/compose.js'
import type { Loading, Read } from './read.js'
import { read } from './reader.js'
import { load, loadPage, type Run, spendRecords, tooManyLinkages } from './run.js'

/** The children of all the parents. The children of one parent are in the order of the query. */
export async function fetchRelated(
  loading: Loading,
  belonging: Belonging,
  run: Run,
): Promise<readonly object[]> {
  const known = run.known && (await run.known.related(loading, belonging, run))
  if (known === undefined) return fetchStored(loading, belonging, run)
  spendRecords(run, loading.node, known.length)
  spendLinkages(loading, loading.relation.join ? linksOf(known, belonging) : known.length, run)
  return known
}

/** Counts resource identifiers of the response. Throws TooManyRecords if there are too many. */
function spendLinkages({ node }: Loading, count: number, { request: { budget } }: Run): void {
  if (!budget.spend('linkages', count)) throw tooManyLinkages(node, budget)
}

/** A page is a page for each parent (rule 5.3). */
async function fetchStored(loading: Loading, belonging: Belonging, run: Run): Promise<readonly object[]> {
  const { relation, node, parents } = loading
  const { page, matchesNothing } = node
  const children: object[] = []
  if (matchesNothing || page?.size === 0) return children
  const { join } = relation
  for (const related of await relatedScopes(relation, parents, run.context, belonging.needsRows)) {
    const isOfPages = page !== undefined && related.parents > 1
    const many = join || isOfPages ? await import('./base/many-children.js') : undefined
    const of = { ...loading, belonging, related }
    const pages = isOfPages && many ? await many.fetchPages(of, page, run) : undefined
    if (typeof pages === 'string') return fetchEach(loading, belonging, pages, run)
    if (pages) noteCuts(loading, pages.cuts, run)
    const found =
      pages?.children ?? (await fetchAll(loading, related, run, many && (() => many.fetchJoined(of, run))))
    if (!pages && isDefault(node.resource.instance.resolve)) {
      const others = spelledOtherwise(found, parents, relation, belonging)
      const each = others.length > 0 ? distinctByKey(parents, relation.pairs.owner) : []
      if (each.length > 1) return fetchEach(loading, belonging, 'keys with a different spelling', run)
      const keys = new Set(each.flatMap((parent) => keyIn(parent, relation.pairs.owner) ?? []))
      for (const child of others) belonging.parentKeys.set(child, keys)
    }
    const links = join ? linksOf(found, belonging) : belonging.parentsOf ? found.length : 0
    spendLinkages(loading, links, run)
    for (const child of found) children.push(child)
  }
  return children
}

/** The children of all parents, or the page of the only parent, by the whole pipeline of their resource (rule 9.1). */
async function fetchAll(
  loading: Loading,
  related: RelatedScope,
  run: Run,
  fetchJoined: (() => Promise<readonly object[]>) | undefined,
): Promise<readonly object[]> {
  const { node } = loading
  const { page, among } = node
  const { scope } = related
  const asked: Read = { ...node, base: { kind: 'given', scope }, shown: Number.POSITIVE_INFINITY }
  // A write shows no others.
  if (among) return read({ ...asked, keys: among }, run)
  if (!page && fetchJoined) return fetchJoined()
  const { paginated } = await compose(asked, scope, run)
  if (!page) return load(asked, paginated, run)
  const { records, hasMore } = await loadPage(asked, paginated, run)
  if (hasMore) noteCuts(loading, 'only', run)
  return records
}

/** Notes the parents with more children than their page: those of the keys, or the only one. */
function noteCuts(
  { relation: { name, pairs }, parents }: Loading,
  keys: ReadonlySet<string> | 'only',
  { request: { cuts } }: Run,
): void {
  const isOne = keys === 'only' && distinctByKey(parents, pairs.owner).length === 1
  for (const parent of parents) {
    if (keys === 'only' ? isOne : keys.has(keyIn(parent, pairs.owner) ?? '')) {
      madeOnce(cuts, parent, () => new Set<string>()).add(name)
    }
  }
}

/** The largest number of parents that get a query each, if all their children are too many to search (rule 9.4). */
const MAX_PARENTS = 100

/**
 * Reads the children of each parent with a separate query.
 *
 * Throws TooManyRecords if there are too many parents.
 */
async function fetchEach(
  { relation, node, parents }: Loading,
  belonging: Belonging,
  reason: ReasonForEach,
  run: Run,
): Promise<readonly object[]> {
  const each = distinctByKey(parents, relation.pairs.owner)
  if (each.length > MAX_PARENTS) {
    const what =
      reason === 'too many records'
        ? `more than ${run.request.budget.limit('keys')} records to search`
        : reason
    const detail = `"${node.path}" has ${what}. Request at most ${MAX_PARENTS} records per page with "page[size]".`
    throw new TooManyRecords({ detail, source: { parameter: node.page?.parameter ?? 'page' } })
  }
  const fetch = (parent: object): Promise<readonly object[]> =>
    fetchRelated({ relation, node, parents: [parent] }, belonging, run)
  if (!isInTransaction(node.resource.facts().store)) return (await Promise.all(each.map(fetch))).flat()
  const children: (readonly object[])[] = []
  for (const parent of each) children.push(await fetch(parent))
  return children.flat()
}
