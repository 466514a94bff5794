import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { errorCodeOf, reasonOf } from '../plan/io.js'
import { EXIT, type Io } from './io.js'
import { run } from './program.js'

/** The commands that only print. */
const PRINTING: ReadonlySet<string> = new Set([
  'openapi',
  'explorer',
  'graph',
  'policies',
  'diff',
  'ci',
  'git-driver',
  'validate',
  'explain',
  'completion',
  'complete',
])

/**
 * The process's own command line: runs it and sets the exit code. An exception is reported as a bug in jsonapi-gen.
 */
export async function main(): Promise<void> {
  const interruption = new AbortController()
  const interrupt = (): void => {
    // On the first interruption, the run cleans up. A second one ends the process immediately.
    if (interruption.signal.aborted) process.exit(EXIT.interrupted)
    interruption.abort()
    process.exitCode = EXIT.interrupted
  }
  // A command that only prints has nothing to clean up, so the interruption ends it immediately.
  if (!PRINTING.has(process.argv[2] ?? '')) process.on('SIGINT', interrupt)
  // If the reader has closed the output (`| head`), messages are lost but the work continues. Failing to write data
  // to
  // a disk is an error.
  process.stderr.on('error', () => {})
  process.stdout.on('error', (error) => {
    if (errorCodeOf(error) === 'EPIPE') return
    process.stderr.write(`The output cannot be written: ${reasonOf(error)}\n`)
    process.exitCode = EXIT.invalid
  })
  const version = await versionOf()
  try {
    const code = await run(process.argv.slice(2), version, processIo(interruption.signal))
    process.exitCode = interruption.signal.aborted ? EXIT.interrupted : (process.exitCode ?? code)
  } catch (error) {
    const exhausted = ['EMFILE', 'ENFILE'].some((code) => code === errorCodeOf(error))
    process.stderr.write(exhausted ? exhaustion(error) : bugReport(error, version))
    process.exitCode = exhausted ? EXIT.invalid : EXIT.bug
  }
}

function processIo(signal: AbortSignal): Io {
  const { env, stdout, stderr } = process
  return {
    cwd: process.cwd(),
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    colour: { out: isColoured(env, stdout), err: isColoured(env, stderr) },
    watched: stderr.isTTY === true && !env.CI && env.TERM !== 'dumb',
    threads: availableParallelism() > 1,
    signal,
  }
}

/** Whether to use colors on a stream. FORCE_COLOR takes precedence, as in Node itself. */
function isColoured(
  { FORCE_COLOR, NO_COLOR, TERM }: NodeJS.ProcessEnv,
  { isTTY }: NodeJS.WriteStream,
): boolean {
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false'
  return !NO_COLOR && TERM !== 'dumb' && isTTY
}

function exhaustion(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `This process cannot open more files. Raise the system limit (ulimit -n). Nothing was written.\n${message}\n`
}

function bugReport(error: unknown, version: string): string {
  const { stack = String(error), cause } = error instanceof Error ? error : new Error(String(error))
  const because = cause === undefined ? '' : `\n\n${String(cause)}`
  return [
    'This is a bug in jsonapi-gen, not in your schema. Nothing was written.',
    'Please report it, with your schema and this text:',
    '',
    `jsonapi-gen ${version}, Node ${process.version}, ${process.platform}`,
    `${stack}${because}`,
    '',
  ].join('\n')
}

async function versionOf(): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0.0.0'
}
