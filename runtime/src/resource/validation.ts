import type { ValidationIssue } from '../error/validation-error.js'

/**
 * The kind of write to validate: creating a record, or updating an existing one.
 *
 * ```ts
 * override validate(values: Readonly<Record<string, unknown>>, _context: object | undefined, { method }: ValidationDetails) {
 *   if (method === 'create' && values['title'] === 'draft') return [{ attribute: 'title', message: 'is taken' }];
 * }
 * ```
 */
export interface ValidationDetails {
  readonly method: 'create' | 'update'
  /** The existing record; undefined if the write creates the record. */
  readonly record: object | undefined
}

/**
 * The issues that a validation method found; undefined or an empty list if there are none.
 *
 * ```ts
 * const outcome: ValidationOutcome = [{ attribute: 'title', message: 'is taken' }];
 * ```
 */
export type ValidationOutcome = readonly ValidationIssue[] | undefined | void
