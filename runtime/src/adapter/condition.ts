import type { Scalar } from '../vocabulary/coerce.js'
import type { ConditionValue } from '../vocabulary/condition-value.js'
import type { AttributeType } from '../vocabulary/type.js'
import type { Operator } from '../vocabulary/operators.js'

/** One comparison. The values are of the attribute's type already. */
export interface Comparison {
  readonly kind: 'compare'
  /** The filter's canonical name (rule 3.1). */
  readonly name: string
  /** Relations that lead to the column, none for an own one. What an adapter gets goes through to-one ones alone. */
  readonly through: readonly string[]
  readonly column: string
  readonly operator: Operator
  readonly value: ConditionValue
  readonly type: AttributeType
}

/** The records whose columns have the values of one of some keys; the values are of the columns' types already. */
export interface Among {
  readonly kind: 'among'
  /** The filter's canonical name, or that of a column. */
  readonly name: string
  /** Relations that lead to the columns, as those of a comparison do. */
  readonly through: readonly string[]
  readonly columns: readonly string[]
  /** The types of the columns. */
  readonly types: readonly AttributeType[]
  readonly keys: readonly (readonly Scalar[])[]
}

/** A relationship to many records, as an adapter has to know it to filter through it: over a key of theirs, or over a join. */
export type Link<Scope = unknown> = KeyedLink | JoinedLink<Scope>

interface LinkBase {
  /** The name of the relation in the store: that of the relationship, unless it says otherwise. */
  readonly name: string
  /** The columns of this side that the related records, or their joins, refer to. */
  readonly key: readonly string[]
  /** What the resource of the related records declares as its model. */
  readonly model: unknown
}

/** The related records hold the key of this side in columns of their own. */
export interface KeyedLink extends LinkBase {
  readonly kind: 'keyed'
  /** These columns, in the order of the key. */
  readonly foreignKey: readonly string[]
}

/** The related records are joined to this side. */
export interface JoinedLink<Scope = unknown> extends LinkBase {
  readonly kind: 'joined'
  /** The relation of the related model, the columns of this side's key on it, and what the join itself has to pass. */
  readonly join: {
    readonly relation: string
    readonly key: readonly string[]
    readonly condition?: Condition<Scope> | undefined
  }
}

/** The records that have at least one related record, over a relationship to many, for which a condition holds. */
export interface Some<Scope = unknown> {
  readonly kind: 'some'
  /** To-one relations that lead to the records that have the relationship, none where it is an own one. */
  readonly through: readonly string[]
  readonly link: Link<Scope>
  /** Of the related record. */
  readonly condition: Condition<Scope>
}

/** A condition as data: comparisons, keys, related records, groups, and scopes that a custom filter has narrowed. */
export type Condition<Scope = unknown> =
  | Comparison
  | Among
  | Some<Scope>
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition<Scope>[] }
  | { readonly kind: 'not'; readonly condition: Condition<Scope> }
  /** Of the resource itself, or of the one that to-one relations lead to. */
  | { readonly kind: 'scope'; readonly scope: Scope; readonly through?: readonly string[] }
