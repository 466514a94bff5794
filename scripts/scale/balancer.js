// The application's processes and a balancer in front of them: each request goes to the next process.
import { at } from '../lib/paths.js'
import { freePorts, start, until } from './programs.js'

/**
 * @typedef {{ readonly status: number, readonly body: any, readonly headers: Headers }} Answer
 * @typedef {(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>) => Promise<Answer>} Send
 */

/**
 * @param {import('./stores.js').Deployment} deployment
 * @param {number} count the number of processes
 */
export async function startProcesses(deployment, count) {
  /** @type {import('./programs.js').Program[]} */
  const programs = []
  for (let index = 0; index < count; index++) {
    const told = JSON.stringify({ store: deployment.name, ...deployment.places(index) })
    const name = `${deployment.name}-${count}-process-${index + 1}`
    programs.push(start(name, process.execPath, [at('scripts/scale/app.js'), told]))
  }
  const addresses = []
  for (const program of programs) {
    await until(`${program.name} listens`, async () => portOf(program) !== undefined, program)
    const address = `http://127.0.0.1:${portOf(program)}`
    await until(`${program.name} is healthy`, async () => (await fetch(`${address}/health`)).ok, program)
    addresses.push(address)
  }
  return {
    addresses,
    /** The errors that the processes have printed, with their causes. */
    said: () => programs.map((program) => program.said()).join(''),
    async stop() {
      for (const program of programs) await program.stop()
    },
  }
}

/** Serves the blog on one SQLite file, with the same rows as the stores, and returns its URL. */
export async function startReference() {
  const [port = 0] = await freePorts(1)
  const demo = [at('examples/blog/dist/demo.js'), '--serve', '--port', String(port)]
  const program = start('reference', process.execPath, demo)
  const address = `http://127.0.0.1:${port}`
  await until('the reference server responds', async () => (await fetch(`${address}/posts/1`)).ok, program)
  return address
}

/** @param {import('./programs.js').Program} program */
const portOf = (program) => /^port (\d+)$/m.exec(program.said())?.[1]

let turn = 0

/**
 * A browser, or another client that keeps cookies until they expire.
 *
 * @param {readonly string[]} addresses
 * @returns {Send}
 */
export function client(addresses) {
  let cookie = ''
  let until = 0
  return async (method, path, body, headers = {}) => {
    const address = addresses[turn++ % addresses.length]
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        accept: TYPE,
        ...(body && { 'content-type': TYPE }),
        ...(Date.now() < until && { cookie }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const [, value, seconds] = /^([^;]+);.*Max-Age=(\d+)/.exec(response.headers.get('set-cookie') ?? '') ?? []
    if (value !== undefined) {
      cookie = value
      until = Date.now() + Number(seconds) * 1000
    }
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }
}

const TYPE = 'application/vnd.api+json'

/** The headers for atomic operations. */
export const OPERATIONS = {
  accept: `${TYPE};ext="https://jsonapi.org/ext/atomic"`,
  'content-type': `${TYPE};ext="https://jsonapi.org/ext/atomic"`,
}
