import { BadFilter, BadSort, InvalidPage } from '../error/errors.js'
import type { ErrorOptions, JsonapiError } from '../error/jsonapi-error.js'
import { type WrittenValue, isGroup, namesOf, type PageName, type QueryEntry } from './entry.js'
import { isOperator } from '../vocabulary/operators.js'
import {
  bracketsFault,
  listNames,
  parameterName,
  type ParamMap,
  type ParamNode,
  writtenName,
} from './params.js'
import type { QueryResource } from './query-resource.js'
import { parseSort, type SortKey } from './sort.js'

interface MutableEntry {
  readonly filter: Map<string, WrittenValue<ParamNode>>
  readonly sort: WrittenValue<SortKey>[]
  page: QueryEntry['page']
}

/** Distributes filter, sort and page over the primary data and the included paths (rule 2.3). */
export function readEntries(
  resource: QueryResource,
  params: ParamMap,
  included: readonly string[],
  { strict, numbersOnly }: EntryOptions,
  faults: JsonapiError[],
): ReadonlyMap<string, QueryEntry> {
  const entries = new Map<string, MutableEntry>()
  const at = (path: string): MutableEntry => {
    const entry = entries.get(path) ?? { filter: new Map(), sort: [], page: {} }
    entries.set(path, entry)
    return entry
  }
  const filters = params.entries.get('filter')
  readFilters(resource, filters, included, at, faults)
  if (strict && filters?.kind === 'map') {
    for (const parameter of listNames('filter', filters)) {
      faults.push(new BadFilter({ detail: bracketsFault(parameter), source: { parameter } }))
    }
  }
  readSorts(resource, params.entries.get('sort'), included, at, faults)
  readPages(params.entries.get('page'), included, numbersOnly ? isNoCursor : isCursorName, at, faults)
  return entries
}

/** The options of a query that decide how its entries are read. */
interface EntryOptions {
  readonly strict: boolean
  readonly numbersOnly: boolean
}

type EntryAt = (path: string) => MutableEntry

function readFilters(
  resource: QueryResource,
  node: ParamNode | undefined,
  included: readonly string[],
  at: EntryAt,
  faults: JsonapiError[],
): void {
  if (!node) return
  if (node.kind !== 'map') {
    faults.push(misshapen(BadFilter, 'filter', node, 'needs a name: filter[name]'))
    return
  }
  for (const [name, below] of node.entries) {
    const parameter = parameterName(['filter', name])
    if (below.kind !== 'map' || isGroup(name) || (resource.hasFilter(name) && isComparison(below))) {
      at('').filter.set(name, { parameter, value: below })
      continue
    }
    const resolved = resolvePath(name, included)
    if (resolved.kind === 'path') {
      const { filter } = at(resolved.path)
      for (const [inner, value] of below.entries) {
        const given = { parameter: parameterName(['filter', name, inner]), value }
        if (filter.has(inner)) faults.push(new BadFilter(givenTwice(given)))
        else filter.set(inner, given)
      }
    } else if (resolved.kind === 'ambiguous' || resource.isMany(name.split('.')) !== undefined) {
      const source = { parameter: writtenName(parameter, below) }
      faults.push(new BadFilter({ detail: pathFault(name, resolved), source }))
    } else {
      at('').filter.set(name, { parameter, value: below })
    }
  }
}

const isComparison = (node: ParamMap): boolean => [...node.entries.keys()].every((key) => isOperator(key))

function readSorts(
  resource: QueryResource,
  node: ParamNode | undefined,
  included: readonly string[],
  at: EntryAt,
  faults: JsonapiError[],
): void {
  if (!node) return
  const keys = node.kind === 'list' ? undefined : namesOf(node)
  if (!keys) {
    faults.push(misshapen(BadSort, 'sort', node, 'must be a list of attributes, separated by commas'))
    return
  }
  const parameter = writtenName('sort', node)
  for (const key of parseSort(keys.join(','), parameter, faults)) {
    const [path, rest] = splitSort(resource, key, included)
    if (path === undefined) faults.push(new BadSort({ detail: rest, source: { parameter } }))
    else at(path).sort.push({ parameter, value: { ...key, path: rest } })
  }
}

/**
 * Splits a sort key into the include path that it sorts and the rest of the key; or says why that is impossible (rule
 * 4.1).
 */
function splitSort(
  resource: QueryResource,
  { path }: SortKey,
  included: readonly string[],
): readonly [path: string, key: readonly string[]] | readonly [path: undefined, why: string] {
  const before = path.slice(0, -1)
  if (before.length === 0) return ['', path]
  if (before[0] === resource.type && resource.isMany(before.slice(1)) === false) {
    return ['', path.slice(1)]
  }
  const isMany = resource.isMany(before)
  if (isMany === false) return ['', path]
  const resolved = resolvePath(before.join('.'), included)
  if (resolved.kind === 'path') return [resolved.path, path.slice(-1)]
  if (resolved.kind === 'ambiguous' || isMany) {
    return [undefined, pathFault(before.join('.'), resolved)]
  }
  return ['', path]
}

function readPages(
  node: ParamNode | undefined,
  included: readonly string[],
  isCursor: typeof isCursorName,
  at: EntryAt,
  faults: JsonapiError[],
): void {
  if (!node) return
  if (node.kind !== 'map') {
    faults.push(misshapen(InvalidPage, 'page', node, 'needs a name: page[size] or page[number]'))
    return
  }
  addPage(at(''), node, { name: 'page', isCursor }, faults, (name, below) => {
    const parameter = parameterName(['page', name])
    const resolved = below.kind === 'map' ? resolvePath(name, included) : undefined
    if (below.kind === 'map' && resolved?.kind === 'path') {
      addPage(
        at(resolved.path),
        below,
        { name: parameter, isCursor: isNoCursor },
        faults,
        (inner, innermost) => {
          const written = writtenName(`${parameter}[${inner}]`, innermost)
          faults.push(isCursor(inner) ? includedCursor(written) : unknownPage(written, isCursor))
        },
      )
    } else if (resolved && resolved.kind !== 'path') {
      const source = { parameter: writtenName(parameter, below) }
      faults.push(new InvalidPage({ detail: pathFault(name, resolved), source }))
    } else {
      faults.push(unknownPage(writtenName(parameter, below), isCursor))
    }
  })
}

function addPage(
  entry: MutableEntry,
  node: ParamMap,
  { name, isCursor }: { readonly name: string; readonly isCursor: typeof isCursorName },
  faults: JsonapiError[],
  other: (name: string, node: ParamNode) => void,
): void {
  for (const [key, value] of node.entries) {
    const isOfPage = key === 'size' || key === 'number' || isCursor(key)
    if (!isOfPage || (isCursor(key) && value.kind === 'map')) {
      other(key, value)
      continue
    }
    const given = { parameter: writtenName(`${name}[${key}]`, value), value }
    if (entry.page[key]) faults.push(new InvalidPage(givenTwice(given)))
    else entry.page = { ...entry.page, [key]: given }
  }
}

const isCursorName = (name: string): name is Extract<PageName, 'after' | 'before'> =>
  name === 'after' || name === 'before'

/** Included pages have no cursors, and neither have those of an API that leaves them out. */
const isNoCursor = (_name: string): _name is never => false

/** The fault of a parameter in the wrong form (rule 2.4). */
const misshapen = (
  Fault: new (options: ErrorOptions) => JsonapiError,
  name: string,
  node: ParamNode,
  expected: string,
): JsonapiError =>
  new Fault({
    detail: `The parameter "${name}" ${expected}.`,
    source: { parameter: writtenName(name, node) },
  })

/** A full path and its shorthand mean the same relationship, so a request may give only one of them (rule 2.3). */
const givenTwice = ({ parameter, value }: WrittenValue<ParamNode>): ErrorOptions => {
  const written = writtenName(parameter, value)
  return { detail: `"${written}" repeats another parameter.`, source: { parameter: written } }
}

function unknownPage(parameter: string, isCursor: typeof isCursorName): InvalidPage {
  const known = isCursor('after') ? ', page[number], page[after] and page[before]' : ' and page[number]'
  const detail = `"${parameter}" is not a page parameter. The page parameters are page[size]${known}.`
  return new InvalidPage({ detail, source: { parameter } })
}

/** Included records begin at their first page: later pages have an address of their own (rule 24.6). */
const includedCursor = (parameter: string): InvalidPage =>
  new InvalidPage({
    detail: `"${parameter}" applies to included records, which do not support cursors. Request the URL of the relationship instead.`,
    source: { parameter },
  })

/** The include path that a name in a parameter stands for (rule 2.3). */
type ResolvedPath =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'ambiguous'; readonly paths: readonly string[] }
  | { readonly kind: 'none' }

/**
 * Resolves a name to one of the included paths: the full path, or its last part if only one path ends in it (rule 2.3).
 */
function resolvePath(name: string, included: readonly string[]): ResolvedPath {
  if (included.includes(name)) return { kind: 'path', path: name }
  const paths = included.filter((path) => path.endsWith(`.${name}`))
  const [path, ...others] = paths
  if (path === undefined) return { kind: 'none' }
  return others.length === 0 ? { kind: 'path', path } : { kind: 'ambiguous', paths }
}

/** Explains why a name stands for no included path. */
function pathFault(name: string, resolved: Exclude<ResolvedPath, { readonly kind: 'path' }>): string {
  return resolved.kind === 'ambiguous'
    ? `"${name}" is ambiguous: it may mean ${resolved.paths.map((path) => `"${path}"`).join(' or ')}.`
    : `The relationship "${name}" is not included.`
}
