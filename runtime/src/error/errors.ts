import type { ErrorObject } from './error-object.js'
import { JsonapiError, type ErrorOptions } from './jsonapi-error.js'

/** A filter that is unknown, not allowed, or rejected by its guard (rules 3.1, 3.2). */
export class BadFilter extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'bad_filter', title: 'Bad filter' }, options)
  }
}

/** A filter value that does not fit the filter's type. */
export class InvalidFilterValue extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'invalid_filter_value', title: 'Invalid filter value' }, options)
  }
}

/** The required filters that the request lacks, all in one error (rule 3.7). */
export class RequiredFilter extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'required_filter', title: 'Required filter' }, options)
  }
}

/** A sort key that is malformed or not sortable (rules 4.1, 4.2). */
export class BadSort extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'bad_sort', title: 'Bad sort' }, options)
  }
}

/**
 * A sort that does not support cursors (rule 24.4): a custom sort, a sort through a relationship, or a sort by values
 * that a cursor cannot distinguish or must not reveal.
 */
export class UnsupportedSort extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'unsupported_sort', title: 'Unsupported sort' }, options)
  }
}

/** An include path that does not exist on the resource (rule 9.5). */
export class InvalidInclude extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'invalid_include', title: 'Invalid include' }, options)
  }
}

/** An invalid page parameter (rule 5.2). */
export class InvalidPage extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'invalid_page', title: 'Invalid page' }, options)
  }
}

/** A page size above the maximum (rule 5.2). */
export class UnsupportedPageSize extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'unsupported_page_size', title: 'Unsupported page size' }, options)
  }
}

/** More records or linkage than one response may contain (rule 14.4). */
export class TooManyRecords extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'too_many_records', title: 'Too many records' }, options)
  }
}

/** A stat whose attribute or calculation is not configured (rule 6.2). */
export class StatNotFound extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'stat_not_found', title: 'Stat not found' }, options)
  }
}

/** A field, an extra field or a type that does not exist (rule 7.1). */
export class UnknownField extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'unknown_field', title: 'Unknown field' }, options)
  }
}

/** A parameter that is unknown, malformed, repeated, forbidden, or beyond a limit. */
export class InvalidParameter extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'invalid_parameter', title: 'Invalid parameter' }, options)
  }
}

/** A body that is not a JSON:API document in the form that the endpoint requires (rule 11.2). */
export class InvalidDocument extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 400, code: 'invalid_document', title: 'Invalid document' }, options)
  }
}

/** A record that does not exist, or that the default filters hide. */
export class RecordNotFound extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 404, code: 'record_not_found', title: 'Record not found' }, options)
  }
}

/** A path without an endpoint. */
export class NotFound extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 404, code: 'not_found', title: 'Not found' }, options)
  }
}

/**
 * The client must log in (401). Controllers, guards, scopes, hooks and the function that returns the locals may throw
 * this error.
 *
 * ```ts
 * isMember(): boolean {
 *   if (!this.locals.user) throw new Unauthorized({ detail: 'Log in first.', challenge: 'Bearer realm="blog"' });
 *   return this.locals.user.role === 'member';
 * }
 * ```
 *
 * `challenge` becomes the `WWW-Authenticate` header, which HTTP requires. The default is `Bearer`. Throws a TypeError
 * if the challenge is not a valid header value.
 */
export class Unauthorized extends JsonapiError {
  readonly challenge: string

  constructor({ challenge = 'Bearer', ...options }: ErrorOptions & { readonly challenge?: string }) {
    super({ status: 401, code: 'unauthorized', title: 'Unauthorized' }, options)
    this.challenge = new Headers({ 'www-authenticate': challenge }).get('www-authenticate') ?? challenge
  }
}

/**
 * The request is not permitted (403). Controllers, guards, scopes and hooks may throw this error. If it is thrown
 * during a write, nothing is written.
 *
 * ```ts
 * throw new Forbidden({ detail: 'Invoices of a closed year cannot be changed.' });
 * ```
 */
export class Forbidden extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 403, code: 'forbidden', title: 'Forbidden' }, options)
  }
}

/**
 * A type or id that does not match the endpoint, an id that is already taken, a stale version, or a record that other
 * records require.
 */
export class Conflict extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 409, code: 'conflict', title: 'Conflict' }, options)
  }
}

/** An `Idempotency-Key` that this owner has already sent with a different request (422; rule 30.3). */
export class UnprocessableKey extends JsonapiError {
  constructor() {
    super(
      { status: 422, code: 'idempotency_key_reused', title: 'Idempotency key reused' },
      {
        detail: 'This key was already sent with a different method, URL or body.',
        source: { header: 'Idempotency-Key' },
      },
    )
  }
}

/** A record that has changed since the client read it, so that its entity tag is different (412; rule 26.4). */
export class PreconditionFailed extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 412, code: 'precondition_failed', title: 'Precondition failed' }, options)
  }
}

/** A method that a known path does not support; `allow` becomes the `Allow` header. */
export class MethodNotAllowed extends JsonapiError {
  readonly allow: readonly string[]

  constructor(options: ErrorOptions & { readonly allow: readonly string[] }) {
    super({ status: 405, code: 'method_not_allowed', title: 'Method not allowed' }, options)
    this.allow = options.allow
  }
}

/** The `Accept` header does not list a media type that the API can send (JSON:API, "Content Negotiation"). */
export class NotAcceptable extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 406, code: 'not_acceptable', title: 'Not acceptable' }, options)
  }
}

/** A Content-Type different from JSON:API's (JSON:API, "Content Negotiation"), or a compressed body (rule 15.1). */
export class UnsupportedMediaType extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 415, code: 'unsupported_media_type', title: 'Unsupported media type' }, options)
  }
}

/** The store cannot be reached, or currently has no capacity for this request. */
export class ServiceUnavailable extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 503, code: 'service_unavailable', title: 'Service unavailable' }, options)
  }
}

/** A body that did not arrive within the request's time limit (rule 14.4). */
export class RequestTimeout extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 408, code: 'request_timeout', title: 'Request timeout' }, options)
  }
}

/** A body over the limit (rule 17.1). */
export class ContentTooLarge extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 413, code: 'content_too_large', title: 'Content too large' }, options)
  }
}

/** A URL over the limit (rule 17.1). */
export class UriTooLong extends JsonapiError {
  constructor(options: ErrorOptions) {
    super({ status: 414, code: 'uri_too_long', title: 'URI too long' }, options)
  }
}

/** Several errors in one request. The status is the most general of them (rule 15.7). */
export class SeveralErrors extends JsonapiError {
  readonly causes: readonly JsonapiError[]

  constructor(causes: readonly JsonapiError[]) {
    const statuses = new Set(causes.map((cause) => cause.status))
    const [only] = statuses
    const status = statuses.size === 1 && only !== undefined ? only : 400
    super(
      { status, code: 'several_errors', title: 'Several errors' },
      { detail: causes.map((cause) => cause.message).join(' ') },
    )
    this.causes = causes
  }

  override get errors(): readonly ErrorObject[] {
    return this.causes.flatMap((cause) => cause.errors)
  }
}

/** The maximum number of errors in one response. A request could cause half a million, and a hundred are enough. */
export const MAX_ERRORS = 100

/**
 * Throws the collected errors: a single error unchanged, or several combined into one error, which lists at most a
 * hundred. Does nothing if there are no errors.
 */
export function throwCollected(causes: readonly JsonapiError[]): void {
  const [first, ...others] = causes.slice(0, MAX_ERRORS)
  if (first === undefined) return
  throw others.length === 0 ? first : new SeveralErrors([first, ...others])
}

/**
 * Whether there are so many errors that reading the rest of the request is pointless, because the response would not
 * list more.
 */
export function isFull(faults: readonly JsonapiError[]): boolean {
  return faults.length >= MAX_ERRORS
}
