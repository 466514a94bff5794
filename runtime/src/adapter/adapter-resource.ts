/** What an adapter may know of the resource that it works for. */
export interface AdapterResource {
  /** The JSON:API type. */
  readonly type: string
  /** What `model` declared. */
  readonly model: unknown
  /** The columns that tell a record from all others, in the order of its id (rule 22.2): mostly one. */
  readonly primaryKey: readonly string[]
  /**
   * The column of optimistic locking, if there is one. Among the values of an `update` it is the version that was read. The
   * adapter writes only if the record still has that version, and counts it up in the same step. Where it is not among them,
   * the adapter compares nothing, and counts up all the same.
   */
  readonly version: string | undefined
  /** The columns whose type is a decimal or a bigint: their sums are exact. */
  readonly exact: ReadonlySet<string>
}
