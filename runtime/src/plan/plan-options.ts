import type { IncludeDirective } from '../query/include.js'
import type { Guards } from '../resource/guards.js'

/** What decides how a request is planned, besides its query. */
export interface PlanOptions {
  readonly guards: Guards
  /** The includes that the action permits; undefined where it is unrestricted. */
  readonly permitted?: IncludeDirective | undefined
  /** One record is read: its collection can't be filtered, sorted, paginated or counted (rule 15.9). */
  readonly single?: boolean | undefined
  /** False where the filters of the primary data are switched off (rule 8.3): then none is required. */
  readonly filter?: boolean | undefined
  /** What was written is read back, by its ids alone: then no filter is required of the includes either (rule 11.9). */
  readonly readBack?: boolean | undefined
  /** The relationship whose records are read, of one record; undefined where they are all that there are. */
  readonly within?: Within | undefined
}

/** The records of one relationship of one record. */
export interface Within {
  /** What tells it from other relationships of other records. */
  readonly name: string
  /** Whether the application assigns them, in an order of its own. */
  readonly assigned: boolean
}
