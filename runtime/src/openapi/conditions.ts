import type { Contract } from '../vocabulary/contract.js'
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
  '304': { description: 'It is as the request knows it.', headers: TAGGED },
}

/** The components of headers that requests may have. */
export const HEADER_PARAMETERS: Readonly<Record<string, JsonObject>> = {
  'If-None-Match': header(
    'If-None-Match',
    'Entity tags, or *: if one of them matches the response, there is no body.',
  ),
  'If-Match': header(
    'If-Match',
    'Entity tags, or *: if none of them matches the record, nothing is changed.',
  ),
  'Idempotency-Key': header(
    'Idempotency-Key',
    'A text that you choose, such as a UUID. The same request with the same key is executed once, and gets the first response.',
  ),
}

function header(name: string, description: string): JsonObject {
  return { name, in: 'header', description, schema: { type: 'string' } }
}
