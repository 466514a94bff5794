import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { Framework, Project } from './project.js'

/** A running server of one framework: an API on its own, and one behind a body parser and a middleware. */
export interface FrameworkServer {
  readonly plain: string
  readonly parsed: string
  /** What it has written to stderr. */
  complaints(): string
  stop(): Promise<void>
}

/** Starts the compiled server of a framework as a process, on the database at an address. */
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
