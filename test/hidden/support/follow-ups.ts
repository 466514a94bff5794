import { ATOMIC_MEDIA_TYPE } from '../../operations/support/operate.js'
import type { Dice } from '../../support/dice.js'
import type { Asked } from './requests.js'

const JSONAPI = 'application/vnd.api+json'
const CURSORS = `${JSONAPI};profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`

/** A response to a request. */
export interface Response {
  readonly status: number
  readonly etag: string | null
  readonly text: string
}

/** Whether a request may begin a walk by cursors. */
export const withCursors = (asked: Asked): Asked =>
  asked.method === 'GET' ? { ...asked, headers: { accept: CURSORS } } : asked

/**
 * Further requests, which use a response: the next page of a list by its cursor, a read with the entity tag, a write of
 * the record with its entity tag or an outdated one, a write as an operation, and a write with an idempotency key, which
 * is sent again or used for a different write.
 */
export function followUps(
  asked: Asked,
  { status, etag, text }: Response,
  { chance, write }: { readonly chance: Dice; readonly write: (chance: Dice) => Asked },
): readonly Asked[] {
  if (asked.method === 'GET' && status === 200) return afterRead(asked, { etag, text }, chance)
  if (asked.method === 'GET' || asked.method === 'HEAD' || KEY in (asked.headers ?? {})) return []
  const keyed = chance.below(4) === 0 ? withKey(asked, `${chance.below(1_000_000_000)}`) : undefined
  const other = chance.below(4) === 0 ? write(chance) : asked
  const again = keyed ? [keyed, { ...other, headers: { ...other.headers, ...keyed.headers } }] : []
  if (chance.below(2) === 0) return again
  const operation = operationOf(asked)
  const others = operationOf(write(chance))
  return operation
    ? [...again, operations([operation, ...(others && chance.below(3) === 0 ? [others] : [])])]
    : again
}

const KEY = 'idempotency-key'

/** A write with an idempotency key. */
export const withKey = (asked: Asked, key: string): Asked => ({
  ...asked,
  headers: { ...asked.headers, [KEY]: `"${key}"` },
})

function afterRead(
  asked: Asked,
  { etag, text }: Pick<Response, 'etag' | 'text'>,
  chance: Dice,
): readonly Asked[] {
  const { data, links } = JSON.parse(text) as {
    readonly data?: unknown
    readonly links?: { readonly next?: string | null }
  }
  const further: Asked[] = []
  if (links?.next && chance.below(2) === 0) {
    const { pathname, search } = new URL(links.next, 'http://test.example')
    further.push({ ...asked, path: `${pathname}${search}` })
  }
  if (etag !== null && chance.below(2) === 0) {
    further.push({ ...asked, headers: { ...asked.headers, 'if-none-match': etag } })
  }
  const record = /^\/(\w+)\/([^/?]+)(?:\?|$)/.exec(asked.path)
  if (record && etag !== null) {
    const [, type = '', id = ''] = record
    const tag = chance.below(2) === 0 ? '"outdated"' : etag
    const headers = { 'if-match': tag, 'content-type': JSONAPI }
    const body = JSON.stringify({ data: { type, id, attributes: attributesIn(data) } })
    further.push({ method: 'PATCH', path: `/${type}/${id}`, body, headers })
  }
  return further
}

const attributesIn = (data: unknown): unknown =>
  (data as { readonly attributes?: unknown } | null)?.attributes ?? {}

/** The operation that writes the same; undefined for a write that operations do not support. */
function operationOf({ method, path, body }: Asked): object | undefined {
  const [, type, id, , relationship] = path.split('?')[0]?.split('/') ?? []
  if (type === undefined || path.includes('/-actions/')) return undefined
  const ref = { type, id, ...(relationship !== undefined && { relationship }) }
  const op = method === 'POST' ? 'add' : method === 'PATCH' ? 'update' : 'remove'
  if (body === undefined) return { op, ref }
  const { data } = JSON.parse(body) as { readonly data: unknown }
  return id === undefined ? { op, data } : { op, ref, data }
}

const operations = (list: readonly object[]): Asked => ({
  method: 'POST',
  path: '/operations',
  headers: { accept: ATOMIC_MEDIA_TYPE, 'content-type': ATOMIC_MEDIA_TYPE },
  body: JSON.stringify({ 'atomic:operations': list }),
})
