import type { ValidationIssue } from '../error/validation-error.js'

/** What a record is validated for. */
export interface ValidationDetails {
  readonly method: 'create' | 'update'
  /** The record as it is now; undefined on a create. */
  readonly record: object | undefined
}

/** What a validating method returns: what is wrong; nothing, or an empty list, where nothing is. */
export type ValidationOutcome = readonly ValidationIssue[] | undefined | void
