import type { QueryResource } from './query-resource.js'
import { InvalidInclude, InvalidParameter, throwCollected } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import { namesOf, NO_ENTRY, type PageName, type QueryEntry } from './entry.js'
import { includePaths, type IncludeTree, includeTreeOfPaths, NO_INCLUDES } from './include.js'
import { DEFAULT_LIMITS, type Limits } from './limits.js'
import {
  bracketsFault,
  type ParamMap,
  type ParamNode,
  paramsOfObject,
  paramsOfValues,
  parseParams,
  writtenName,
} from './params.js'
import { readEntries } from './read-entries.js'
import { type NamesByKey, readFields, readStats } from './read-names.js'

/** Options for reading a query. */
export interface QueryOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Rejects spellings that JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict?: boolean | undefined
  /** The names of parameters that the application has registered and reads itself. */
  readonly parameters?: readonly string[] | undefined
  /**
   * Whether pages use cursors unless the request specifies a page number, because the profile is negotiated (rule
   * 24.2).
   */
  readonly cursors?: boolean | undefined
  /** Whether all pages have numbers, so that cursors are unknown parameters. */
  readonly numbersOnly?: boolean | undefined
  /** The path prefix of the API's routes. Cursors are valid only within it (rule 24.3). */
  readonly prefix?: string | undefined
}

/** The part of a query for the resource's own type, as plain data (rule 2.5). */
export interface QueryHash {
  readonly filter: Readonly<Record<string, unknown>>
  readonly sort: readonly Readonly<Record<string, 'asc' | 'desc'>>[]
  readonly page: { readonly [Name in PageName]?: unknown }
  readonly include: IncludeHash
  readonly stats: Readonly<Record<string, readonly string[]>>
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly extraFields: Readonly<Record<string, readonly string[]>>
}

/** Include paths as nested plain objects. */
export interface IncludeHash {
  readonly [name: string]: IncludeHash
}

/** The parameters that JSON:API and the API itself define. */
export const PARAMETERS: readonly string[] = [
  'filter',
  'sort',
  'page',
  'include',
  'stats',
  'extra_stats',
  'fields',
  'extra_fields',
]

/**
 * The normalized parameters of a request, with a separate entry for every include path. A Query is immutable. Building
 * a scope checks that the names exist before any query runs.
 */
export class Query {
  readonly resource: QueryResource
  readonly params: ParamMap
  readonly limits: Limits
  readonly strict: boolean
  /** Whether the request negotiated the profile for cursor pagination. */
  readonly cursors: boolean
  /** Whether all pages have numbers. */
  readonly numbersOnly: boolean
  /** The path prefix of the API's routes; empty for in-process calls. */
  readonly prefix: string
  /** Whether a client wrote it, as the query of a URL. */
  readonly isOfClient: boolean
  /** The requested includes; undefined if the parameter is absent. */
  readonly include: IncludeTree | undefined
  /** The requested fields by type. */
  readonly fields: NamesByKey
  /** The requested extra fields by type. */
  readonly extraFields: NamesByKey
  /** The requested calculations by attribute. */
  readonly stats: NamesByKey
  readonly #entries: ReadonlyMap<string, QueryEntry>

  /** Throws the error for the invalid parameter, or SeveralErrors. */
  private constructor(resource: QueryResource, params: ParamMap, options: QueryOptions, isOfClient = false) {
    const faults: JsonapiError[] = []
    this.resource = resource
    this.params = params
    this.limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.strict = options.strict ?? false
    this.cursors = options.cursors ?? false
    this.numbersOnly = options.numbersOnly ?? false
    this.prefix = options.prefix ?? ''
    this.isOfClient = isOfClient
    this.include = readInclude(params, this.limits, this.strict, faults)
    this.fields = readFields('fields', params, resource.type, this.strict, faults)
    this.extraFields = readFields('extra_fields', params, resource.type, this.strict, faults)
    this.stats = readStats(params, this.strict, faults)
    const included = includePaths(this.include ?? NO_INCLUDES)
    this.#entries = readEntries(resource, params, included, this, faults)
    faults.push(...unknownParameters(params, options.parameters ?? []))
    throwCollected(faults)
    Object.freeze(this)
  }

  /** Parses the query of a URL: the part after the question mark. */
  static ofSearch(resource: QueryResource, search: string, options: QueryOptions = {}): Query {
    return new Query(resource, parseParams(search, { ...DEFAULT_LIMITS, ...options.limits }), options, true)
  }

  /**
   * Reads a nested object of strings, such as a query that a framework has already parsed. The object is not changed.
   */
  static ofObject(resource: QueryResource, object: object, options: QueryOptions = {}): Query {
    return new Query(resource, paramsOfObject(object, { ...DEFAULT_LIMITS, ...options.limits }), options)
  }

  /** Reads a typed in-process query. Its values are not converted. */
  static ofValues(resource: QueryResource, values: object, options: QueryOptions = {}): Query {
    const {
      extraFields,
      queries: _queries,
      ...others
    }: { extraFields?: unknown; queries?: unknown } = { ...values }
    const params = paramsOfValues(
      { ...others, extra_fields: extraFields },
      { ...DEFAULT_LIMITS, ...options.limits },
    )
    return new Query(resource, params, options)
  }

  /** The parameters for an include path. The empty path is the primary data. */
  entry(path: string): QueryEntry {
    return this.#entries.get(path) ?? NO_ENTRY
  }

  /** Returns the same query with different includes, because explicit includes replace the requested ones. */
  withInclude(include: IncludeTree): Query {
    const entries = new Map(this.params.entries)
    entries.set('include', { kind: 'literal', value: includePaths(include) })
    const { limits, strict, cursors, numbersOnly, prefix } = this
    const parameters = [...entries.keys()]
    return new Query(
      this.resource,
      { kind: 'map', entries },
      {
        limits: { ...limits, includeDepth: Number.POSITIVE_INFINITY },
        strict,
        cursors,
        numbersOnly,
        prefix,
        parameters,
      },
    )
  }

  /** The entry for the resource's own type, as plain data. */
  get hash(): QueryHash {
    const { filter, sort, page } = this.entry('')
    return {
      filter: Object.fromEntries([...filter].map(([name, given]) => [name, plain(given.value)])),
      sort: sort.map(({ value }) => ({ [value.path.join('.')]: value.direction })),
      page: Object.fromEntries(Object.entries(page).map(([name, given]) => [name, plain(given.value)])),
      include: plainTree(this.include ?? NO_INCLUDES),
      stats: plainNames(this.stats),
      fields: plainNames(this.fields),
      extraFields: plainNames(this.extraFields),
    }
  }
}

function* unknownParameters(params: ParamMap, registered: readonly string[]): Iterable<JsonapiError> {
  const known = [...PARAMETERS, ...registered]
  for (const [name, node] of params.entries) {
    if (known.includes(name)) continue
    yield new InvalidParameter({
      detail: `The parameter "${name}" is not defined.${didYouMean(name, known)}`,
      source: { parameter: writtenName(name, node) },
    })
  }
}

function plain(node: ParamNode): unknown {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'literal':
      return node.value
    case 'list':
      return node.items
    case 'map':
      return Object.fromEntries([...node.entries].map(([name, below]) => [name, plain(below)]))
  }
}

const plainTree = (tree: IncludeTree): IncludeHash =>
  Object.fromEntries([...tree].map(([name, below]) => [name, plainTree(below)]))

const plainNames = (names: NamesByKey): Record<string, readonly string[]> =>
  Object.fromEntries([...names].map(([name, given]) => [name, given.value]))

/** Reads the parameter `include`; undefined if it is absent. Collects faults of its form, its names and its limits. */
function readInclude(
  params: ParamMap,
  limits: Limits,
  strict: boolean,
  faults: JsonapiError[],
): IncludeTree | undefined {
  const node = params.entries.get('include')
  if (!node) return undefined
  const paths = namesOf(node)
  const refuse = (detail: string): IncludeTree => {
    faults.push(new InvalidInclude({ detail, source: { parameter: writtenName('include', node) } }))
    return NO_INCLUDES
  }
  if (!paths) {
    return refuse('The parameter "include" must be a list of relationship paths, separated by commas.')
  }
  if (strict && node.kind === 'list') return refuse(bracketsFault(writtenName('include', node)))
  const malformed = paths.find((path) => path.split('.').includes(''))
  if (malformed !== undefined) return refuse(`The include path "${malformed}" is malformed.`)
  const tooDeep = paths.find((path) => path.split('.').length > limits.includeDepth)
  if (tooDeep !== undefined) {
    return refuse(`The include path "${tooDeep}" is more than ${limits.includeDepth} relationships deep.`)
  }
  const tree = includeTreeOfPaths(paths)
  return sizeOf(tree) > limits.includePaths
    ? refuse(`A request can include at most ${limits.includePaths} paths.`)
    : tree
}

const sizeOf = (tree: IncludeTree): number =>
  [...tree.values()].reduce((size, below) => size + 1 + sizeOf(below), 0)
