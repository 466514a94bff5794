import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer, Agent, get, request, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { closeGracefully } from '@jsonapi-gen/runtime/node'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** A server that withholds its responses until it is told to send them, with a record of its events. */
async function listening() {
  const events: string[] = []
  const held: (() => void)[] = []
  const arrivals = new EventEmitter()
  let isHolding = true
  const server = createServer((_request, response) => {
    const answer = (): void => {
      events.push('answered')
      response.end('answer')
    }
    if (!isHolding) return answer()
    held.push(answer)
    arrivals.emit('arrival')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    server,
    port,
    events,
    url: `http://127.0.0.1:${port}/`,
    /** Resolves when this number of requests are waiting for a response. */
    async arrived(count: number) {
      while (held.length < count) await once(arrivals, 'arrival')
    },
    /** Responds to the waiting requests, and from now on to every request immediately. */
    answer() {
      isHolding = false
      for (const each of held.splice(0)) each()
    },
  }
}

/** Resolves when a server no longer accepts connections. */
async function refusing(server: Server): Promise<void> {
  while (server.listening) await setImmediate()
}

/** Sends a request with an agent, and returns the response, or the code of the error. */
const ask = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (response: IncomingMessage) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve(`${text} ${response.headers.connection}`))
      response.on('error', () => resolve('cut'))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
  })

/**
 * Posts a tag. `written` resolves when the whole request has been sent, and `status` to the status of the
 * response, or to the code of the error.
 */
function posted(
  url: string,
  name: string,
): { readonly written: Promise<unknown>; readonly status: Promise<unknown> } {
  const sending = request(url, {
    method: 'POST',
    agent: new Agent(),
    headers: { 'content-type': 'application/vnd.api+json' },
  })
  const status = new Promise((resolve) => {
    sending.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  const written = (async () => {
    const [socket] = (await once(sending, 'socket')) as [Socket]
    if (socket.connecting) await once(socket, 'connect')
    while (socket.writableLength > 0) await setImmediate()
  })()
  sending.end(JSON.stringify({ data: { type: 'tags', attributes: { name } } }))
  return { written, status }
}

describe('http/close-gracefully (15.13): a graceful shutdown', () => {
  test('a shutdown completes current requests, closes idle connections, then closes the pool, and accepts no new requests', async () => {
    const { server, url, events, arrived, answer } = await listening()
    // With this value, waiting for idle connections would exceed the timeout.
    server.keepAliveTimeout = 600_000
    const agent = new Agent({ keepAlive: true })
    const answers = Promise.all(Array.from({ length: 60 }, () => ask(url, agent)))
    await arrived(60)
    const closed = closeGracefully(server, { pool: async () => void events.push('pool') })
    await refusing(server)
    expect(await ask(url, new Agent())).toBe('ECONNREFUSED')
    answer()
    expect(await closed).toBe(true)
    expect(await answers).toEqual(
      Array.from({ length: 60 }, () => expect.stringMatching(/^answer (?:keep-alive|close)$/)),
    )
    expect(events).toEqual([...Array.from({ length: 60 }, () => 'answered'), 'pool'])
    agent.destroy()
  })

  test('a client that keeps sending requests over its connection is asked to close the connection', async () => {
    const { server, url, arrived, answer } = await listening()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = Promise.all([ask(url, agent), ask(url, agent)])
    await arrived(1)
    const closed = closeGracefully(server)
    await refusing(server)
    answer()
    expect(await closed).toBe(true)
    const [first, second] = await answers
    expect(first).toBe('answer keep-alive')
    expect(['answer close', 'ECONNREFUSED', 'ECONNRESET']).toContain(second)
    agent.destroy()
  })

  test('during a shutdown, requests that take too long are terminated, and the pool is still closed', async () => {
    const { server, url, events, arrived } = await listening()
    const answer = ask(url, new Agent())
    await arrived(1)
    expect(await closeGracefully(server, { timeout: 100, pool: async () => void events.push('pool') })).toBe(
      false,
    )
    expect([await answer, events]).toEqual(['ECONNRESET', ['pool']])
  })

  test('a connection that never sends a request delays the shutdown no longer than the timeout', async () => {
    const { server, port } = await listening()
    const accepted = once(server, 'connection')
    const silent = connect(port, '127.0.0.1')
    await accepted
    const ended = once(silent.resume(), 'close')
    expect(typeof (await closeGracefully(server, { timeout: 200 }))).toBe('boolean')
    await ended
  })

  test('a shutdown succeeds for a server that does not listen or is already closed', async () => {
    const { server } = await listening()
    expect(await closeGracefully(server)).toBe(true)
    expect(await closeGracefully(server)).toBe(true)
  })

  test('the blog responds to 60 of 60 requests in flight at SIGTERM', async () => {
    const child = spawn(process.execPath, [at('examples/blog/dist/demo.js'), '--serve', '--port', '0'], {
      cwd: at('.'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    while (!/http:\S+\s/.test(said)) said += String((await once(child.stdout, 'data'))[0])
    const url = /http:\S+/.exec(said)?.[0] ?? ''
    const sent = Array.from({ length: 60 }, (_, n) =>
      posted(url.replace(/\/\w+$/, '/tags'), `at the end ${n}`),
    )
    await Promise.all(sent.map(({ written }) => written))
    const answers = Promise.all(sent.map(({ status }) => status))
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    const statuses = await answers
    expect([code, statuses.filter((status) => status === 201).length, new Set(statuses)]).toEqual([
      0,
      60,
      new Set([201]),
    ])
  }, 180_000)
})
