import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, Agent, get, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { closeGracefully } from '@jsonapi-gen/runtime/node'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { node, tsc } from '../../scripts/lib/run.js'

/** A server that answers after so many milliseconds, and what has happened to it. */
async function listening(milliseconds: number) {
  const events: string[] = []
  const server = createServer((_request, response) => {
    setTimeout(() => {
      events.push('answered')
      response.end('answer')
    }, milliseconds)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { server, port, events, url: `http://127.0.0.1:${port}/` }
}

/** Asks over an agent: the answer, or the code of the error. */
const ask = (url: string, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (response: IncomingMessage) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve(`${text} ${response.headers.connection}`))
      response.on('error', () => resolve('cut'))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
  })

/** Posts a tag: resolves `written` once all of it has left, and `status` to that of the answer, or the code of the error. */
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
    while (socket.writableLength > 0) await wait(1)
  })()
  sending.end(JSON.stringify({ data: { type: 'tags', attributes: { name } } }))
  return { written, status }
}

describe('http/close-gracefully (15.13)', () => {
  test('answers what is being asked, closes what is idle, then the pool, and accepts nothing more', async () => {
    const { server, url, events } = await listening(300)
    const agent = new Agent({ keepAlive: true })
    const answers = Promise.all(Array.from({ length: 60 }, () => ask(url, agent)))
    await wait(150)
    const start = performance.now()
    const closed = closeGracefully(server, { pool: async () => void events.push('pool') })
    await wait(50)
    expect(await ask(url, new Agent())).toBe('ECONNREFUSED')
    expect(await closed).toBe(true)
    // It has not waited for the five seconds that a connection may be idle.
    expect(performance.now() - start).toBeLessThan(4000)
    expect(await answers).toEqual(
      Array.from({ length: 60 }, () => expect.stringMatching(/^answer (?:keep-alive|close)$/)),
    )
    expect(events).toEqual([...Array.from({ length: 60 }, () => 'answered'), 'pool'])
    agent.destroy()
  })

  test('a client that goes on asking over its connection is told to stop', async () => {
    const { server, url } = await listening(100)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = Promise.all([ask(url, agent), ask(url, agent)])
    await wait(50)
    expect(await closeGracefully(server)).toBe(true)
    const [first, second] = await answers
    expect(first).toBe('answer keep-alive')
    expect(['answer close', 'ECONNREFUSED', 'ECONNRESET']).toContain(second)
    agent.destroy()
  })

  test('what is not answered in time is cut off, and the pool is closed nevertheless', async () => {
    const { server, url, events } = await listening(60_000)
    const answer = ask(url, new Agent())
    await wait(50)
    expect(await closeGracefully(server, { timeout: 100, pool: async () => void events.push('pool') })).toBe(
      false,
    )
    expect([await answer, events]).toEqual(['ECONNRESET', ['pool']])
  })

  test('a connection on which nothing is ever asked does not outlive the time-out', async () => {
    const { server, port } = await listening(0)
    const silent = connect(port, '127.0.0.1')
    await once(silent, 'connect')
    await wait(50)
    expect(typeof (await closeGracefully(server, { timeout: 200 }))).toBe('boolean')
    silent.destroy()
  })

  test('a server that does not listen, or is closed already, is closed', async () => {
    const { server } = await listening(0)
    expect(await closeGracefully(server)).toBe(true)
    expect(await closeGracefully(server)).toBe(true)
  })

  test('the blog answers 60 of 60 requests that are in flight at SIGTERM', async () => {
    await node([tsc(), '-b', 'examples/blog'])
    const child = spawn(process.execPath, [at('examples/blog/dist/demo.js'), '--serve', '--port', '0'], {
      cwd: at('.'),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const url = /http:\S+/.exec(String(line))?.[0] ?? ''
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
