import type { Context } from '../controller/context.js'
import { answerOwnAgain } from '../controller/own-action.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { isJsonObject } from '../value/json.js'
import type { KeptAnswer } from './key-rows.js'
import { type Identifier, isIdentifier, RESULTS } from './kept-answer.js'
import type { WriteAction } from './once.js'

/** The answer of a stored row. The records of a long one are read anew, as this request may see them now (rule 30.7). */
export async function answerAgain(
  { status, headers: stored, answer, isShort }: KeptAnswer,
  write: WriteAction,
): Promise<Response> {
  const headers = new Headers(stored.map(([name, value]): [string, string] => [name, value]))
  const bytes = new Uint8Array(answer)
  if (!isShort) return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
  headers.delete('content-length')
  headers.delete('etag')
  const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return new Response(JSON.stringify(await documentAgain(document, write)), { status, headers })
}

/** The document with whole records in place of its identifiers. An identifier stays if its record can not be read any more. */
async function documentAgain(document: unknown, write: WriteAction): Promise<unknown> {
  if (!isJsonObject(document)) return document
  const { readerOf, context } = write
  const results = document[RESULTS]
  if (Array.isArray(results) && readerOf) {
    const all: unknown[] = []
    for (const result of results) {
      const data = isJsonObject(result) ? result['data'] : undefined
      const reader = isIdentifier(data) ? readerOf(data.type, data.id) : undefined
      const read = reader && isIdentifier(data) ? await readable(() => shown(reader, data)) : undefined
      all.push(isJsonObject(read) ? { data: read['data'] } : result)
    }
    return { ...document, [RESULTS]: all }
  }
  const { data } = document
  const identifiers = [data].flat().filter(isIdentifier)
  const ids = identifiers.map(({ id }) => id)
  const read = await readable(async () => {
    if (write.resource.config.ownActions.has(context.actionName ?? '')) return answerOwnAgain(context, ids)
    const [only] = identifiers
    return only?.type === write.resource.type ? shown(context, only) : undefined
  })
  return read ?? document
}

const shown = (context: Context, { id }: Identifier): Promise<Response> =>
  context.renderJsonapi(context.recordScope(), { id })

/** The document that a read gives; undefined if this request may not read it now. */
async function readable(read: () => Promise<Response | undefined>): Promise<unknown> {
  try {
    const response = await read()
    return await response?.json()
  } catch (error) {
    if (error instanceof JsonapiError && error.status < 500) return undefined
    throw error
  }
}
