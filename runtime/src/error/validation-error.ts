import type { ErrorObject } from './error-object.js'
import { JsonapiError } from './jsonapi-error.js'

/**
 * One thing that is wrong with a record.
 *
 * ```ts
 * const issue: ValidationIssue = { attribute: 'title', message: 'is taken' }
 * ```
 */
export interface ValidationIssue {
  /** The attribute or relationship at fault; the record as a whole where it is left out. */
  readonly attribute?: string | undefined
  /** What is wrong, to be read behind the attribute's name: `is required`. */
  readonly message: string
  /** Where inside the attribute's value, for a list or a JSON value. */
  readonly path?: readonly (string | number)[] | undefined
}

/** What existing clients of this wire format read as the attribute of an issue with the record as a whole. */
export const WHOLE_RECORD = 'base'

/**
 * A record that can't be written as it is (422). Thrown by the application inside a write, it rolls the whole write back
 * and becomes the errors of its record (specification 7, rule 11.7).
 *
 * ```ts
 * throw new ValidationError({ attribute: 'title', message: 'is taken' })
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

/** What says where a record stands in a request. */
export interface IssuePlace {
  /** Undefined outside of a request. */
  readonly pointer: string | undefined
  /** Wraps the meta of a nested record's issue into its relationship, as existing clients read it (rule 13.2). */
  readonly meta: (own: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
}

/** The error object of an issue, with its pointer where the place is known (rule 13.2). */
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

/** An issue as a sentence: its message behind the attribute's name. */
function sentence({ attribute, message }: ValidationIssue): string {
  const text = attribute === undefined ? message : `${attribute} ${message}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
