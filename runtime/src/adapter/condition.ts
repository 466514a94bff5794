import type { Scalar } from '../vocabulary/values/coerce.js'
import type { ConditionValue } from '../vocabulary/values/condition-value.js'
import type { AttributeType } from '../vocabulary/values/type.js'
import type { Operator } from '../vocabulary/operators.js'
import type { AdapterResource } from './adapter-resource.js'

/** One comparison. The values have the type of the attribute. */
export interface Comparison {
  readonly kind: 'compare'
  /** The filter's canonical name. */
  readonly name: string
  /**
   * The relations on the path to the column; empty for a column of the resource itself. Adapters receive only to-one
   * relations in this list.
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

/** A relationship to one resource, in the form that adapters need. It uses a foreign key or a join. */
export interface AdapterRelation<Scope = unknown> {
  readonly name: string
  /** The name of the relation in the store: the relationship's name, unless the declaration specifies another. */
  readonly stored: string
  readonly many: boolean
  readonly owner: AdapterResource
  readonly target: AdapterResource
  /**
   * The owner's and the target's columns that must be equal, in the same order. For a join, the owner's columns that
   * its rows refer to.
   */
  readonly pairs: { readonly owner: readonly string[]; readonly target: readonly string[] }
  /** The join of a many-to-many relationship. */
  readonly join?: Join<Scope> | undefined
}

/** A many-to-many join: the related model's relation, and the columns in it that refer to this side. */
export interface Join<Scope = unknown> {
  readonly relation: string
  readonly key: readonly string[]
  /** A policy's condition on the rows of the join model. Rows that do not meet it are ignored. */
  readonly condition?: Condition<Scope> | undefined
}

/** The records with at least one record in a to-many relationship that meets a condition. */
export interface Some<Scope = unknown> {
  readonly kind: 'some'
  /**
   * The to-one relations on the path to the records with the relationship; empty for a relationship of the resource
   * itself.
   */
  readonly through: readonly string[]
  readonly relation: AdapterRelation<Scope>
  /** The condition on the related record. */
  readonly condition: Condition<Scope>
}

/**
 * A condition as plain data: comparisons, keys, related records, groups, and scopes that a custom filter has narrowed.
 */
export type Condition<Scope = unknown> =
  | Comparison
  | Among
  | Some<Scope>
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition<Scope>[] }
  /**
   * The complement of the condition, including records for which the store cannot determine whether the condition
   * holds.
   */
  | { readonly kind: 'not'; readonly condition: Condition<Scope> }
  /** A scope of the resource itself, or of the resource at the end of the to-one relations. */
  | { readonly kind: 'scope'; readonly scope: Scope; readonly through?: readonly string[] }
