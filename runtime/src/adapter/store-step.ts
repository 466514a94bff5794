import type { KeyValues } from '../value/key.js'
import type { AdapterResource } from './adapter-resource.js'
import type { AdapterRelation } from './condition.js'
import type { SideEffects } from './side-effects.js'
import type { RecordLocks } from './transaction/transaction-needs.js'

/** Columns and their values. */
export type Values = Readonly<Record<string, unknown>>

/** One step of a write, as a store runs it, or a query that precedes a write. */
export type StoreStep =
  | WriteStep
  /**
   * Reports the changes that statements cause in rows other than those that they name, through triggers or foreign keys:
   * `sideEffects`. The runtime sends this step alone, before the transaction of a write begins. The adapter should query
   * the store only once per process. Used only if `reportSideEffects` is true.
   */
  | { readonly kind: 'sideEffects'; readonly resource: AdapterResource }

/** One step of a write. */
export type WriteStep =
  /**
   * New records: attributes, ids and foreign keys, by column (specification 4.3). The result is `records`, in the order
   * of the rows. A value of a row may be a `Ref`. Throws an Error if the adapter cannot tell which record belongs to
   * which row. In that case, the transaction is rolled back, and each record is created separately in a new transaction.
   */
  | { readonly kind: 'insert'; readonly resource: AdapterResource; readonly rows: readonly Values[] }
  /**
   * Sets the same values in all records with these keys. The result for one key is `records`, with the updated record;
   * for several it may be `done`. Throws if one of the records does not exist.
   */
  | {
      readonly kind: 'update'
      readonly resource: AdapterResource
      readonly keys: readonly KeyValues[]
      readonly values: Values
      /** Whether nobody reads the updated record, so that the result for one key may also be `done`. */
      readonly isUnread?: true
    }
  /**
   * Deletes the records with these keys. The result for one key is `records`, with the deleted record; for several it
   * may be `done`. Throws if one of the records does not exist.
   */
  | { readonly kind: 'delete'; readonly resource: AdapterResource; readonly keys: readonly KeyValues[] }
  /**
   * Creates the missing joins of a parent and children, or removes joins: `done`. If the relation has no join, there is
   * nothing to do, because the foreign key is a value of an `insert` or an `update`. The runtime updates the records in
   * memory.
   */
  | LinkStep<'link'>
  | LinkStep<'unlink'>
  /**
   * Increments the version of a record if it is still the one that was read: `done`. This prevents other transactions
   * from changing the record before this one ends. Throws the same error as an `update` of a missing record. Used only
   * if `holdVersions` is true.
   */
  | {
      readonly kind: 'hold'
      readonly resource: AdapterResource
      readonly key: KeyValues
      readonly version: unknown
    }
  /**
   * Locks records until the end of the transaction, one after the other in the order of their keys, and changes
   * nothing. If two transactions lock the same record, the second one waits, unless both locks are shared; afterwards,
   * it reads the first one's result. A write of a set locks before it reads anything (rule 11.16), so that parallel
   * replacements of one set run one after the other. The result is `locked`, or `done` if the store has no such lock.
   * Used only if `lock` is true.
   */
  | { readonly kind: 'lock'; readonly resource: AdapterResource; readonly locks: RecordLocks }

/**
 * A parent, and the children to join to it or to remove from it. If the parent is created in the same call, it has the
 * columns that a join may refer to, and their values are `Ref`s.
 */
interface LinkStep<Kind extends string> {
  readonly kind: Kind
  readonly relation: AdapterRelation
  readonly parent: object
  readonly children: readonly object[]
}

/** The result of a step. */
export type StepResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'records'; readonly records: readonly object[] }
  | { readonly kind: 'sideEffects'; readonly sideEffects: SideEffects }
  /** The number of records that were found and locked. */
  | { readonly kind: 'locked'; readonly found: number }

/** The result of a step that returns nothing. */
export const DONE: StepResult = Object.freeze({ kind: 'done' })
