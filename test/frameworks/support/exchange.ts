import { connect } from 'node:net'
import { request as httpRequest, type Agent } from 'node:http'

/** A response as it arrived over the network. */
export interface Exchange {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** The request to send. */
export interface Sending {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body, or its parts, which are sent in chunks. */
  readonly body?: string | readonly string[]
  /**
   * Whether the body remains incomplete. A server may close the connection while it responds. If the client
   * then writes more, the write fails, and Node also discards the response. A test that expects a rejection
   * must therefore write no more than the server needs to read.
   */
  readonly isBegun?: boolean
  /** An agent that keeps connections open. By default, each request has its own connection. */
  readonly agent?: Agent
}

/**
 * Sends a request unchanged, including requests that fetch cannot send: with any method, any header, or a
 * body in chunks.
 */
export function send(
  url: string,
  { method = 'GET', headers = {}, body, isBegun = false, agent }: Sending = {},
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const length = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const request = httpRequest(
      url,
      { method, headers: { ...length, ...headers }, agent: agent ?? false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => {
          if (isBegun) request.destroy()
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
        })
        answer.on('error', reject)
      },
    )
    request.on('error', reject)
    for (const part of [body ?? []].flat()) request.write(part)
    if (isBegun) request.flushHeaders()
    else request.end()
  })
}

/**
 * Sends bytes over a new connection, and returns the received bytes when the server closes the connection.
 */
export function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

/** Begins a request, and closes the connection after the server has begun to handle it. */
export function abandon(url: string, { method, headers, body }: Sending, after: number): Promise<void> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { method: method ?? 'GET', headers: { ...headers } })
    request.on('error', () => undefined)
    request.on('close', resolve)
    if (typeof body === 'string') request.write(body)
    else request.end()
    request.flushHeaders()
    setTimeout(() => request.destroy(), after)
  })
}
