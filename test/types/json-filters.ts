import type { FilterInput } from '../../runtime/src/shape/query-of.js'
import type { Filter, Json } from '../../runtime/src/shape/shape.js'

type Document = FilterInput<Filter<Json, 'eq' | 'not_eq'>>

export const values: readonly Document[] = [
  1,
  'text',
  null,
  [1, 2],
  { eq: { a: { b: [1] } } },
  { not_eq: { eq: 1 } },
]

// @ts-expect-error an object without an operator would be read as operators
export const bare: Document = { a: 1 }

// @ts-expect-error an operator cannot have other members next to it
export const below: Document = { eq: 1, a: 1 }
