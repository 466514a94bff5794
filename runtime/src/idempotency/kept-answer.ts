import { isJsonObject, ownMember } from '../value/json.js'
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
  const isShort = bytes.byteLength > LONGEST
  const headers = [...response.headers].filter(([name]) => !OF_ONE.has(name))
  return { kept: { status, headers, answer: isShort ? identifiersIn(bytes) : bytes, isShort }, sent }
}

/** The identifiers of the records in a long document; nothing for an answer that is none. */
function identifiersIn(bytes: Uint8Array): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(identified(documentOf(bytes))))
}

function documentOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return {}
  }
}

/** A document, or a result of an operation, with the identifiers of its records alone. */
function identified(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(identified)
  if (!isJsonObject(value)) return null
  const results = ownMember(value, RESULTS)
  if (results !== undefined) return { jsonapi: ownMember(value, 'jsonapi'), [RESULTS]: identified(results) }
  if ('type' in value && 'id' in value) return { type: value['type'], id: value['id'] }
  return 'data' in value ? { jsonapi: ownMember(value, 'jsonapi'), data: identified(value['data']) } : {}
}

const RESULTS = 'atomic:results'
