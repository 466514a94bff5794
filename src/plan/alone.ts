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

/** A task's result, or the reason why it did not begin. */
export type Alone<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Options for waiting. */
export interface Waiting {
  /** Ends the wait. The task must also check this signal. */
  readonly signal: AbortSignal
  /** How long to wait, in milliseconds: a minute by default, many times longer than the largest schema needs. */
  readonly patienceMs?: number
}

/**
 * Runs a task while no other run, in this process or another, may write to the same output folder. Other runs wait for
 * a limited time (JG605). Files that a killed run has left there are removed first. The lock is a local socket: the
 * system releases it if its owner dies, and it leaves nothing in the project.
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
    const message = `Another run of jsonapi-gen has been writing to this folder for ${patienceMs / 1000} seconds`
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

/** Acquires the lock if it is free. If the system has no such sockets, there is no lock. */
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

/** Waits until the owner releases the lock or dies. */
async function released(address: string, patience: AbortSignal): Promise<void> {
  const socket = connect(address)
  try {
    await once(socket, 'connect', { signal: patience })
    await once(socket.resume(), 'close', { signal: patience })
  } catch (error) {
    // A socket in the file system outlives its owner, but only a living owner accepts connections.
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
