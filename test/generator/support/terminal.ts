import { spawn } from '@lydell/node-pty'
import { at } from '../../../scripts/lib/paths.js'

/** The result of a command on a terminal: its exit code and all output that the terminal received. */
export interface Shown {
  readonly code: number
  readonly text: string
}

/** Runs the real command line on its own terminal, with only the given environment variables. */
export function onTerminal(
  parameters: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Shown> {
  return new Promise((resolve) => {
    const terminal = spawn(process.execPath, [at('bin/jsonapi-gen.js'), ...parameters], {
      cwd,
      env: { PATH: process.env['PATH'], TERM: 'xterm-256color', ...env },
      cols: 120,
      rows: 40,
    })
    let text = ''
    terminal.onData((data) => (text += data))
    terminal.onExit(({ exitCode }) => resolve({ code: exitCode, text }))
  })
}

/** The lines that are still visible after all output. */
export function leftOn(text: string): readonly string[] {
  return text
    .split('\n')
    .map(lastOf)
    .filter((line) => line !== '')
}

// `\r` returns to the first column, and `ESC [ K` erases from there to the end of the line.
function lastOf(line: string): string {
  let shown = ''
  for (const part of line.split('\r')) {
    const [over = '', ...erased] = part.split('\u001B[K')
    shown = erased.length === 0 ? over + shown.slice(over.length) : over + erased.join('')
  }
  return shown
}
