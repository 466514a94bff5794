/** The facts about a resource that an adapter needs. */
export interface AdapterResource {
  /** The JSON:API type. */
  readonly type: string
  /** The value that the resource declares with `model`. */
  readonly model: unknown
  /** The columns that identify a record, in the order of the id; usually one. */
  readonly primaryKey: readonly string[]
  /**
   * The column used for optimistic locking, if there is one. If the values of an `update` include this column, its value
   * is the version that was read. The adapter then writes only if the record still has that version, and
   * increments the version in the same step. Otherwise, the adapter only increments the version.
   */
  readonly version: string | undefined
  /** The columns of type decimal and bigint, whose sums are exact. */
  readonly exact: ReadonlySet<string>
}
