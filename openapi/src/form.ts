import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { Accepted } from './accepted.js'
import type { JsonObject } from './json.js'
import type { Parameter } from './parameters.js'

/** The differences between the compact and the full document. */
export interface Form {
  readonly description: (contract: Contract) => string
  /** The parameters that an operation lists, among those that it accepts. */
  readonly accepted: (accepted: Accepted) => Accepted
  /** A parameter of such a list; undefined if it is omitted. */
  readonly parameter: (parameter: Parameter) => JsonObject | undefined
  readonly paths: (paths: Paths) => Paths
}

/** The paths of a document. */
export type Paths = Readonly<Record<string, JsonObject>>
