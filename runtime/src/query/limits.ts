/** The limits for a request. Each is a maximum, and can be set on the API. */
export interface Limits {
  /** The number of bytes in a URL. */
  readonly url: number
  /** The number of parameters in a URL. */
  readonly parameters: number
  /** The number of brackets in the name of a parameter. */
  readonly depth: number
  /** The number of characters in one parameter's value. */
  readonly valueLength: number
  /** The number of values in one list of a filter. */
  readonly values: number
  /** The total number of characters that a request's filters search for with prefix, suffix and contains. */
  readonly patternLength: number
  /** The total number of relationships in the filters and the sort of one collection. */
  readonly through: number
  /** The number of relationships in one include path. */
  readonly includeDepth: number
  /** The number of include paths, including each prefix of a path. */
  readonly includePaths: number
  /** The number of bytes in a body. */
  readonly body: number
  /** The nesting depth of the JSON in a body. */
  readonly jsonDepth: number
  /** The number of resource identifiers in the linkage of one relationship. */
  readonly linkage: number
  /** The total number of records in the relationships of a nested write. */
  readonly links: number
  /** The depth of relationships in a nested write. */
  readonly writeDepth: number
  /** The number of records in one nested write. */
  readonly writeRecords: number
  /** The number of operations in one request. */
  readonly operations: number
  /** The number of queries that one request runs concurrently. */
  readonly concurrency: number
  /** The number of records in one response, both primary and included. */
  readonly records: number
  /** The number of keys that are read to paginate the children of several parents. */
  readonly keys: number
  /** The number of resource identifiers in the relationships of one response. */
  readonly linkages: number
  /** The time until the response, in milliseconds. */
  readonly time: number
}

export const DEFAULT_LIMITS: Limits = Object.freeze({
  url: 8192,
  parameters: 100,
  depth: 8,
  valueLength: 8192,
  values: 200,
  patternLength: 256,
  through: 20,
  includeDepth: 3,
  includePaths: 20,
  body: 1_048_576,
  jsonDepth: 32,
  linkage: 500,
  links: 1000,
  writeDepth: 5,
  writeRecords: 200,
  operations: 100,
  concurrency: 4,
  records: 10_000,
  keys: 100_000,
  linkages: 100_000,
  time: 30_000,
})
