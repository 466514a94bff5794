import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { Framework, Project } from './project.js'

/** A framework's running server: an API on its own, and one after a body parser and middleware. */
export interface FrameworkServer {
  readonly plain: string
  readonly parsed: string
  /** The server's output on stderr. */
  complaints(): string
  stop(): Promise<void>
}

/** Starts a framework's compiled server as a process, on the database at a URL. */
export async function startFramework(
  project: Project,
  framework: Framework,
  url: string,
): Promise<FrameworkServer> {
  const child = spawn(process.execPath, [join(project.folder, 'dist', `${framework}.js`)], {
    cwd: project.folder,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complaints = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')])
  if (typeof line[0] !== 'string') throw new Error(`The server ended with ${String(line[0])}:\n${complaints}`)
  const { plain, parsed } = JSON.parse(line[0]) as { plain: string; parsed: string }
  return {
    plain,
    parsed,
    complaints: () => complaints,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
