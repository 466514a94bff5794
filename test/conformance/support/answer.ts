import type { Agent } from 'node:http'
import { send } from '../../frameworks/support/exchange.js'
import { type Exchange, TYPE } from './clause.js'

/** An HTTP response, in which `http://blog.test` replaces the server's origin. */
export interface Answer {
  /** The request: `GET /posts/1`. */
  readonly asked: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** Undefined if the response has no JSON body. */
  readonly document: unknown
}

const HOST = 'http://blog.test'

/** Sends a request from the table over HTTP. */
export async function ask(
  url: string,
  { ask: asked, headers = {}, body }: Exchange,
  last: Answer | undefined,
  agent: Agent,
): Promise<Answer> {
  const line = typeof asked === 'string' ? asked : asked(required(last))
  const [method = '', path = ''] = line.split(' ', 2)
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const {
    status,
    headers: own,
    text: answered,
  } = await send(url + path, {
    method,
    agent,
    headers: text === undefined ? headers : { 'content-type': TYPE, ...headers },
    ...(text !== undefined && { body: text.replaceAll(HOST, url) }),
  })
  const shown = answered.replaceAll(url, HOST)
  return {
    asked: line,
    status,
    headers: Object.fromEntries(
      Object.entries(own).map(([name, value]) => [
        name,
        [value ?? []].flat().join(', ').replaceAll(url, HOST),
      ]),
    ),
    text: shown,
    document: parsed(shown),
  }
}

/** The value at a JSON Pointer in a document, or undefined if there is no value. */
export function valueAt(document: unknown, pointer: string): unknown {
  let at = document
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = Reflect.get(at, name)
  }
  return at
}

/** The GET request for the link at a pointer in the previous response. If the link is an object, its `href` is used. */
export const follow =
  (pointer: string) =>
  ({ document }: Answer): string => {
    const link = valueAt(document, pointer)
    const href = typeof link === 'string' ? link : valueAt(link, '/href')
    if (typeof href !== 'string') throw new Error(`There is no link at ${pointer}.`)
    return `GET ${href.replace(HOST, '')}`
  }

/** The errors of a document in short form. */
export function shortErrors(document: unknown): readonly string[] {
  const errors = valueAt(document, '/errors')
  if (!Array.isArray(errors)) return []
  return errors.map((error: unknown) => {
    const source = Object.entries(Object(valueAt(error, '/source'))).map(([kind, at]) => `${kind} ${at}`)
    return [valueAt(error, '/status'), valueAt(error, '/code'), ...source].join(' ').trim()
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function required(last: Answer | undefined): Answer {
  if (!last) throw new Error('The first request of a sentence cannot be made of an answer.')
  return last
}
