import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { EXIT, type Io } from './io.js'
import { runProgram, type Clone } from './program.js'

/**
 * Runs the command line of this process and sets the exit code. An exception is reported as a bug in jsonapi-gen.
 */
export async function main(clone?: Clone): Promise<void> {
  const interruption = new AbortController()
  const stop = () => interruption.abort()
  process.on('SIGINT', stop).on('SIGTERM', stop)
  const manifest: { readonly version: string } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  )
  const around = {
    version: manifest.version,
    agent: process.env['npm_config_user_agent'] ?? '',
    clone,
  }
  const isAnswered = process.stdin.isTTY === true && process.stderr.isTTY === true
  const io: Io = {
    cwd: process.cwd(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    ask: isAnswered ? (question) => ask(question, interruption) : undefined,
    signal: interruption.signal,
  }
  try {
    process.exitCode = await runProgram(process.argv.slice(2), around, io)
  } catch (error) {
    const stack = error instanceof Error ? error.stack : String(error)
    io.err(`This is a bug in create-jsonapi-gen. Please report it, with this text:\n\n${stack}\n`)
    process.exitCode = EXIT.bug
  }
}

async function ask(question: string, interruption: AbortController): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  terminal.once('SIGINT', () => interruption.abort())
  try {
    return await terminal.question(question, { signal: interruption.signal })
  } catch (error) {
    if (interruption.signal.aborted) return ''
    throw error
  } finally {
    terminal.close()
  }
}
