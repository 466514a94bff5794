import { spawn } from 'node:child_process'

/** The exit code of a program, and its output. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/** Runs a program in a folder, and collects its output. The exit code of a missing program is 127. */
export function run(
  command: string,
  parameters: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // On Windows, package managers are shell scripts.
      shell: process.platform === 'win32',
    })
    const stop = () => child.kill('SIGTERM')
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    const end = (code: number, said = output) => {
      signal.removeEventListener('abort', stop)
      resolve({ code, output: said })
    }
    child.once('error', (error) => end(127, error.message))
    child.once('close', (code) => end(code ?? 1))
  })
}
