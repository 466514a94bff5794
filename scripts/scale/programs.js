// The programs that a run starts. Whatever happens, all of them are stopped and their folder is removed.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {() => boolean} isRunning
 * @property {(signal?: NodeJS.Signals) => Promise<void>} stop sends a signal, by default SIGTERM, and waits until the program ends
 * @property {() => string} said the end of its output
 */

/** @type {Program[]} */
const running = []
/** @type {Map<Program, number>} */
const groups = new Map()
let folder = ''

/** The folder of this run, which contains all of its files. The first call creates it. */
export function runFolder() {
  if (folder === '') {
    folder = mkdtempSync(join(tmpdir(), 'jsonapi-gen-scale-'))
    chmodSync(folder, 0o755)
    process.once('exit', removeAll)
  }
  return folder
}

/**
 * A folder in the run's folder. It belongs to the user that the program runs as.
 *
 * @param {string} name
 * @param {string} user
 */
export function folderOf(name, user) {
  const path = join(runFolder(), name)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { uid, gid } = idsOf(user)
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  return path
}

/**
 * Starts a program in its own process group: Ctrl-C reaches only this process, which then stops all programs.
 *
 * @param {string} name unique among the running programs
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ user?: string, env?: NodeJS.ProcessEnv }} [options] `user` is the user that it runs as, if this process is
 * root
 * @returns {Program}
 */
export function start(name, command, args, { user, env } = {}) {
  const log = join(runFolder(), `${name}.log`)
  const output = openSync(log, 'a')
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
    ...(user !== undefined && idsOf(user)),
  })
  const ended = once(child, 'exit')
  let isRunning = true
  ended.then(
    () => (isRunning = false),
    () => (isRunning = false),
  )
  /** @type {Program} */
  const program = {
    name,
    isRunning: () => isRunning,
    said: () => readFileSync(log, 'utf8').slice(-3000),
    async stop(signal = 'SIGTERM') {
      if (isRunning) signalGroup(program, signal)
      const end = Date.now() + STOPPING
      while (program.isRunning() && Date.now() < end) await Promise.race([ended, wait(500)]).catch(() => {})
      if (isRunning) signalGroup(program, 'SIGKILL')
      await ended.catch(() => {})
      running.splice(running.indexOf(program), 1)
    },
  }
  if (child.pid !== undefined) groups.set(program, child.pid)
  running.push(program)
  return program
}

/** How long a program has to end by itself, in milliseconds. */
const STOPPING = 15_000

/** Stops all programs, starting with the last one. */
export async function stopAll() {
  for (const program of running.toReversed()) await program.stop()
}

/**
 * Runs a program to its end. If it fails, throws an error with its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ user?: string }} [options]
 */
export function runAs(command, args, { user } = {}) {
  try {
    return execFileSync(command, args, {
      cwd: '/',
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(user !== undefined && idsOf(user)),
    })
  } catch (error) {
    throw new Error(`${command} failed:  ${Reflect.get(Object(error), 'stderr') ?? error}`, {
      cause: error,
    })
  }
}

/**
 * Waits until a check succeeds. Throws if the program ends first, or after a minute.
 *
 * @param {string} what
 * @param {() => Promise<boolean>} isSo
 * @param {Program} [program]
 */
export async function until(what, isSo, program) {
  const end = Date.now() + 90_000
  while (!(await isSo().catch(() => false))) {
    if (program && !program.isRunning()) throw new Error(`${program.name} ended:\n${program.said()}`)
    if (Date.now() > end) throw new Error(`Timed out after 90 seconds: ${what}.\n${program?.said() ?? ''}`)
    await wait(200)
  }
}

/** Free ports of 127.0.0.1. @param {number} count */
export async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => Number(Reflect.get(Object(server.address()), 'port')))
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/**
 * The ids of a user, because PostgreSQL and MariaDB refuse to run as root.
 *
 * @param {string} user
 * @returns {{ uid?: number, gid?: number }}
 */
function idsOf(user) {
  if (process.getuid?.() !== 0) return {}
  const id = (/** @type {string} */ flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** @param {Program} program @param {NodeJS.Signals} signal */
function signalGroup(program, signal) {
  const group = groups.get(program)
  if (group === undefined) return
  try {
    process.kill(-group, signal)
  } catch {
    // The program has already ended.
  }
}

/** Runs at the very end, without waiting: kills the programs that are still running. */
function removeAll() {
  for (const program of running) signalGroup(program, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
