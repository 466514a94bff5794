import type { Scalar } from '../value/coerce.js'
import type { AttributeType } from '../value/type.js'
import type { Operator } from '../shape/shape.js'

/** A value to compare with: null, one value, or a list, which means any of them (rule 3.4). */
export type ConditionValue = null | Scalar | JsonValue | readonly (Scalar | JsonValue | null)[]

/** A whole JSON value, for attributes of that type. */
export interface JsonValue {
  readonly json: unknown
}

/** Whether a value to compare with is a whole JSON value. */
export const isJsonValue = (value: ConditionValue): value is JsonValue =>
  typeof value === 'object' && value !== null && 'json' in value

/** One comparison. The values are of the attribute's type already. */
export interface Comparison {
  readonly kind: 'compare'
  /** The filter's canonical name (rule 3.1). */
  readonly name: string
  /** To-one relationships that lead to the attribute, none for an own one. */
  readonly through: readonly string[]
  /** The column. */
  readonly attribute: string
  readonly operator: Operator
  readonly value: ConditionValue
  readonly type: AttributeType
}

/** The records whose columns have the values of one of some keys; the values are of the columns' types already. */
export interface Among {
  readonly kind: 'among'
  /** The filter's canonical name, or that of a column. */
  readonly name: string
  /** To-one relationships that lead to the columns, none for own ones. */
  readonly through: readonly string[]
  readonly columns: readonly string[]
  /** The types of the columns. */
  readonly types: readonly AttributeType[]
  readonly keys: readonly (readonly Scalar[])[]
}

/** A condition as data: comparisons, keys, groups, and scopes that a custom filter has narrowed. */
export type Condition<Scope = unknown> =
  | Comparison
  | Among
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition<Scope>[] }
  | { readonly kind: 'not'; readonly condition: Condition<Scope> }
  /** Of the resource itself, or of the one that to-one relationships lead to. */
  | { readonly kind: 'scope'; readonly scope: Scope; readonly through?: readonly string[] }
