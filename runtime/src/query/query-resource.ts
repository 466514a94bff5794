/** What a query needs of its resource to distinguish filters from relationships. */
export interface QueryResource {
  readonly type: string
  /** Whether the resource has a filter with that name or alias. */
  hasFilter(name: string): boolean
  /**
   * The kind of relationships in a path: only to-one, some to-many, or undefined if the resource does not have them.
   */
  pathKind(path: readonly string[]): 'toOne' | 'toMany' | undefined
}
