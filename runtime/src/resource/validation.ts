import type { ValidationIssue } from '../error/validation-error.js'

/**
 * The kind of validation: for a create, or for an update of the present record.
 *
 * ```ts
 * override validate(values: Readonly<Record<string, unknown>>, _context: object | undefined, { method }: ValidationDetails) {
 *   if (method === 'create' && values['title'] === 'draft') return [{ attribute: 'title', message: 'is taken' }];
 * }
 * ```
 */
export interface ValidationDetails {
  readonly method: 'create' | 'update'
  /** The present record; undefined on a create. */
  readonly record: object | undefined
}

/**
 * The result of a validating method: the issues; nothing or an empty list if there are none.
 *
 * ```ts
 * const outcome: ValidationOutcome = [{ attribute: 'title', message: 'is taken' }];
 * ```
 */
export type ValidationOutcome = readonly ValidationIssue[] | undefined | void
