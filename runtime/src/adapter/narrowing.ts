import type { KeyValues } from '../value/key.js'
import type { Condition, Join } from './condition.js'

/**
 * The records that a join connects to the parents with these keys. If `withRows` is set, `read` adds join rows to each
 * record in such a scope, under the name of the relation. These are the rows that belong to the given parents, with the
 * columns of the join's key, for example `{ id: 7, name: 'a', posts: [{ postId: 1 }, { postId: 3 }] }`.
 */
export interface JoinedTo<Scope = unknown> {
  readonly kind: 'joined'
  readonly join: Join<Scope>
  readonly parents: readonly KeyValues[]
  readonly withRows: boolean
}

/** How a scope is narrowed: by a condition, or to the records that are joined to the given parents. */
export type Narrowing<Scope = unknown> = Condition<Scope> | JoinedTo<Scope>
