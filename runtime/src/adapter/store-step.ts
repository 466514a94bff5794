import type { KeyValues } from '../value/key.js'
import type { AdapterResource } from './adapter-resource.js'
import type { Join } from './narrowing.js'
import type { RecordLocks } from './transaction-needs.js'

/** Columns and their values. */
export type Values = Readonly<Record<string, unknown>>

/** A relationship as an adapter has to know it to write it. */
export interface Association {
  readonly name: string
  readonly kind: string
  readonly many: boolean
  /** The resources of the parent and of the child. */
  readonly owner: AdapterResource
  readonly target: AdapterResource
  /** Of a many-to-many, with the columns of the parent whose values the join's key has. */
  readonly join?: (Join & { readonly parentKey: readonly string[] }) | undefined
}

/** One step of a write, as a store does it. */
export type StoreStep =
  /**
   * New records: attributes, ids and foreign keys, by column (specification 4.3). The result is `records`, in the order of the
   * rows. Throws an Error if it can't tell which record is of which row: the transaction is then rolled back, and each record is
   * created by itself in another one.
   */
  | { readonly kind: 'insert'; readonly resource: AdapterResource; readonly rows: readonly Values[] }
  /**
   * The same values in all records of these keys. The result for one key is `records`, with the record as it is now; for several
   * it may be `done`. Throws if one of them is not there.
   */
  | {
      readonly kind: 'update'
      readonly resource: AdapterResource
      readonly keys: readonly KeyValues[]
      readonly values: Values
    }
  /**
   * Takes the records of these keys away. The result for one key is `records`, with the record as it was; for several it may be
   * `done`. Throws if one of them is not there.
   */
  | { readonly kind: 'delete'; readonly resource: AdapterResource; readonly keys: readonly KeyValues[] }
  /**
   * Makes the joins of a parent and children in the store, those that are not there yet, or removes them: `done`. Where the
   * association has no join there is nothing to do: the column that holds it comes as a value of an `insert` or an `update`. What
   * the records hold in memory, the runtime sees to.
   */
  | LinkStep<'link'>
  | LinkStep<'unlink'>
  /**
   * Counts the version of a record up if it is still the one that was read: `done`. So nobody else can change the record before
   * the end of the transaction. Throws what an `update` throws for a record that is not there. It comes where `holdsVersions` is
   * true.
   */
  | {
      readonly kind: 'hold'
      readonly resource: AdapterResource
      readonly key: KeyValues
      readonly version: unknown
    }
  /**
   * Locks records until the end of the transaction, one after the other in the order of their keys, and changes nothing of them.
   * Of two transactions that lock a record, the second waits, unless both share the lock. What it reads then is what the first has
   * left. A write of a set takes it in front of everything that it reads (rule 11.16): so parallel replacements of one set come
   * one after the other. The result is `locked`, or `done` where the store has no such lock. It comes where `locks` is true.
   */
  | { readonly kind: 'lock'; readonly resource: AdapterResource; readonly locks: RecordLocks }

/** A parent, and the children that it is joined to, or no longer is. */
interface LinkStep<Kind extends string> {
  readonly kind: Kind
  readonly association: Association
  readonly parent: object
  readonly children: readonly object[]
}

/** What has come of a step. */
export type StepResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'records'; readonly records: readonly object[] }
  /** How many records it has found to lock. */
  | { readonly kind: 'locked'; readonly found: number }
  /** Nothing: it can't do that for several records at once, and has done it for none. They come one by one then. */
  | { readonly kind: 'oneByOne' }

/** The result of a step that returns nothing. */
export const DONE: StepResult = Object.freeze({ kind: 'done' })

/** The result of a step that an adapter can't do for several records at once. */
export const ONE_BY_ONE: StepResult = Object.freeze({ kind: 'oneByOne' })
