import type { Context } from '../../controller/context.js'
import type { Around, Target } from '../../http/capability.js'
import type { Limits } from '../../query/limits.js'

/** A request for operations, and the API that serves it. */
export interface OperationsRequest {
  /** The parsed body; undefined if there is none. */
  readonly body: unknown
  /** The beginning of every link of the API. */
  readonly base: string
  readonly limits: Limits
  /** Whether ids must be strings (rule 14.8). */
  readonly strict: boolean
  readonly around: Around
  /** Whether the API serves a type. */
  readonly serves: (type: string) => boolean
  /** Finds the target of a path and a method. Throws NotFound and MethodNotAllowed. */
  readonly targetOf: (path: string, method: string) => Target
  /** Makes the context of an operation: an instance of the controller of its type. */
  readonly contextOf: (target: Target, body: unknown) => Context
}
