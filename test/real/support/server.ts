import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** A server's response. */
export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** A server in its own process. */
export interface Server {
  fetch(method: string, path: string, body?: object): Promise<Answered>
  /** Ends the server, and returns its output on stderr, which is empty unless an unexpected error was thrown. */
  stop(): Promise<string>
}

/** Starts a project's compiled server on a free port, and waits until it listens. */
export async function startServer(folder: string, databaseUrl: string): Promise<Server> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, ['dist/server.js'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await Promise.race([
    new Promise((resolve) => child.stdout.once('data', resolve)),
    ended.then(() => {
      throw new Error(said)
    }),
  ])
  return {
    async fetch(method, path, body) {
      const headers = { accept: TYPE, ...(body && { 'content-type': TYPE }) }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(`http://localhost:${port}${path}`, init)
      return { status: response.status, body: response.status === 204 ? undefined : await response.json() }
    },
    async stop() {
      child.kill()
      await ended
      return said
    },
  }
}

const TYPE = 'application/vnd.api+json'

const PORTS_OF_A_PROCESS = 20
let asked = 0

/**
 * A free port. It is below the ports that the system assigns, and each test process has its own twenty ports,
 * so no other process can take the port before the server starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + (process.pid % 600) * PORTS_OF_A_PROCESS + (asked++ % PORTS_OF_A_PROCESS)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
