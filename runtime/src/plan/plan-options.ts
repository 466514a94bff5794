import type { IncludeDirective } from '../query/include.js'
import type { Guards } from '../resource/guards.js'

/** The inputs of a plan, besides the query. */
export interface PlanOptions {
  readonly guards: Guards
  /** The includes that the action permits; undefined for all. */
  readonly permitted?: IncludeDirective | undefined
  /** Whether one record is read: it cannot be filtered, sorted, paginated or counted (rule 15.9). */
  readonly single?: boolean | undefined
  /** False if the filters of the primary data are switched off (rule 8.3): then none is required. */
  readonly filter?: boolean | undefined
  /** The relationship whose related records are read; undefined if the records of the whole resource are read. */
  readonly within?: Within | undefined
}

/** The records of one relationship of one record. */
export interface Within {
  /** Distinguishes it from other relationships and other records. */
  readonly name: string
  /** Whether the application assigns the records, in its own order. */
  readonly assigned: boolean
}
