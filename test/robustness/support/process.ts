import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { at } from '../../../scripts/lib/paths.js'

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A running process, and its end. */
export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<ProcessEnd>
}

/** Starts the real command line. */
export function start(parameters: readonly string[], cwd: string, options: SpawnOptions = {}): Running {
  return started(spawn(process.execPath, [at('bin/jsonapi-gen.js'), ...parameters], { cwd, ...options }))
}

/** Starts the real command line from a shell, after a line such as `ulimit -n 40`. */
export function startBehind(
  line: string,
  parameters: readonly string[],
  cwd: string,
  redirection = '',
): Running {
  const script = `${line}\nexec "$0" "$@" ${redirection}`
  return started(
    spawn('bash', ['-c', script, process.execPath, at('bin/jsonapi-gen.js'), ...parameters], { cwd }),
  )
}

function started(child: ChildProcess): Running {
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<ProcessEnd>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
  return { child, ended }
}
