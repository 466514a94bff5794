import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { refTo, type JsonObject } from './json.js'

/** The parameters of a read of one record (rules 26.3). */
export const READ_CONDITIONS: readonly JsonObject[] = [
  refTo('parameters', 'If-None-Match'),
  refTo('parameters', 'If-Match'),
]

/** Those of a change of one record, and of its end (rule 26.4). */
export const WRITE_CONDITIONS: readonly JsonObject[] = [refTo('parameters', 'If-Match')]

/** The parameter of every write, if the API takes keys (rule 30.1). */
export const keyParameters = ({ idempotency }: Contract): readonly JsonObject[] =>
  idempotency ? [refTo('parameters', 'Idempotency-Key')] : []

/** The headers of an answer that has an entity tag. */
export const TAGGED: JsonObject = { ETag: refTo('headers', 'ETag') }

/** Those of a change of a record without a version: only a request that names a tag is told the next one (rule 26.4). */
export const TAGGED_IF_ASKED: JsonObject = { ETag: refTo('headers', 'ETag-if-asked') }

/** The answer that only a request with a condition gets. */
export const NOT_MODIFIED: JsonObject = { 304: refTo('responses', '304') }

/** Its component. */
export const NOT_MODIFIED_RESPONSE: Readonly<Record<string, JsonObject>> = {
  '304': { description: 'The response has not changed.', headers: TAGGED },
}

/** The components of headers that requests may have. */
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
    'A string of your choice, such as a UUID. A request that is repeated with the same key is executed only once, and each repetition receives the first response.',
  ),
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } }
}
