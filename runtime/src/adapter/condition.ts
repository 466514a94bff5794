import type { Scalar } from '../vocabulary/coerce.js'
import type { ConditionValue } from '../vocabulary/condition-value.js'
import type { AttributeType } from '../vocabulary/type.js'
import type { Operator } from '../vocabulary/operators.js'

/** One comparison. The values have the type of the attribute. */
export interface Comparison {
  readonly kind: 'compare'
  /** The filter's canonical name. */
  readonly name: string
  /**
   * The relations on the path to the column; empty for a column of the resource itself. An adapter receives only to-one
   * relations here.
   */
  readonly through: readonly string[]
  readonly column: string
  readonly operator: Operator
  readonly value: ConditionValue
  readonly type: AttributeType
}

/** The records whose columns equal one of the given keys. The values have the types of the columns. */
export interface Among {
  readonly kind: 'among'
  /** The filter's canonical name, or the name of a column. */
  readonly name: string
  /** The relations on the path to the columns, as in a comparison. */
  readonly through: readonly string[]
  readonly columns: readonly string[]
  /** The types of the columns. */
  readonly types: readonly AttributeType[]
  readonly keys: readonly (readonly Scalar[])[]
}

/**
 * A to-many relationship, in the form that an adapter needs to filter through it: by a foreign key in the related
 * records, or by a join.
 */
export type Link<Scope = unknown> = KeyedLink | JoinedLink<Scope>

interface LinkBase {
  /** The name of the relation in the store: the name of the relationship, unless it declares another. */
  readonly name: string
  /** The columns on this side that the foreign key or the join refers to. */
  readonly key: readonly string[]
  /** The value that the resource of the related records declares as its model. */
  readonly model: unknown
}

/** The foreign key is in the related records. */
export interface KeyedLink extends LinkBase {
  readonly kind: 'keyed'
  /** The columns of the foreign key, in the order of the key. */
  readonly foreignKey: readonly string[]
}

/** A join connects the related records with this side. */
export interface JoinedLink<Scope = unknown> extends LinkBase {
  readonly kind: 'joined'
  /** The relation of the related model, the columns of this side's key on it, and the condition on the join itself. */
  readonly join: {
    readonly relation: string
    readonly key: readonly string[]
    readonly condition?: Condition<Scope> | undefined
  }
}

/** The records with at least one related record, in a to-many relationship, that meets a condition. */
export interface Some<Scope = unknown> {
  readonly kind: 'some'
  /**
   * The to-one relations on the path to the records with the relationship; empty for a relationship of the resource
   * itself.
   */
  readonly through: readonly string[]
  readonly link: Link<Scope>
  /** The condition on the related record. */
  readonly condition: Condition<Scope>
}

/** A condition as data: comparisons, keys, related records, groups, and scopes that a custom filter narrowed. */
export type Condition<Scope = unknown> =
  | Comparison
  | Among
  | Some<Scope>
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition<Scope>[] }
  /** The complement of the condition: also the records for which the store cannot tell whether it holds. */
  | { readonly kind: 'not'; readonly condition: Condition<Scope> }
  /** A scope of the resource itself, or of the resource that the to-one relations lead to. */
  | { readonly kind: 'scope'; readonly scope: Scope; readonly through?: readonly string[] }
