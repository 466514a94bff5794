import type { QueryResource } from './query-resource.js'
import { InvalidParameter, throwCollected } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { didYouMean } from '../vocabulary/nearest.js'
import { NO_ENTRY, type PageName, type QueryEntry } from './entry.js'
import { includePaths, type IncludeTree, NO_INCLUDES } from './include.js'
import { DEFAULT_LIMITS, type Limits } from './limits.js'
import {
  type ParamMap,
  type ParamNode,
  paramsOfObject,
  paramsOfValues,
  parseParams,
  writtenName,
} from './params.js'
import { readEntries } from './read-entries.js'
import { readInclude } from './read-includes.js'
import { type NamesByKey, readFields, readStats } from './read-names.js'

/** Options for reading a query. */
export interface QueryOptions {
  readonly limits?: Partial<Limits> | undefined
  /** Refuses spellings that JSON:API 1.1 does not allow (rule 2.4). */
  readonly strict?: boolean | undefined
  /** Names of parameters that the application has registered and reads itself. */
  readonly parameters?: readonly string[] | undefined
  /** Whether pages are by cursors unless the request names a page number: the profile is negotiated (rule 24.2). */
  readonly cursors?: boolean | undefined
  /** The path before every route of the API; cursors are valid only within it (rule 24.3). */
  readonly prefix?: string | undefined
}

/** A query as plain data, for the resource's own type (rule 2.5). */
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
 * The normalised parameters of a request: every include path has a separate entry. It is immutable. Building a scope
 * checks whether the names exist, before any query runs.
 */
export class Query {
  readonly resource: QueryResource
  readonly params: ParamMap
  readonly limits: Limits
  readonly strict: boolean
  /** Whether the request negotiated the profile for cursor pagination. */
  readonly cursors: boolean
  /** The path before every route of the API; empty in process. */
  readonly prefix: string
  /** The requested includes; undefined if the parameter is absent. */
  readonly include: IncludeTree | undefined
  /** The requested fields by type. */
  readonly fields: NamesByKey
  /** The requested extra fields by type. */
  readonly extraFields: NamesByKey
  /** The requested calculations by attribute. */
  readonly stats: NamesByKey
  readonly #entries: ReadonlyMap<string, QueryEntry>

  /** Throws the error of the parameter at fault, or SeveralErrors. */
  private constructor(resource: QueryResource, params: ParamMap, options: QueryOptions) {
    const faults: JsonapiError[] = []
    this.resource = resource
    this.params = params
    this.limits = { ...DEFAULT_LIMITS, ...options.limits }
    this.strict = options.strict ?? false
    this.cursors = options.cursors ?? false
    this.prefix = options.prefix ?? ''
    this.include = readInclude(params, this.limits, this.strict, faults)
    this.fields = readFields('fields', params, resource.type, this.strict, faults)
    this.extraFields = readFields('extra_fields', params, resource.type, this.strict, faults)
    this.stats = readStats(params, this.strict, faults)
    const included = includePaths(this.include ?? NO_INCLUDES)
    this.#entries = readEntries(resource, params, included, this.strict, faults)
    faults.push(...unknownParameters(params, options.parameters ?? []))
    throwCollected(faults)
    Object.freeze(this)
  }

  /** Reads the query of a URL: the part after the question mark. */
  static ofSearch(resource: QueryResource, search: string, options: QueryOptions = {}): Query {
    return new Query(resource, parseParams(search, { ...DEFAULT_LIMITS, ...options.limits }), options)
  }

  /** Reads an already nested object of texts, such as a framework's own parse of the URL; it is not changed. */
  static ofObject(resource: QueryResource, object: object, options: QueryOptions = {}): Query {
    return new Query(resource, paramsOfObject(object, { ...DEFAULT_LIMITS, ...options.limits }), options)
  }

  /** Reads a typed in-process query; its values stay as they are. */
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

  /** The parameters of an include path; the empty path is the primary data. */
  entry(path: string): QueryEntry {
    return this.#entries.get(path) ?? NO_ENTRY
  }

  /** The same query with other includes: explicit includes replace those of the request. */
  withInclude(include: IncludeTree): Query {
    const entries = new Map(this.params.entries)
    entries.set('include', { kind: 'literal', value: includePaths(include) })
    const { limits, strict, cursors, prefix } = this
    const parameters = [...entries.keys()]
    return new Query(
      this.resource,
      { kind: 'map', entries },
      { limits: { ...limits, includeDepth: Number.POSITIVE_INFINITY }, strict, cursors, prefix, parameters },
    )
  }

  /** The entry of the resource's own type, as plain data. */
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
