import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../real/support/server.js'
import type { Framework, Project } from './project.js'

/** A running server, as `init --server` writes it. */
export interface FirstServer {
  readonly url: string
  /** Asks the process to end, and returns its exit code and its output on stderr. */
  terminate(): Promise<{ readonly code: number | null; readonly said: string }>
}

/** Starts a framework's compiled first server on a free port, and waits until it listens. */
export async function startFirstServer(
  { folder }: Project,
  framework: Framework,
  databaseUrl: string,
): Promise<FirstServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, 'dist', `first-${framework}.js`)], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'close') as Promise<[number | null]>
  const isListening = await Promise.race([
    once(child.stdout, 'data').then(() => true),
    ended.then(() => false),
  ])
  if (!isListening) throw new Error(said)
  return {
    url: `http://localhost:${port}`,
    async terminate() {
      child.kill('SIGTERM')
      const [code] = await ended
      return { code, said }
    },
  }
}
