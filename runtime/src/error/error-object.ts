/**
 * The part of the request that caused an error (JSON:API, "Error Objects"). Exactly one member is set.
 *
 * ```ts
 * const inUrl: ErrorSource = { parameter: 'filter[titel]' };
 * const inBody: ErrorSource = { pointer: '/data/attributes/title' };
 * ```
 */
export interface ErrorSource {
  readonly parameter?: string
  readonly pointer?: string
  readonly header?: string
}

/**
 * One entry in a document's `errors` (JSON:API, "Error Objects"). Its `status` is a string.
 *
 * ```ts
 * const error: ErrorObject = {
 *   status: '422',
 *   code: 'validation_error',
 *   title: 'Validation error',
 *   detail: 'title is taken',
 *   source: { pointer: '/data/attributes/title' },
 * };
 * ```
 */
export interface ErrorObject {
  readonly id?: string
  readonly status: string
  readonly code: string
  readonly title: string
  readonly detail: string
  readonly source?: ErrorSource
  /** The URI of the error type, if a profile defines one. */
  readonly links?: { readonly type: string }
  readonly meta?: Readonly<Record<string, unknown>>
}
