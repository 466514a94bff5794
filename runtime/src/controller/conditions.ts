import type { Scope } from '../reader/scope.js'
import type { VersionTags } from './entity-tag.js'
import type { Context } from './context.js'

/** The entity tags in the headers of a request that reads one record. */
export interface ReadCondition {
  /**
   * The current tag of the record, if the version alone decides it: looks up only key and version, and does not read
   * the record.
   */
  readonly settledBy: (scope: Scope, id: string, tags: VersionTags) => Promise<string | undefined>
}

/** Finds the tag that a GET at the address of a write would return now; undefined if the GET would fail. */
export type ShownTag = () => Promise<string | undefined>

/** The conditions in the headers of a request. */
export interface RequestConditions {
  /** Passes the conditions to the controller before its action runs. */
  readonly tell: (controller: Context, shown: ShownTag) => void
  /** The answer after its conditions are checked. Throws PreconditionFailed. */
  readonly answered: (response: Response) => Response
}
