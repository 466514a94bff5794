import type { ErrorObject } from './error-object.js'
import { JsonapiError } from './jsonapi-error.js'

/**
 * One problem with a record.
 *
 * ```ts
 * const issue: ValidationIssue = { attribute: 'title', message: 'is taken' };
 * ```
 */
export interface ValidationIssue {
  /** The invalid attribute or relationship. If undefined, the issue is about the whole record. */
  readonly attribute?: string | undefined
  /** The problem, worded to follow the attribute's name: `is required`. */
  readonly message: string
  /** The path inside the attribute's value, for a list or a JSON value. */
  readonly path?: readonly (string | number)[] | undefined
}

/** The attribute name that existing clients of this wire format read for an issue about the whole record. */
export const WHOLE_RECORD = 'base'

/**
 * An invalid record (422). If the application throws this error during a write, the whole write is rolled back, and the
 * issues are reported as errors of that record.
 *
 * ```ts
 * throw new ValidationError({ attribute: 'title', message: 'is taken' });
 * ```
 */
export class ValidationError extends JsonapiError {
  readonly issues: readonly ValidationIssue[]
  readonly #placeOf: ((issue: ValidationIssue) => IssuePlace) | undefined

  constructor(
    issues: string | ValidationIssue | readonly ValidationIssue[],
    placeOf?: (issue: ValidationIssue) => IssuePlace,
  ) {
    const list = typeof issues === 'string' ? [{ message: issues }] : [issues].flat()
    super(
      { status: 422, code: 'validation_error', title: 'Validation error' },
      { detail: list.map(sentence).join(' ') },
    )
    this.issues = Object.freeze(list)
    this.#placeOf = placeOf
  }

  override get errors(): readonly ErrorObject[] {
    return this.issues.map((issue) => validationErrorObject(issue, this.#placeOf?.(issue)))
  }
}

/** The position of a record in a request. */
export interface IssuePlace {
  /** Undefined if there is no request. */
  readonly pointer: string | undefined
  /** Puts the meta of a nested record's issue under its relationship, as existing clients read it (rule 13.2). */
  readonly meta: (own: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** The error object of an issue, with its pointer if the place is known (rule 13.2). */
export function validationErrorObject(issue: ValidationIssue, place?: IssuePlace): ErrorObject {
  const own = { attribute: issue.attribute ?? WHOLE_RECORD, message: issue.message }
  return {
    status: '422',
    code: 'validation_error',
    title: 'Validation error',
    detail: sentence(issue),
    ...(place?.pointer !== undefined && { source: { pointer: place.pointer } }),
    meta: place ? place.meta(own) : own,
  }
}

/** An issue as a sentence: the attribute's name, then its message. */
function sentence({ attribute, message }: ValidationIssue): string {
  const text = attribute === undefined ? message : `${attribute} ${message}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
