import type { KeyValues } from '../value/key.js'
import type { Condition } from './condition.js'

/** The join of a many-to-many: the relation of the related model, and the columns of this side's key on it. */
export interface Join<Scope = unknown> {
  readonly relation: string
  readonly key: readonly string[]
  /** What the records of the join model have to pass, where a policy says so: others join nothing. */
  readonly condition?: Condition<Scope> | undefined
}

/**
 * The records that a join holds together with parents, by the keys of these (rule 9.2). What `read` returns of a scope that is
 * narrowed so has, under the name of the relation, the rows of the join that lead to these parents, with the columns of the
 * join's key: `{ id: 7, name: 'a', posts: [{ postId: 1 }, { postId: 3 }] }`.
 */
export interface JoinedTo<Scope = unknown> {
  readonly kind: 'joined'
  readonly join: Join<Scope>
  readonly parents: readonly KeyValues[]
}

/** What a scope is narrowed to: what a condition holds for, or what is joined to some parents. */
export type Narrowing<Scope = unknown> = Condition<Scope> | JoinedTo<Scope>
