import { valuesOf } from '../../adapter/rows/column-values.js'
import { isDefault } from '../../adapter/default-operations.js'
import { inPieces, keyIn, keysAtOnce, keyText } from '../../adapter/rows/keys.js'
import { InvalidPage } from '../../error/errors.js'
import type { PagePlan } from '../../plan/plan.js'
import type { Budget } from '../../resource/budget.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { KeyValues } from '../../value/key.js'
import type { RelatedScope } from './bases.js'
import { type Belonging, linksOf, type ParentsOf, type ReasonForEach, spelledOtherwise } from './belonging.js'
import { compose } from './compose.js'
import { amongCondition } from './key-condition.js'
import type { Loading, Read } from '../read.js'
import { read } from '../reader.js'
import { load, logged, type Run, tooManyLinkages } from '../run.js'

/** Children that may have many parents, or a page for each of several parents. */
export interface ManyChildren extends Loading {
  readonly related: RelatedScope
  readonly belonging: Belonging
}

/**
 * All children over a join. A store returns a row for each pair, and the pairs of a few children with many parents may
 * not fit into memory, so they are read in parts.
 */
export async function fetchJoined(
  { relation, node, related, belonging }: ManyChildren,
  run: Run,
): Promise<readonly object[]> {
  const { resource } = node
  const { budget } = run.request
  const asked: Read = { ...node, base: { kind: 'related', relation }, shown: Number.POSITIVE_INFINITY }
  const { paginated: scope } = await compose(asked, related.scope, run)
  let links = 0
  const found = await readWindows({
    resource,
    scope,
    size: isDefault(resource.instance.resolve) ? windowOf(related, budget) : Number.POSITIVE_INFINITY,
    limit: budget.left('records') + 1,
    read: (window) => load(asked, window, run),
    count: (children) => {
      links += linksOf(children, belonging)
      return links <= budget.left('linkages')
    },
  })
  if (!found) throw tooManyLinkages(node, budget)
  return found
}

/** How many pairs of a many-to-many relationship are read together, as a multiple of the response's limit. */
const PAIRS_AT_ONCE = 10

/** How many children of a join are read together. */
const windowOf = ({ parents }: RelatedScope, budget: Budget): number =>
  Math.max(1, Math.floor((budget.limit('linkages') * PAIRS_AT_ONCE) / parents))

/** Children on the pages of several parents, and the keys of the parents with more children than their page. */
interface ChildrenOfPages {
  readonly children: readonly object[]
  readonly cuts: ReadonlySet<string>
}

/**
 * The page of each of several parents. The keys of their children are read first, and then the children that are on a
 * page (rule 5.3).
 *
 * Throws InvalidPage if keys cannot match the children of several parents.
 *
 * @returns why only a query for each parent can tell
 */
export async function fetchPages(
  { relation, node, parents, related, belonging }: ManyChildren,
  page: PagePlan,
  run: Run,
): Promise<ChildrenOfPages | ReasonForEach> {
  const { resource, path } = node
  const { keyAttributes, parentsOf } = belonging
  const { primaryKey } = resource
  const adapter = resource.adapter()
  const { budget } = run.request
  const unpaged: Read = { ...node, page: undefined, base: { kind: 'related', relation } }
  const { unpaginated } = await compose(unpaged, related.scope, run)
  if (!resource.facts().can.readColumns || !parentsOf) {
    const detail = `"${path}" cannot be paginated for several records in the same request.`
    throw new InvalidPage({ detail, source: { parameter: page.parameter ?? 'page' } })
  }
  const attributes = [...new Set([...primaryKey, ...keyAttributes])]
  const size = relation.join ? windowOf(related, budget) : Number.POSITIVE_INFINITY
  const limit = budget.left('keys') + 1
  const firsts = withFirstOfEach(unpaginated, resource, keyAttributes, page)
  const rows = await readWindows({
    resource,
    scope: size < limit ? firsts : adapter.arrange(firsts, { kind: 'atMost', count: limit }, resource),
    size,
    limit,
    read: (window) =>
      logged(
        run,
        { resource, path, operation: 'keys', scope: window, read: { ...unpaged, columns: attributes, page } },
        () => adapter.read(window, attributes, resource),
        (keys) => keys.length,
      ),
    count: (keys) => budget.spend('keys', relation.join ? linksOf(keys, belonging) : keys.length),
  })
  if (!rows) return 'too many records'
  if (spelledOtherwise(rows, parents, relation, belonging).length > 0) return 'keys with a different spelling'
  const { kept, cuts } = keysOfPages(rows, primaryKey, parentsOf, page)
  const children: object[] = []
  // The keys of the children replace the keys of the parents: a store may accept only one list of that length.
  for (const piece of inPieces([...kept.values()], keysAtOnce(resource.facts().can, primaryKey))) {
    const keys = piece.map(({ key }) => key)
    const ofPage = { kind: 'adapter', condition: amongCondition(resource, primaryKey, keys) } as const
    const filters = [...node.filters, ofPage]
    children.push(...(await read({ ...unpaged, filters, shown: Number.POSITIVE_INFINITY }, run)))
  }
  return { children: trimmed(children, kept, primaryKey, belonging), cuts }
}

/** The children of each parent up to its page, and one more; all of a many-to-many, whose join knows the parents. */
function withFirstOfEach(
  scope: unknown,
  resource: CompiledResource,
  by: readonly string[],
  { number, size }: { readonly number: number; readonly size: number },
): unknown {
  if (by.length === 0 || !resource.facts().can.cutPages) return scope
  return resource.adapter().arrange(scope, { kind: 'firstOfEach', by, count: number * size + 1 }, resource)
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

/** A store may return a long list of keys in pieces, so the records are put in the order of the keys (rule 23.2). */
function trimmed(
  children: readonly object[],
  kept: ReadonlyMap<string, PagedChild>,
  primaryKey: readonly string[],
  { parentKeys }: Belonging,
): readonly object[] {
  const ranked = children.flatMap((child) => {
    const entry = kept.get(keyIn(child, primaryKey) ?? '')
    if (!entry) return []
    parentKeys.set(child, entry.parents)
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
