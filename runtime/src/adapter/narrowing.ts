import type { KeyValues } from '../value/key.js'
import type { Condition } from './condition.js'

/** The join of a many-to-many: the relation of the related model, and the columns of this side's key on it. */
export interface Join<Scope = unknown> {
  readonly relation: string
  readonly key: readonly string[]
  /** The condition of a policy on the rows of the join model: other rows do not count. */
  readonly condition?: Condition<Scope> | undefined
}

/**
 * The records that a join connects with the parents that have these keys. With `withRows`, each record that `read`
 * returns for such a scope also has join rows, under the name of the relation. These are the rows of the given parents,
 * with the columns of the join's key. For example `{ id: 7, name: 'a', posts: [{ postId: 1 }, { postId: 3 }] }`.
 */
export interface JoinedTo<Scope = unknown> {
  readonly kind: 'joined'
  readonly join: Join<Scope>
  readonly parents: readonly KeyValues[]
  readonly withRows: boolean
}

/** How a scope is narrowed: by a condition, or to the records that are joined to some parents. */
export type Narrowing<Scope = unknown> = Condition<Scope> | JoinedTo<Scope>
