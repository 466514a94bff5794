/** The write of a related record (rule 11.3); `associate` is the default, without a method. */
export type WriteMethod = 'create' | 'update' | 'destroy' | 'disassociate' | 'associate'

/** The methods that a linkage entry may carry. */
export const WRITE_METHODS = ['create', 'update', 'destroy', 'disassociate'] as const

/** The members of a record in a write request besides its fields. */
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

/** The related records of a write by relationship: a list, one, or null. */
export interface RelatedPayloads {
  readonly [name: string]: RelatedPayload | readonly RelatedPayload[] | null
}
