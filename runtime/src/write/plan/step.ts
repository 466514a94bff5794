import type { CompiledResource } from '../../resource/compile.js'
import type { WriteNode, WriteRelationship } from '../request/node.js'

/** A column of a record of the same write: its value is known once that record is written. */
export interface Ref {
  readonly node: WriteNode
  readonly column: string
}

/** What links a record to another, or ends such a link: what its own columns are set to. */
export interface Link {
  /** The foreign key. */
  readonly columns: readonly string[]
  /** The values that are known, by column. */
  readonly values: Readonly<Record<string, unknown>>
  /** Those that another record will have. */
  readonly refs: Readonly<Record<string, Ref>>
  /** Whether it ends a link. */
  readonly isEnd: boolean
  /** What a fault points at; the relationship of the record where it is left out. */
  readonly pointer?: string | undefined
}

/** One record that a step creates or updates. */
export interface Row {
  readonly node: WriteNode
  /** What links it to those that it was reached from, and to those that it belongs to. */
  readonly parents: readonly Link[]
  readonly relatives: readonly Link[]
  /** Whether it is written already, and only linked once more. */
  readonly isAgain: boolean
  /** The record that it was reached from. */
  readonly parent: WriteNode | undefined
  /** What a fault points at; its place in the request where it is left out. */
  readonly pointer?: string | undefined
}

/** One record that a step destroys. */
export interface Destroyed {
  readonly node: WriteNode
  readonly parent: WriteNode | undefined
}

/** Two records that a step links, or links no more. */
export interface Pair {
  readonly parent: WriteNode
  readonly child: WriteNode
  readonly pointer: string | undefined
}

/**
 * One step of a write (rule 11.3): data, until it is run. A step of several records is a batch: nothing has to see one of them
 * after the other.
 */
export type Step =
  /** Records that are named and stay as they are. */
  | { readonly kind: 'keep'; readonly nodes: readonly WriteNode[] }
  | { readonly kind: 'insert'; readonly resource: CompiledResource; readonly rows: readonly Row[] }
  | { readonly kind: 'update'; readonly resource: CompiledResource; readonly rows: readonly Row[] }
  | { readonly kind: 'delete'; readonly resource: CompiledResource; readonly rows: readonly Destroyed[] }
  | {
      readonly kind: 'link' | 'unlink'
      readonly relationship: WriteRelationship
      readonly pairs: readonly Pair[]
      /** Whether the store has nothing to do: they are linked already, or the row that linked them is gone. */
      readonly isInMemory: boolean
    }
  /** An override of `persistWithRelationships`, which runs the steps of its record when it calls super. */
  | {
      readonly kind: 'call'
      readonly node: WriteNode
      readonly parents: readonly Link[]
      readonly parent: WriteNode | undefined
      readonly steps: readonly Step[]
    }
