import { includedTypes, isCollection, type Known, relationshipOf, resourceOf } from './contract.js'
import { inTreeOrder, resolvedPath } from './parse-url.js'
import type { ExplorerQuery, FilterNode, NamedList, PageEntry, SortKey, StatsEntry } from './query.js'

/** The query with an additional include path. */
export function including(query: ExplorerQuery, path: string): ExplorerQuery {
  return { ...query, include: inTreeOrder([...(query.include ?? []), path]) }
}

/** The query without an include path, and without its parameters for that path and for all paths below it. */
export function excluding(query: ExplorerQuery, path: string): ExplorerQuery {
  const { include = [], filters, sort, pages } = query
  const isGone = (other: string): boolean => other === path || other.startsWith(`${path}.`)
  const left = include.filter((other) => !isGone(other))
  const isLeft = (at: string): boolean => at === '' || !isGone(resolvedPath(at, include) ?? at)
  return {
    ...query,
    include: left.length > 0 ? left : undefined,
    filters: filters.filter(({ at }) => isLeft(at)),
    sort: sort.filter(({ name }) => {
      const at = name.split('.').slice(0, -1).join('.')
      const resolved = at === '' ? undefined : resolvedPath(at, include)
      return resolved === undefined || !isGone(resolved)
    }),
    pages: pages.filter(({ at }) => isLeft(at)),
  }
}

/** The query with different conditions on its primary data, or on the records of an include path. */
export function withFilters(
  query: ExplorerQuery,
  path: string,
  filters: readonly FilterNode[],
): ExplorerQuery {
  const others = query.filters.filter((node) => pathOfNode(query, node) !== path)
  return { ...query, filters: [...others, ...filters] }
}

/** The conditions on the primary data, or on the records of an include path. */
export const filtersAt = (query: ExplorerQuery, path: string): readonly FilterNode[] =>
  query.filters.filter((node) => pathOfNode(query, node) === path)

const pathOfNode = ({ include = [] }: ExplorerQuery, { at }: FilterNode): string =>
  at === '' ? '' : (resolvedPath(at, include) ?? at)

/** The include path that a sort key belongs to; empty for the primary data. */
export function pathOfSort(known: Known, query: ExplorerQuery, { name }: SortKey): string {
  const at = name.split('.').slice(0, -1).join('.')
  const resolved = at === '' ? undefined : resolvedPath(at, query.include ?? [])
  return resolved !== undefined && isMany(known, query, resolved) ? resolved : ''
}

/** Whether an include path results in lists, because it contains a to-many relationship. */
export function isMany(known: Known, { target }: ExplorerQuery, path: string): boolean {
  if (path === '') return isCollection(known, target)
  const names = path.split('.')
  return names.some((name, index) => {
    const types = includedTypes(known, target, names.slice(0, index).join('.'))
    return relationshipOf(known, types, name)?.cardinality === 'many'
  })
}

/** The query with a different value of a page parameter; an empty value removes the parameter. */
export function withPage(
  query: ExplorerQuery,
  path: string,
  name: PageEntry['name'],
  value: string,
): ExplorerQuery {
  const { include = [], pages } = query
  const isIt = (page: PageEntry): boolean =>
    page.name === name && (page.at === '' ? '' : (resolvedPath(page.at, include) ?? page.at)) === path
  const at = pages.findIndex(isIt)
  if (value === '') return { ...query, pages: pages.filter((page) => !isIt(page)) }
  return {
    ...query,
    pages:
      at === -1
        ? [...pages, { at: path, name, value }]
        : pages.map((page) => (isIt(page) ? { ...page, value } : page)),
  }
}

/** The value of a page parameter; empty if the query does not contain it. */
export function pageAt(
  { include = [], pages }: ExplorerQuery,
  path: string,
  name: PageEntry['name'],
): string {
  const found = pages.find(
    (page) =>
      page.name === name && (page.at === '' ? '' : (resolvedPath(page.at, include) ?? page.at)) === path,
  )
  return found?.value ?? ''
}

/** The lists with a list of names for a type; an empty list is removed. */
export function withNames<List extends NamedList>(lists: readonly List[], list: List): readonly List[] {
  const isThere = lists.some(({ of }) => of === list.of)
  return isThere ? lists.map((each) => (each.of === list.of ? list : each)) : [...lists, list]
}

/** The query with a calculation added or removed. */
export function togglingStat(
  { settings }: Known,
  query: ExplorerQuery,
  of: string,
  calculation: string,
): ExplorerQuery {
  const entry = query.stats.find((each) => each.of === of && each.names.includes(calculation))
  if (entry) {
    const names = entry.names.filter((name) => name !== calculation)
    const stats = query.stats.flatMap((each) =>
      each === entry ? (names.length > 0 ? [{ ...each, names }] : []) : [each],
    )
    return { ...query, stats }
  }
  const parameter: StatsEntry['parameter'] = settings.strict ? 'extra_stats' : 'stats'
  const same = query.stats.find((each) => each.of === of && each.parameter === parameter)
  const stats = same
    ? query.stats.map((each) => (each === same ? { ...each, names: [...each.names, calculation] } : each))
    : [...query.stats, { parameter, of, names: [calculation] }]
  return { ...query, stats }
}

/** The default page of a type. */
export const pageOf = (known: Known, type: string) => resourceOf(known, type)?.page
