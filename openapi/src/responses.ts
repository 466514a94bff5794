import { refTo, type JsonObject } from './json.js'

/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** The media type of Atomic Operations. */
export const ATOMIC_MEDIA_TYPE: string = `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`

/** The statuses of error responses. */
export type Failure = keyof typeof FAILURES

const FAILURES = {
  400: {
    text: 'A parameter or the body is invalid.',
    codes: [
      'bad_filter',
      'bad_sort',
      'invalid_document',
      'invalid_filter_value',
      'invalid_include',
      'invalid_page',
      'invalid_parameter',
      'required_filter',
      'stat_not_found',
      'too_many_records',
      'unknown_field',
      'unsupported_page_size',
      'unsupported_sort',
    ],
  },
  401: { text: 'The request is not authenticated.', codes: ['unauthorized'] },
  403: { text: 'The request is not permitted.', codes: ['forbidden'] },
  404: {
    text: 'The record does not exist, or this request may not see it.',
    codes: ['not_found', 'record_not_found'],
  },
  405: {
    text: 'This path does not support the method.',
    codes: ['method_not_allowed'],
  },
  406: { text: 'No media type in Accept is supported.', codes: ['not_acceptable'] },
  408: { text: 'The body did not arrive in time.', codes: ['request_timeout'] },
  409: {
    text: 'A type, an id or a version does not match, or other records depend on the record.',
    codes: ['conflict'],
  },
  412: {
    text: 'The record has changed since it was read.',
    codes: ['precondition_failed'],
  },
  413: { text: 'The body is too large.', codes: ['content_too_large'] },
  414: { text: 'The URL is too long.', codes: ['uri_too_long'] },
  415: {
    text: 'Content-Type is not JSON:API, or the body is compressed.',
    codes: ['unsupported_media_type'],
  },
  422: {
    text: 'The record would be invalid.',
    codes: ['validation_error', 'idempotency_key_reused'],
  },
  500: { text: 'The server could not process the request.', codes: ['internal_error'] },
  503: {
    text: 'The store could not be reached or is too busy.',
    codes: ['service_unavailable'],
  },
} as const

/**
 * The error responses of an operation, as references: the statuses that clients of this operation handle, and one
 * response for all others.
 */
export function failures(...alone: readonly Failure[]): JsonObject {
  // Ranges of statuses are not used, because several generators write `4XX` as a number.
  return { ...refsTo(alone), default: refTo('responses', 'AnyFailure') }
}

/** References to the responses of the given statuses. */
export const refsTo = (statuses: readonly Failure[]): JsonObject =>
  Object.fromEntries(statuses.map((status) => [String(status), refTo('responses', String(status))]))

/** The components for all error responses. */
export function failureResponses(): Readonly<Record<string, JsonObject>> {
  return {
    AnyFailure: failure('The request was rejected, or the server could not process it.', {
      'x-codes': [...new Set(Object.values(FAILURES).flatMap(({ codes }) => codes))],
      headers: { 'WWW-Authenticate': refTo('headers', 'WWW-Authenticate') },
    }),
    Failure: failure('Any other error.', {}),
    ...Object.fromEntries(
      Object.entries(FAILURES).map(([status, { text, codes }]) => [
        status,
        failure(text, {
          'x-codes': codes,
          ...(status === '401' && {
            headers: { 'WWW-Authenticate': refTo('headers', 'WWW-Authenticate') },
          }),
        }),
      ]),
    ),
  }
}

/** A response with a document. */
export function documentAnswer(description: string, schema: string, rest: JsonObject = {}): JsonObject {
  return {
    description,
    content: { [MEDIA_TYPE]: { schema: refTo('schemas', schema) } },
    ...rest,
  }
}

/** The components for response headers. */
export const HEADERS = {
  Location: { description: 'The URL of the new record.', schema: { type: 'string', format: 'uri' } },
  ETag: {
    description: 'Identifies this version of the response.',
    schema: { type: 'string' },
  },
  'ETag-if-asked': {
    description: 'The current entity tag of the record, if `If-Match` contained one.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
} as const

const failure = (description: string, rest: JsonObject): JsonObject =>
  documentAnswer(description, 'errors', rest)
