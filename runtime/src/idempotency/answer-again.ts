import type { Context } from '../controller/context.js'
import { JsonapiError } from '../error/jsonapi-error.js'
import { isJsonObject } from '../value/json.js'
import type { KeptAnswer } from './key-rows.js'
import type { WriteAction } from './once.js'

/** The answer of a stored row. The records of a long one are read anew, as this request may see them now. */
export async function answerAgain(
  { status, headers: stored, answer, isShort }: KeptAnswer,
  { readerOf }: WriteAction,
): Promise<Response> {
  const headers = new Headers(stored.map(([name, value]): [string, string] => [name, value]))
  if (!isShort) {
    const bytes = new Uint8Array(answer)
    return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
  }
  headers.delete('content-length')
  headers.delete('etag')
  const document: unknown = JSON.parse(new TextDecoder().decode(answer))
  if (isJsonObject(document) && isIdentifier(document['data'])) {
    const { type, id } = document['data']
    const whole = await documentOf(readerOf(type, id), id)
    return new Response(JSON.stringify(whole ?? document), { status, headers })
  }
  return new Response(JSON.stringify(await readAnew(document, readerOf)), { status, headers })
}

interface Identifier {
  readonly type: string
  readonly id: string
}

/** Puts the record in place of each identifier. An identifier stays if the record can not be read any more. */
async function readAnew(value: unknown, readerOf: WriteAction['readerOf']): Promise<unknown> {
  if (Array.isArray(value)) {
    const all: unknown[] = []
    for (const each of value) all.push(await readAnew(each, readerOf))
    return all
  }
  if (isIdentifier(value)) {
    const whole = await documentOf(readerOf(value.type, value.id), value.id)
    return isJsonObject(whole) ? whole['data'] : value
  }
  if (!isJsonObject(value)) return value
  const entries: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) entries.push([name, await readAnew(member, readerOf)])
  return Object.fromEntries(entries)
}

const isIdentifier = (value: unknown): value is Identifier =>
  isJsonObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'

/** The document of a record; undefined if this request may not read it now. */
async function documentOf(reader: Context, id: string): Promise<unknown> {
  try {
    const response = await reader.renderJsonapi(reader.recordScope(), { id })
    return await response.json()
  } catch (error) {
    if (error instanceof JsonapiError && error.status < 500) return undefined
    throw error
  }
}
