import type { Context } from '../controller/context.js'
import type { CompiledResource } from '../resource/compile.js'

/** A write request that is about to run: its context, and the resource whose store it writes. */
export interface WriteAction {
  readonly context: object
  readonly resource: CompiledResource
  /** The context that reads a record of the answer anew. */
  readonly readerOf: (type: string, id: string) => Context
}

/** Runs the action of a write request once for each key, in a transaction; later requests get the first answer. */
export type Once = (write: WriteAction, act: () => Promise<Response>) => Promise<Response>
