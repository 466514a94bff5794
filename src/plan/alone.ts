import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { errorCodeOf } from './io.js'
import { placeOfFile } from './paths.js'
import { realPathOf } from './real-path.js'
import { removeTemporaries } from './temporary.js'

/** What a task gave, or why it has not begun. */
export type Alone<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** How long a task waits for its turn. */
export interface Waiting {
  /** Ends the waiting; the task has to look at it too. */
  readonly signal: AbortSignal
  /** A minute where it is not given: many times what the largest schema takes. */
  readonly patienceMs?: number
}

/**
 * Runs a task while no other run, of this process or another, may write to the same output folder. Others wait for their
 * turn, but not for ever (JG605). What a run that was killed has left there is removed first. The lock is a local socket, which the system takes back from whoever dies, and which leaves
 * nothing in the project.
 */
export async function alone<Result>(
  folder: string,
  task: () => Promise<Result>,
  { signal, patienceMs = 60_000 }: Waiting,
): Promise<Alone<Result>> {
  const address = addressOf(await realPathOf(folder))
  const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  let held = await hold(address)
  while (held === 'taken' && !patience.aborted) {
    await released(address, patience)
    held = await hold(address)
  }
  if (held === 'taken' && !signal.aborted) {
    const message = `Another run of jsonapi-gen has been writing to this folder for ${patienceMs / 1000} s`
    return { ok: false, diagnostics: [createDiagnostic('JG605', placeOfFile(folder), message)] }
  }
  try {
    if (typeof held === 'object') await removeTemporaries(folder)
    return { ok: true, result: await task() }
  } finally {
    if (typeof held === 'object') held.release()
  }
}

interface Held {
  release(): void
}

/** Takes the lock, if nobody has it. Where the system has no such sockets, runs go without. */
async function hold(address: string): Promise<Held | 'taken' | 'unavailable'> {
  const waiting = new Set<Socket>()
  const server: Server = createServer((socket) => {
    waiting.add(socket)
    socket.on('error', () => undefined)
  })
  try {
    server.listen(address)
    await once(server, 'listening')
  } catch (error) {
    return errorCodeOf(error) === 'EADDRINUSE' ? 'taken' : 'unavailable'
  }
  return {
    release() {
      server.close()
      for (const socket of waiting) socket.destroy()
    },
  }
}

/** Waits until whoever has the lock gives it back, or dies. */
async function released(address: string, patience: AbortSignal): Promise<void> {
  const socket = connect(address)
  try {
    await once(socket, 'connect', { signal: patience })
    await once(socket.resume(), 'close', { signal: patience })
  } catch (error) {
    // A socket in the file system outlives its owner; only its owner answers.
    if (errorCodeOf(error) === 'ECONNREFUSED' && isFile(address)) await rm(address, { force: true })
  } finally {
    socket.destroy()
  }
}

function addressOf(folder: string): string {
  const name = `jsonapi-gen-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`
  switch (platform()) {
    case 'linux':
      return `\0${name}`
    case 'win32':
      return `\\\\.\\pipe\\${name}`
    default:
      return join(tmpdir(), `${name}.sock`)
  }
}

const isFile = (address: string): boolean => address.endsWith('.sock')
