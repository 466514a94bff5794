// The client imports nothing: `npm run vocabulary` makes this file of runtime/src/vocabulary.

/** The kind of an attribute. Moments become a Date; every other kind stays as JSON has it. */
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

/** The operators of values that are equal or not. */
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

/** The names of all operators. */
export const OPERATORS: ReadonlySet<string> = new Set([
  'eq',
  'not_eq',
  'gt',
  'not_gt',
  'gte',
  'not_gte',
  'lt',
  'not_lt',
  'lte',
  'not_lte',
  'prefix',
  'not_prefix',
  'suffix',
  'not_suffix',
  'contains',
  'not_contains',
])
