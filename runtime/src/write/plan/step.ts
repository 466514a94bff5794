import type { CompiledResource } from '../../resource/compile.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'

/**
 * The columns that link a record to another, with values: foreign keys, and the type column of a polymorphic
 * relationship.
 */
export type LinkKeys = Readonly<Record<string, unknown>>

/** A column of another record of the same write, whose value is known once that record is written. */
export interface Ref {
  readonly node: WriteNode
  readonly column: string
}

/** The columns to set in a record to link it to another record, or to unlink it. */
export interface Link {
  /** The foreign key. */
  readonly columns: readonly string[]
  /** The known values, by column. */
  readonly values: Readonly<Record<string, unknown>>
  /** The values that other records will have, by column. */
  readonly refs: Readonly<Record<string, Ref>>
  /** Whether it unlinks. */
  readonly unlinks: boolean
  /** The pointer of faults; by default that of the relationship. */
  readonly pointer?: string | undefined
  /** The relationship of the request that makes the link; undefined if it unlinks. */
  readonly by?: WriteRelationship | undefined
}

/** One record that a step creates or updates. */
export interface Row {
  readonly node: WriteNode
  /** The links to its parents, and to the relatives that it belongs to. */
  readonly parents: readonly Link[]
  readonly relatives: readonly Link[]
  /** Whether the record is already written, and the step only links it once more. */
  readonly isWritten: boolean
  /** The parent that the record was reached from. */
  readonly parent: WriteNode | undefined
  /** The pointer of faults; by default the record's place in the request. */
  readonly pointer?: string | undefined
}

/** One record that a step destroys. */
export interface Destroyed {
  readonly node: WriteNode
  readonly parent: WriteNode | undefined
}

/** Two records that a step links or unlinks. */
export interface Pair {
  readonly parent: WriteNode
  readonly child: WriteNode
  readonly pointer: string | undefined
}

/** Records to create, or to update. */
export interface RowsStep {
  readonly kind: 'insert' | 'update'
  readonly resource: CompiledResource
  readonly rows: readonly Row[]
}

/** Records to link or to unlink. */
export interface LinkStep {
  readonly kind: 'link' | 'unlink'
  readonly relationship: WriteRelationship
  readonly pairs: readonly Pair[]
  /**
   * Whether only memory changes: the records are linked already, the row that linked them is gone, or the link is a value
   * of a record, which is written.
   */
  readonly isInMemory: boolean
}

/** One step of a write, as data (rule 11.3). A step with several records is a batch: no record of it has a watcher. */
export type Step =
  /** Records that are named and stay as they are. */
  | { readonly kind: 'keep'; readonly nodes: readonly WriteNode[] }
  | RowsStep
  | { readonly kind: 'delete'; readonly resource: CompiledResource; readonly rows: readonly Destroyed[] }
  | LinkStep
  /** An override of `persistWithRelationships`, which runs the steps of its record when it calls super. */
  | {
      readonly kind: 'call'
      readonly node: WriteNode
      readonly parents: readonly Link[]
      readonly parent: WriteNode | undefined
      readonly steps: readonly Step[]
    }
