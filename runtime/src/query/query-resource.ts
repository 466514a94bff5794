/** What a query has to know of its resource to tell a filter from a relationship. */
export interface QueryResource {
  readonly type: string
  /** Whether the resource has a filter of that name or alias. */
  hasFilter(name: string): boolean
  /** What a path leads through: only to-one relationships, some to-many, or something the resource does not have. */
  pathKind(path: readonly string[]): 'toOne' | 'toMany' | undefined
}
