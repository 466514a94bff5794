/** The facts about its resource that a query needs to distinguish filters from relationships. */
export interface QueryResource {
  readonly type: string
  /** Whether the resource has a filter with that name or alias. */
  hasFilter(name: string): boolean
  /** Whether a path leads through a to-many relationship; undefined if the resource has no such path. */
  isMany(path: readonly string[]): boolean | undefined
}
