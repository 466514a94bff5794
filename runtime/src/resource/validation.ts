import type { ValidationIssue } from '../error/validation-error.js'

/**
 * What a record is validated for: a create, or an update of the record as it is now.
 *
 * ```ts
 * override validate(values: Readonly<Record<string, unknown>>, _context: object | undefined, { method }: ValidationDetails) {
 *   if (method === 'create' && values['title'] === 'draft') return [{ attribute: 'title', message: 'is taken' }]
 * }
 * ```
 */
export interface ValidationDetails {
  readonly method: 'create' | 'update'
  /** The record as it is now; undefined on a create. */
  readonly record: object | undefined
}

/**
 * What a validating method returns: what is wrong; nothing, or an empty list, where nothing is.
 *
 * ```ts
 * const outcome: ValidationOutcome = [{ attribute: 'title', message: 'is taken' }]
 * ```
 */
export type ValidationOutcome = readonly ValidationIssue[] | undefined | void
