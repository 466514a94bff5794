/** The limits of a request; each can be set on the API (rule 17.1). */
export interface Limits {
  /** Bytes of a URL. */
  readonly url: number
  /** Parameters of a URL. */
  readonly parameters: number
  /** Brackets in the name of a parameter. */
  readonly depth: number
  /** Characters of one parameter's value. */
  readonly valueLength: number
  /** Values in one list of a filter. */
  readonly values: number
  /** Characters that the filters of a request search for by prefix, suffix and contains, in total. */
  readonly patternLength: number
  /** Relationships that the filters and the sort of one collection go through, in total. */
  readonly through: number
  /** Relationships in one include path. */
  readonly includeDepth: number
  /** Include paths; each prefix counts too. */
  readonly includePaths: number
  /** Bytes of a body. */
  readonly body: number
  /** Depth of a body's JSON. */
  readonly jsonDepth: number
  /** Members of one linkage. */
  readonly linkage: number
  /** Records that a nested write names in its relationships, in total. */
  readonly links: number
  /** Depth of relationships in a nested write. */
  readonly writeDepth: number
  /** Records of one nested write. */
  readonly writeRecords: number
  /** Operations of one request. */
  readonly operations: number
  /** Queries of one request that run at the same time. */
  readonly concurrency: number
  /** Records of one answer, primary and included ones in total. */
  readonly records: number
  /** Keys that are read to compute pages of several parents. */
  readonly keys: number
  /** Resource identifiers in the relationships of one answer. */
  readonly linkages: number
  /** Milliseconds until the answer. */
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
