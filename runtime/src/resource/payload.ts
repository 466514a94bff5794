/** How a related record is written (rule 11.3). If no method is specified, the default is `associate`. */
export type WriteMethod = 'create' | 'update' | 'destroy' | 'disassociate' | 'associate'

/** The methods that a linkage entry may specify. */
export const WRITE_METHODS = ['create', 'update', 'destroy', 'disassociate'] as const

/** The members of a record in a write request, except its fields. */
export interface WriteMeta {
  /** The JSON:API type. */
  readonly type: string
  readonly tempId?: string | undefined
  readonly method: WriteMethod
}

/** A related record, as `deserializedParams` shows it (rule 11.1). */
export interface RelatedPayload {
  readonly meta: WriteMeta
  readonly attributes: Readonly<Record<string, unknown>>
  readonly relationships: RelatedPayloads
}

/** A write's related records, by relationship: a list, a single record, or null. */
export interface RelatedPayloads {
  readonly [name: string]: RelatedPayload | readonly RelatedPayload[] | null
}
