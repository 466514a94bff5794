import type { Context } from '../controller/context.js'
import type { Once } from '../idempotency/once.js'
import type { Limits } from '../query/limits.js'

/** The target of an operation: the action of a resource, as for a path and a method. */
export interface Target {
  readonly type: string
  readonly action: string
  /** Empty for a record that does not exist yet. */
  readonly id: string
  /** Empty if the target is a record. */
  readonly relationship: string
}

/** A request for operations, and the API that answers it. */
export interface OperationsRequest {
  /** The parsed body; undefined if there is none. */
  readonly body: unknown
  /** The beginning of every link of the API. */
  readonly base: string
  readonly limits: Limits
  /** Whether ids must be texts (rule 14.8). */
  readonly strict: boolean
  /** Runs them once for the key of the request. */
  readonly once: Once | undefined
  /** Whether the API serves a type. */
  readonly serves: (type: string) => boolean
  /** Finds the target of a path and a method. Throws NotFound and MethodNotAllowed. */
  readonly targetOf: (path: string, method: string) => Target
  /** Makes the context of an operation: an instance of the controller of its type. */
  readonly contextOf: (target: Target, body: unknown) => Context
}
