import { isJsonObject } from '../value/json.js'
import type { KeptAnswer } from './key-rows.js'

/** The longest answer that is stored whole, in bytes. */
const LONGEST = 262_144

/** Headers that belong to one response alone. */
const OF_ONE = new Set(['set-cookie', 'date', 'connection'])

/** The answer to store, and the response to send, whose body is read by now. */
export async function keptAnswer(response: Response): Promise<{ kept: KeptAnswer; sent: Response }> {
  const { status } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sent = new Response(response.body === null ? null : bytes, { status, headers: response.headers })
  const short = bytes.byteLength > LONGEST ? identifiersIn(bytes) : undefined
  const headers = [...response.headers].filter(([name]) => !OF_ONE.has(name))
  return { kept: { status, headers, answer: short ?? bytes, isShort: short !== undefined }, sent }
}

/** The identifiers of the records in a long document; undefined if it has none, so that only the whole answer says it. */
function identifiersIn(bytes: Uint8Array): Uint8Array | undefined {
  const document = documentOf(bytes)
  if (!isJsonObject(document)) return undefined
  const { jsonapi, data } = document
  const results = document[RESULTS]
  const short = Array.isArray(results)
    ? {
        jsonapi,
        [RESULTS]: results.map((result) =>
          isJsonObject(result) ? { data: identified(result['data']) } : {},
        ),
      }
    : data !== undefined && { jsonapi, data: identified(data) }
  return short ? new TextEncoder().encode(JSON.stringify(short)) : undefined
}

function documentOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The identifier of a record, or those of a list. */
function identified(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(identified)
  return isIdentifier(data) ? { type: data.type, id: data.id } : data
}

/** The part of a record that says which it is. */
export interface Identifier {
  readonly type: string
  readonly id: string
}

/** Whether a value identifies a record. */
export const isIdentifier = (value: unknown): value is Identifier =>
  isJsonObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'

/** The member of a document with the results of operations. */
export const RESULTS = 'atomic:results'
