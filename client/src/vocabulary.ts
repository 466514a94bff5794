// The client has no dependencies, so `npm run vocabulary` writes this file from runtime/src/vocabulary.

/** The kind of an attribute. Points in time become a Date; all other kinds keep their JSON value. */
export type Kind =
  | 'string'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'uuid'
  | 'json'
  | 'bytes'
  | 'enum'

/** The operators for values that can only be equal or unequal. */
export type Equality = 'eq' | 'not_eq'

/** The operators of numbers and dates. */
export type Order = Equality | 'gt' | 'not_gt' | 'gte' | 'not_gte' | 'lt' | 'not_lt' | 'lte' | 'not_lte'

/** The operators of text. */
export type Matching =
  | Equality
  | 'prefix'
  | 'not_prefix'
  | 'suffix'
  | 'not_suffix'
  | 'contains'
  | 'not_contains'

/** The error codes that the server returns. An application may add others. */
export type ErrorCode =
  | 'bad_filter'
  | 'bad_sort'
  | 'conflict'
  | 'content_too_large'
  | 'forbidden'
  | 'idempotency_key_reused'
  | 'internal_error'
  | 'invalid_document'
  | 'invalid_filter_value'
  | 'invalid_include'
  | 'invalid_page'
  | 'invalid_parameter'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'not_found'
  | 'precondition_failed'
  | 'record_not_found'
  | 'request_timeout'
  | 'required_filter'
  | 'service_unavailable'
  | 'several_errors'
  | 'stat_not_found'
  | 'too_many_records'
  | 'unauthorized'
  | 'unknown_field'
  | 'unsupported_media_type'
  | 'unsupported_page_size'
  | 'unsupported_sort'
  | 'uri_too_long'
  | 'validation_error'

/** The operators without their negations. Each operator has a negation, whose name is prefixed with `not_`. */
export const OPERATORS: ReadonlySet<string> = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'prefix',
  'suffix',
  'contains',
])
