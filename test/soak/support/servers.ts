import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { clientDirectory } from '../../../scripts/lib/datamodels.js'
import { at } from '../../../scripts/lib/paths.js'
import { clientModuleFor } from '../../../src/init/client-module.js'
import { kyselyModuleFor } from '../../../src/init/kysely-module.js'
import { freePort } from '../../real/support/server.js'
import { bundle } from '../../support/bundle.js'
import { PROVIDERS } from '../../support/clients.js'
import { factsOf } from '../../support/facts.js'
import type { ServerOrders } from './server-worker.js'
import type { OwnStore } from './stores.js'

export const ENGINES = ['prisma', 'kysely'] as const
type Engine = (typeof ENGINES)[number]

/** The servers of one store, which open it with the modules that `init` writes. */
export interface Servers {
  /** Starts a server on an engine, and waits until it listens. */
  start(engine: Engine, options: StartOptions): Promise<ServerProcess>
  /** Removes the compiled servers. */
  remove(): Promise<void>
}

interface StartOptions {
  /** The URL of the database, which may lead through a proxy. */
  readonly url: string
  /** The time limit for a request, in milliseconds; default 30,000. */
  readonly time?: number
  /** The port; by default, a free one. */
  readonly port?: number
}

export interface ServerProcess {
  readonly port: number
  readonly url: string
  /** Whether the process is still running. */
  isRunning(): boolean
  /** Kills the process, and waits until it has ended. */
  kill(): Promise<void>
}

/** The number of connections in each pool: few, so that concurrent requests take turns with a connection. */
const CONNECTIONS = 4

/** Compiles a server for each engine. */
export async function buildServers(store: OwnStore): Promise<Servers> {
  const directory = at(`.tmp/soak-${process.pid}-${store.name}`)
  const provider = PROVIDERS[store.name]
  await mkdir(directory, { recursive: true })
  const client = join(clientDirectory('types', provider), 'client.js')
  const modules = {
    prisma: clientModuleFor(provider, { client, isReloaded: false }),
    kysely: kyselyModuleFor(provider, './store.gen.js'),
  }
  for (const engine of ENGINES) {
    const text = String(await modules[engine]?.text())
    const small = text.replace(/(max|connectionLimit): 10/, `$1: ${CONNECTIONS}`)
    await writeFile(join(directory, `${engine}.ts`), small)
  }
  await bundle(directory, {
    worker: at('test/soak/support/server-worker.ts'),
    ...Object.fromEntries(ENGINES.map((engine) => [engine, join(directory, `${engine}.ts`)])),
  })
  return {
    async start(engine, { url, time = 30_000, port }) {
      const orders: ServerOrders = {
        module: pathToFileURL(join(directory, `${engine}.mjs`)).href,
        engine,
        provider,
        facts: factsOf(store.prisma),
        port: port ?? (await freePort()),
        time,
      }
      const child = spawn(process.execPath, [join(directory, 'worker.mjs'), JSON.stringify(orders)], {
        env: { ...process.env, DATABASE_URL: addressFor(url, engine) },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const ended = once(child, 'exit')
      const [first] = (await Promise.race([once(child.stdout, 'data'), ended])) as unknown[]
      if (String(first) !== 'listening') throw new Error('The server does not start.')
      return {
        port: orders.port,
        url: `http://127.0.0.1:${orders.port}`,
        isRunning: () => isRunning(child),
        async kill() {
          if (!isRunning(child)) return
          child.kill('SIGKILL')
          await ended
        },
      }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null

/** Each engine expects the test's schema in a different part of the URL. */
function addressFor(url: string, engine: Engine): string {
  if (url.startsWith('file:')) return url
  const located = new URL(url)
  if (located.protocol === 'mariadb:') return url.replace(/^mariadb:/, 'mysql:')
  const schema = /search_path=(\w+)/.exec(located.searchParams.get('options') ?? '')?.[1] ?? ''
  if (engine === 'prisma') {
    located.searchParams.delete('options')
    located.searchParams.set('schema', schema)
  }
  return located.href
}

/** A request to a server process. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Received {
  readonly status: number
  readonly body: unknown
}

/** Sends a request on a separate connection. Rejects if the connection fails before the whole response has arrived. */
export function sendTo(url: string, { method, path, body, headers = {} }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/vnd.api+json' }
    const options = { method, headers: { ...type, ...headers }, agent: false, timeout: 60_000 }
    const sent = request(new URL(path, url), options, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => {
        if (!response.complete) return reject(new Error('The response is not complete.'))
        resolve({
          status: response.statusCode ?? 0,
          body: text === '' ? undefined : JSON.parse(text),
        })
      })
      response.on('error', reject).on('aborted', () => reject(new Error('The response broke off.')))
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('There is no response.')))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
