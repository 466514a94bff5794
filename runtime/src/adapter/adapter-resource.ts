/** The facts about a resource that an adapter needs. */
export interface AdapterResource {
  /** The JSON:API type. */
  readonly type: string
  /** The value that the resource declared with `model`. */
  readonly model: unknown
  /** The columns that identify a record, in the order of its id: usually one. */
  readonly primaryKey: readonly string[]
  /**
   * The column of optimistic locking, if there is one. If it is among the values of an `update`, it is the version that
   * was read: the adapter writes only if the record still has that version, and increments it in the same step. If it
   * is not among them, the adapter compares nothing, but increments the version too.
   */
  readonly version: string | undefined
  /** The columns of the types decimal and bigint: their sums are exact. */
  readonly exact: ReadonlySet<string>
}
