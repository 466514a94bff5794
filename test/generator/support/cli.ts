import { spawn } from 'node:child_process'
import { run } from '../../../src/cli/program.js'
import { at } from '../../../scripts/lib/paths.js'

/** The result of a command: its exit code and its output. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real command line as a process. */
export function jsonapiGen(
  parameters: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return ended([at('bin/jsonapi-gen.js'), ...parameters], cwd, env)
}

/**
 * Runs the command line in the test's own process, for tests that do not depend on the process. A separate
 * process takes half a second longer.
 */
export async function jsonapiGenHere(parameters: readonly string[], cwd: string): Promise<Ended> {
  let stdout = ''
  let stderr = ''
  const code = await run(parameters, '0.0.0', {
    cwd,
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
    colour: { out: false, err: false },
    watched: false,
    threads: false,
    signal: new AbortController().signal,
  })
  return { code, stdout, stderr }
}

/** Runs Node with parameters, and returns the result. */
export function ended(
  parameters: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, parameters, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
