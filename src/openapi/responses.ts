import { refTo, type JsonObject } from './json.js'

/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json'

/** That of Atomic Operations. */
export const ATOMIC_MEDIA_TYPE: string = `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`

/** The errors that a request may be answered with. */
export type Failure = keyof typeof FAILURES

const FAILURES = {
  400: {
    name: 'BadRequest',
    text: 'A parameter or the body is wrong.',
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
  401: { name: 'Unauthorized', text: 'Nobody is logged in.', codes: ['unauthorized'] },
  403: { name: 'Forbidden', text: 'This request may not do that.', codes: ['forbidden'] },
  404: {
    name: 'NotFound',
    text: 'There is no such record, or this request may not see it.',
    codes: ['not_found', 'record_not_found'],
  },
  405: {
    name: 'MethodNotAllowed',
    text: 'The address does not serve this method.',
    codes: ['method_not_allowed'],
  },
  406: { name: 'NotAcceptable', text: 'No media type of Accept can be served.', codes: ['not_acceptable'] },
  408: { name: 'RequestTimeout', text: 'The body was not there in time.', codes: ['request_timeout'] },
  409: {
    name: 'Conflict',
    text: 'A type, an id or a version does not match, or the record is needed by others.',
    codes: ['conflict'],
  },
  412: {
    name: 'PreconditionFailed',
    text: 'The record has changed since the request has read it.',
    codes: ['precondition_failed'],
  },
  413: { name: 'ContentTooLarge', text: 'The body is too large.', codes: ['content_too_large'] },
  414: { name: 'UriTooLong', text: 'The URL is too long.', codes: ['uri_too_long'] },
  415: {
    name: 'UnsupportedMediaType',
    text: 'Content-Type is not that of JSON:API, or the body is compressed.',
    codes: ['unsupported_media_type'],
  },
  422: { name: 'Invalid', text: 'The record would not be valid.', codes: ['validation_error'] },
  500: { name: 'InternalError', text: 'The server could not answer.', codes: ['internal_error'] },
  503: {
    name: 'Unavailable',
    text: 'The store could not be reached, or has no time.',
    codes: ['service_unavailable'],
  },
} as const

/** What every request may be answered with. */
const ALWAYS: readonly Failure[] = [400, 401, 403, 404, 406, 414, 500, 503]

/** What a write may be answered with too. */
const OF_WRITES: readonly Failure[] = [408, 409, 413, 415, 422]

/** The failures of an operation, as references. */
export function failures(isWrite: boolean): JsonObject {
  const statuses = isWrite ? [...ALWAYS, ...OF_WRITES] : ALWAYS
  return {
    ...Object.fromEntries(
      statuses.map((status) => [String(status), refTo('responses', FAILURES[status].name)]),
    ),
    default: refTo('responses', 'Failure'),
  }
}

/** The components of all failures. */
export function failureResponses(): Readonly<Record<string, JsonObject>> {
  const used = new Set<number>([...ALWAYS, ...OF_WRITES, 412])
  return {
    Failure: failure('Any other error.', {}),
    ...Object.fromEntries(
      Object.entries(FAILURES)
        .filter(([status]) => used.has(Number(status)))
        .map(([status, { name, text, codes }]) => [
          name,
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

/** An answer with a document. */
export function documentAnswer(description: string, schema: string, rest: JsonObject = {}): JsonObject {
  return {
    description,
    content: { [MEDIA_TYPE]: { schema: refTo('schemas', schema) } },
    ...rest,
  }
}

/** The components of headers. */
export const HEADERS: Readonly<Record<string, JsonObject>> = {
  Location: { description: 'The address of the new record.', schema: { type: 'string', format: 'uri' } },
  ETag: {
    description: 'What tells this answer from others of the same address.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How one logs in.', schema: { type: 'string' } },
}

const failure = (description: string, rest: JsonObject): JsonObject =>
  documentAnswer(description, 'errors', rest)
