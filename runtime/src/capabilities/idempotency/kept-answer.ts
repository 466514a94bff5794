import { isJsonObject } from '../../value/json.js'
import type { DeprecatedUse } from '../../resource/deprecated-uses.js'
import type { KeptAnswer } from './key-rows.js'

/** The size of the longest response that is stored whole, in bytes. */
const LONGEST = 262_144

/** Headers that belong to one response alone. */
const OF_ONE = new Set(['set-cookie', 'date', 'connection'])

/** The name among the stored headers under which the deprecated parts are kept that the request has used. */
export const USES = 'deprecated-uses'

/**
 * The response to store, and the one to send, whose body has already been read.
 *
 * @param uses the deprecated parts that the request has used: each retry uses them too
 */
export async function keptAnswer(
  response: Response,
  uses: readonly DeprecatedUse[],
): Promise<{ kept: KeptAnswer; sent: Response }> {
  const { status } = response
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sent = new Response(response.body === null ? null : bytes, { status, headers: response.headers })
  const short = bytes.byteLength > LONGEST ? withoutAttributes(bytes) : undefined
  const headers = [...response.headers].filter(([name]) => !OF_ONE.has(name))
  if (uses.length > 0) headers.push([USES, JSON.stringify(uses)])
  return { kept: { status, headers, answer: short ?? bytes, isShort: short !== undefined }, sent }
}

/** A long document without the attributes of its records; undefined if it has none. */
function withoutAttributes(bytes: Uint8Array): Uint8Array | undefined {
  const document = documentOf(bytes)
  if (recordsOf(document).length === 0) return undefined
  const short = mapRecords(document, (record) => ({ ...record, attributes: undefined }))
  return new TextEncoder().encode(JSON.stringify(short))
}

function documentOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The members of a record that say which it is, and the others. */
export interface Identifier {
  readonly type: string
  readonly id: string
  readonly [member: string]: unknown
}

const isIdentifier = (value: unknown): value is Identifier =>
  isJsonObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'

/** The member of a document with the results of operations. */
const RESULTS = 'atomic:results'

/** The records of a document: its primary data, what it includes, and the results of operations. */
export function recordsOf(document: unknown): readonly Identifier[] {
  const records: Identifier[] = []
  mapRecords(document, (record) => {
    records.push(record)
    return record
  })
  return records
}

/** A document with its records replaced by others. */
export function mapRecords(document: unknown, change: (record: Identifier) => object): unknown {
  if (!isJsonObject(document)) return document
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed)
    return isIdentifier(value) ? change(value) : value
  }
  const parts = Object.entries(document).map(([member, value]): [string, unknown] => {
    if (member === RESULTS && Array.isArray(value)) {
      return [member, value.map((one) => mapRecords(one, change))]
    }
    return [member, member === 'data' || member === 'included' ? changed(value) : value]
  })
  return Object.fromEntries(parts)
}
