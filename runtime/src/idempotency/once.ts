import type { Context } from '../controller/context.js'
import type { CompiledResource } from '../resource/compile.js'

/** A write request that is about to run. */
export interface WriteAction {
  readonly context: Context
  /** The resource whose store it writes. */
  readonly resource: CompiledResource
  /** Only for operations: the context that reads the records of a type. */
  readonly contextOf?: (type: string, id: string) => Context
}

/** Runs the action of a write request once for each key, in a transaction; later requests get the first answer. */
export type Once = (write: WriteAction, act: () => Promise<Response>) => Promise<Response>
