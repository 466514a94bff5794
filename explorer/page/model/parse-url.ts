import { castTo, isOperator } from '@jsonapi-gen/runtime/vocabulary'
import {
  type Known,
  own,
  prefixesOf,
  primaryTypes,
  relationshipOf,
  resourceOf,
  type Target,
} from './contract.js'
import {
  type Entry,
  type ExplorerQuery,
  type FilterCondition,
  type FilterGroup,
  type FilterNode,
  queryFor,
  type SortKey,
} from './query.js'

/**
 * Reads a URL below the API's URL. Parts that the builder cannot show stay in `others`, so printing the query results
 * in an equivalent URL. Undefined if the contract does not have the path.
 */
export function parseUrl(known: Known, url: string): ExplorerQuery | undefined {
  const [path = '', search = ''] = splitUrl(url)
  const target = targetOf(known, path)
  return target && withEntries(known, target, [...new URLSearchParams(search)])
}

/** The path and the search string of a URL. */
export function splitUrl(url: string): readonly [path: string, search: string] {
  const [before = ''] = url.split('#')
  const at = before.indexOf('?')
  return at === -1 ? [before, ''] : [before.slice(0, at), before.slice(at + 1)]
}

/** The target of a path; undefined if the contract does not have it. */
export function targetOf(known: Known, path: string): Target | undefined {
  const parts = path.split('/').filter((part) => part !== '')
  const decoded = parts.map(decodedPart)
  if (decoded.includes(undefined)) return undefined
  const [type = '', id, third, fourth, ...rest] = decoded.map(String)
  if (!resourceOf(known, type) || rest.length > 0) return undefined
  if (id === undefined) return { type }
  if (third === undefined) return { type, id }
  const isLinkage = third === 'relationships' && fourth !== undefined
  const relationship = isLinkage ? fourth : third
  if ((!isLinkage && fourth !== undefined) || !relationshipOf(known, [type], relationship)) return undefined
  return { type, id, relationship, ...(isLinkage && { isLinkage }) }
}

function decodedPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** The query of a target with these parameters. */
export function withEntries(known: Known, target: Target, entries: readonly Entry[]): ExplorerQuery {
  const given = entries.filter(([name, value]) => name !== '' || value !== '')
  const include = includeOf(given)
  const reading: Reading = {
    known,
    target,
    included: include?.paths ?? [],
    seen: new Set(include ? ['include'] : []),
    given,
  }
  let query: ExplorerQuery = { ...queryFor(target), include: include?.paths }
  for (const entry of given) {
    if (include && (entry[0] === 'include' || entry[0] === 'include[]') && include.entries.includes(entry)) {
      continue
    }
    const read = isClash(entry, query.others) ? undefined : readEntry(query, entry, reading)
    query = read ?? { ...query, others: [...query.others, entry] }
  }
  return query
}

/**
 * Whether the server rejects a parameter because of an earlier one, and its message names the later one. Such
 * parameters keep their order.
 */
const isClash = ([name]: Entry, before: readonly Entry[]): boolean =>
  before.some(([other]) => other.startsWith(`${name}[`))

interface Reading {
  readonly known: Known
  readonly target: Target
  readonly included: readonly string[]
  /** The parameters that were read. A repeated parameter is rejected by the server, so it stays repeated. */
  readonly seen: Set<string>
  readonly given: readonly Entry[]
}

interface ReadInclude {
  readonly paths: readonly string[]
  readonly entries: readonly Entry[]
}

/** The includes, if they are in one parameter or in a list in brackets. */
function includeOf(entries: readonly Entry[]): ReadInclude | undefined {
  const texts = entries.filter(([name]) => name === 'include')
  const items = entries.filter(([name]) => name === 'include[]')
  if (texts.length > 1 || (texts.length > 0 && items.length > 0)) return undefined
  const [only] = texts
  const paths = only ? (only[1] === '' ? [] : only[1].split(',')) : items.map(([, value]) => value)
  if ((!only && items.length === 0) || paths.some((path) => path.split('.').includes(''))) return undefined
  return { paths: inTreeOrder(paths), entries: only ? [only] : items }
}

/** Every path of a tree once, each after its parent. */
export function inTreeOrder(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths.flatMap(prefixesOf))]
  const below = (before: string): readonly string[] =>
    all
      .filter((path) => path.startsWith(before) && !path.slice(before.length).includes('.'))
      .flatMap((path) => [path, ...below(`${path}.`)])
  return below('')
}

function readEntry(query: ExplorerQuery, entry: Entry, reading: Reading): ExplorerQuery | undefined {
  const [name, value] = entry
  const keys = keysOf(name)
  if (!keys) return undefined
  const [head, ...rest] = keys.names
  switch (head) {
    case 'filter':
      return readFilter(query, rest, keys.isList, value, reading)
    case 'sort':
      return rest.length === 0 && !keys.isList ? readSort(query, value, reading) : undefined
    case 'fields':
    case 'extra_fields':
      return readFields(query, head, rest, { value, isList: keys.isList }, reading)
    case 'stats':
    case 'extra_stats':
      return readStats(query, head, rest, { value, isList: keys.isList }, reading)
    case 'page':
      return keys.isList ? undefined : readPage(query, rest, value, reading)
    default:
      return undefined
  }
}

/** Splits `filter[a][b][]` into its names; undefined if the brackets are unbalanced. */
export function keysOf(
  name: string,
): { readonly names: readonly string[]; readonly isList: boolean } | undefined {
  if (!/^[^[\]]+(?:\[[^[\]]+\])*(?:\[\])?$/.test(name)) return undefined
  const [head = '', ...rest] = name.split('[')
  const names = [head, ...rest.map((part) => part.slice(0, -1))]
  const isList = names.at(-1) === '' && names.length > 1
  return { names: isList ? names.slice(0, -1) : names, isList }
}

/** The include path that a name refers to: the whole path, or the end of exactly one path (rule 2.3). */
export function resolvedPath(name: string, included: readonly string[]): string | undefined {
  if (included.includes(name)) return name
  const paths = included.filter((path) => path.endsWith(`.${name}`))
  return paths.length === 1 ? paths[0] : undefined
}

const isGroupName = (name: string | undefined): name is FilterGroup['group'] =>
  name === 'and' || name === 'or' || name === 'not'

/** Whether the primary type has a filter with that name or alias. */
export function hasFilter(known: Known, types: readonly string[], name: string): boolean {
  return types.some((type) => {
    const filters = resourceOf(known, type)?.filters ?? {}
    return (
      own(filters, name) !== undefined || Object.values(filters).some(({ aliases }) => aliases.includes(name))
    )
  })
}

function readFilter(
  query: ExplorerQuery,
  names: readonly string[],
  isList: boolean,
  text: string,
  reading: Reading,
): ExplorerQuery | undefined {
  const [first, second] = names
  if (first === undefined) return undefined
  const { known, target, included } = reading
  const types = primaryTypes(known, target)
  const isOwn =
    names.length === 1 ||
    isGroupName(first) ||
    (names.length === 2 && isOperator(second ?? '') && hasFilter(known, types, first))
  const path = isOwn ? undefined : resolvedPath(first, included)
  const isPlain = isOwn || (path === undefined && names.length === 2 && isOperator(second ?? ''))
  if (!isPlain && path === undefined) return undefined
  const filters = inserted(query.filters, path === undefined ? '' : first, isPlain ? names : names.slice(1), {
    text,
    isList,
  })
  return filters && { ...query, filters }
}

interface Written {
  readonly text: string
  readonly isList: boolean
}

/** Inserts a value into the tree of filters; undefined if the value does not fit into the tree. */
function inserted(
  filters: readonly FilterNode[],
  at: string,
  names: readonly string[],
  written: Written,
): readonly FilterNode[] | undefined {
  const [first = '', second, ...rest] = names
  if (isGroupName(first)) {
    if (second === undefined) return undefined
    const [index, inner] = first === 'not' ? ['', [second, ...rest]] : [second, rest]
    if ((first !== 'not' && !/^\d{1,3}$/.test(index)) || inner.length === 0) return undefined
    const present = filters.find(
      (node): node is FilterGroup => node.kind === 'group' && node.group === first && node.at === at,
    )
    const group: FilterGroup = present ?? { kind: 'group', at, group: first, members: [] }
    const member = group.members.find((each) => each.index === index) ?? { index, filters: [] }
    const within = inserted(member.filters, '', inner, written)
    if (!within) return undefined
    const changed = { index, filters: within }
    const members = group.members.includes(member)
      ? group.members.map((each) => (each === member ? changed : each))
      : [...group.members, changed]
    const now: FilterGroup = { ...group, members }
    return present ? filters.map((node) => (node === present ? now : node)) : [...filters, now]
  }
  if (rest.length > 0 || (second !== undefined && !isOperator(second))) return undefined
  const operator = second ?? ''
  const same = filters.find(
    (node): node is FilterCondition =>
      node.kind === 'condition' &&
      node.at === at &&
      node.name === first &&
      (node.operator || 'eq') === (operator || 'eq'),
  )
  if (!same) {
    const condition: FilterCondition = {
      kind: 'condition',
      at,
      name: first,
      operator,
      texts: [written.text],
      isList: written.isList,
    }
    return [...filters, condition]
  }
  if (!same.isList || !written.isList || same.operator !== operator) return undefined
  return filters.map((node) => (node === same ? { ...same, texts: [...same.texts, written.text] } : node))
}

function readSort(query: ExplorerQuery, value: string, { seen }: Reading): ExplorerQuery | undefined {
  const keys = value === '' ? [] : value.split(',').map(sortKeyOf)
  if (seen.has('sort') || keys.includes(undefined)) return undefined
  seen.add('sort')
  return { ...query, sort: keys.filter((key) => key !== undefined) }
}

/** `-views`, or `comments.-createdAt`, which means `-comments.createdAt`. */
function sortKeyOf(written: string): SortKey | undefined {
  const isLeading = written.startsWith('-')
  const parts = (isLeading ? written.slice(1) : written).split('.')
  const last = parts.at(-1) ?? ''
  const isInner = !isLeading && parts.length > 1 && last.startsWith('-')
  const path = isInner ? [...parts.slice(0, -1), last.slice(1)] : parts
  if (!path.every((part) => /^[a-zA-Z\d\u0080-\uFFFF][\w\- \u0080-\uFFFF]*$/.test(part))) return undefined
  return { name: path.join('.'), isDescending: isLeading || isInner }
}

interface WrittenList {
  readonly value: string
  readonly isList: boolean
}

function readFields(
  query: ExplorerQuery,
  parameter: 'fields' | 'extra_fields',
  names: readonly string[],
  { value, isList }: WrittenList,
  { known, target, seen, given }: Reading,
): ExplorerQuery | undefined {
  const types = primaryTypes(known, target)
  const isShort = names.length === 0
  const [of = isShort ? types[0] : undefined] = names
  if (
    of === undefined ||
    names.length > 1 ||
    (isShort && (types.length !== 1 || isList || known.settings.strict))
  ) {
    return undefined
  }
  // A list without a type cannot be combined with other lists.
  const isBeside = given.filter(([name]) => name === parameter || name.startsWith(`${parameter}[`)).length > 1
  if (isBeside && given.some(([name]) => name === parameter)) return undefined
  const key = `${parameter}[${of}]`
  const member = parameter === 'fields' ? 'fields' : 'extraFields'
  const lists = addedTo(query[member], of, { value, isList }, key, seen)
  return lists && { ...query, [member]: lists }
}

/**
 * Adds a name to a list in brackets. A list with commas cannot be extended. A member in brackets that contains a comma
 * cannot be written as text.
 */
function addedTo<List extends { readonly of: string; readonly names: readonly string[] }>(
  lists: readonly List[],
  of: string,
  { value, isList }: WrittenList,
  key: string,
  seen: Set<string>,
  rest: object = {},
): readonly List[] | undefined {
  const isGrowing = seen.has(`${key}[]`)
  if ((seen.has(key) && !(isList && isGrowing)) || (isList && (value === '' || value.includes(',')))) {
    return undefined
  }
  seen.add(key)
  if (isList) seen.add(`${key}[]`)
  if (isGrowing) {
    return lists.map((list) => (list.of === of ? { ...list, names: [...list.names, value] } : list))
  }
  const names = value === '' ? [] : value.split(',')
  return [...lists, castTo<List>({ of, names, ...rest })]
}

function readStats(
  query: ExplorerQuery,
  parameter: 'stats' | 'extra_stats',
  names: readonly string[],
  written: WrittenList,
  { seen }: Reading,
): ExplorerQuery | undefined {
  const [of] = names
  if (of === undefined || names.length > 1) return undefined
  const others = query.stats.filter((entry) => entry.parameter !== parameter)
  const same = query.stats.filter((entry) => entry.parameter === parameter)
  const stats = addedTo(same, of, written, `${parameter}[${of}]`, seen, { parameter })
  return stats && { ...query, stats: [...others, ...stats] }
}

const PAGE_NAMES = ['size', 'number', 'after', 'before'] as const

function readPage(
  query: ExplorerQuery,
  names: readonly string[],
  value: string,
  { included, seen }: Reading,
): ExplorerQuery | undefined {
  const [first = '', second] = names
  const isOwn = names.length === 1
  const at = isOwn ? '' : first
  const name = PAGE_NAMES.find((each) => each === (isOwn ? first : second))
  if (!name || names.length > 2 || seen.has(`page[${at}][${name}]`)) return undefined
  if (!isOwn && (name === 'after' || name === 'before' || resolvedPath(first, included) === undefined)) {
    return undefined
  }
  seen.add(`page[${at}][${name}]`)
  return { ...query, pages: [...query.pages, { at, name, value }] }
}
