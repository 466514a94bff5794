import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { refTo, type JsonObject } from './json.js'

/** The parameters for reading one record (rule 26.3). */
export const READ_CONDITIONS: readonly JsonObject[] = [
  refTo('parameters', 'If-None-Match'),
  refTo('parameters', 'If-Match'),
]

/** The parameters for updating or destroying one record (rule 26.4). */
export const WRITE_CONDITIONS: readonly JsonObject[] = [refTo('parameters', 'If-Match')]

/** The parameter of every write, if the API accepts idempotency keys (rule 30.1). */
export const keyParameters = ({ idempotency }: Contract): readonly JsonObject[] =>
  idempotency ? [refTo('parameters', 'Idempotency-Key')] : []

/** The headers of a response with an entity tag. */
export const TAGGED: JsonObject = { ETag: refTo('headers', 'ETag') }

/**
 * The headers of the response to an update of a record without a version: it contains the next tag only if the
 * request contained a tag (rule 26.4).
 */
export const TAGGED_IF_ASKED: JsonObject = { ETag: refTo('headers', 'ETag-if-asked') }

/** The response that only a conditional request receives. */
export const NOT_MODIFIED: JsonObject = { 304: refTo('responses', '304') }

/** The component for that response. */
export const NOT_MODIFIED_RESPONSE: Readonly<Record<string, JsonObject>> = {
  '304': { description: 'The response has not changed.', headers: TAGGED },
}

/** The components for request headers. */
export const HEADER_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  'If-None-Match': header(
    'If-None-Match',
    'Entity tags, or *. If any of them matches, the response has no body.',
  ),
  'If-Match': header(
    'If-Match',
    'Entity tags, or *. If none of them matches the record, the record is not changed.',
  ),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'A string of your choice, such as a UUID. A request that is repeated with the same key is executed only once, and each retry receives the first response.',
  ),
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } }
}
