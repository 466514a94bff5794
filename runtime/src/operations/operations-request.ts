import type { Context } from '../controller/host.js'
import type { Limits } from '../query/limits.js'

/** What an operation is about: the action of a resource, as a path and a method would say it. */
export interface Target {
  readonly type: string
  readonly action: string
  /** Empty for a record that is still to be made. */
  readonly id: string
  /** Empty where it is about a record. */
  readonly relationship: string
}

/** A request for operations, and what its API knows of it. */
export interface OperationsRequest {
  /** The body, parsed; undefined where there is none. */
  readonly body: unknown
  /** What every link of the API begins with. */
  readonly base: string
  readonly limits: Limits
  /** Whether ids have to be texts (rule 14.8). */
  readonly strict: boolean
  /** Whether the API serves a type. */
  readonly serves: (type: string) => boolean
  /** Finds what a path and a method are about. Throws NotFound and MethodNotAllowed. */
  readonly targetOf: (path: string, method: string) => Target
  /** Makes the context of an operation: an instance of the controller of its type. */
  readonly contextOf: (target: Target, body: unknown) => Context
}
