/** The limits of a request; each can be set on the API. */
export interface Limits {
  /** The bytes of a URL. */
  readonly url: number
  /** The number of parameters in a URL. */
  readonly parameters: number
  /** The number of brackets in the name of a parameter. */
  readonly depth: number
  /** The characters in one parameter's value. */
  readonly valueLength: number
  /** The number of values in one list of a filter. */
  readonly values: number
  /** The characters that the filters of a request search for by prefix, suffix and contains, in total. */
  readonly patternLength: number
  /** The number of relationships that the filters and the sort of one collection use, in total. */
  readonly through: number
  /** The number of relationships in one include path. */
  readonly includeDepth: number
  /** The number of include paths; each prefix counts too. */
  readonly includePaths: number
  /** The bytes of a body. */
  readonly body: number
  /** The depth of a body's JSON. */
  readonly jsonDepth: number
  /** The number of resource identifiers in the linkage of one relationship. */
  readonly linkage: number
  /** The number of records that a nested write names in its relationships, in total. */
  readonly links: number
  /** The depth of relationships in a nested write. */
  readonly writeDepth: number
  /** The number of records in one nested write. */
  readonly writeRecords: number
  /** The number of operations in one request. */
  readonly operations: number
  /** The number of queries of one request that run at the same time. */
  readonly concurrency: number
  /** The number of records in one response, both primary and included. */
  readonly records: number
  /** The number of keys that are read to compute pages of several parents. */
  readonly keys: number
  /** The number of resource identifiers in the relationships of one response. */
  readonly linkages: number
  /** The milliseconds until the response. */
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
