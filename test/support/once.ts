import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { errorCodeOf } from '../../src/plan/io.js'

/**
 * Does some work once a run, in the worker that asks first. The others wait for its end. Work that fails is tried again by
 * the next that asks, and so is that of a worker that has been killed: it may find what the former one has left.
 *
 * @param name of the work, and of the files that say how far it is
 * @returns what the work has given, to all that ask
 */
export async function onceARun(name: string, work: () => Promise<string>): Promise<string> {
  const path = join(inject('directory'), name)
  for (;;) {
    const result = await textOf(`${path}.done`)
    if (result !== undefined) return result
    const mark = await begun(path)
    if (mark === undefined) await delay(20)
    else {
      try {
        await write(`${path}.done`, await work())
      } catch (error) {
        await rm(mark)
        throw error
      }
    }
  }
}

/**
 * Leaves the mark of this process, and says which it is. Undefined while another process is at work. A mark stays where its
 * process has ended, and the next one has the next number: whoever took it away might take that of a third.
 */
async function begun(path: string): Promise<string | undefined> {
  const own = `${path}.${randomUUID()}`
  await writeFile(own, String(process.pid))
  try {
    for (let count = 1; ; count++) {
      const mark = `${path}.begun-${count}`
      // Unlike a file that is created and then written, a link has its content from the start.
      if (await isLinked(own, mark)) return mark
      const owner = await textOf(mark)
      if (owner === undefined || isRunning(Number(owner))) return undefined
    }
  } finally {
    await rm(own)
  }
}

async function isLinked(own: string, mark: string): Promise<boolean> {
  try {
    await link(own, mark)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text)
  await rename(`${path}.new`, path)
}

/** The content of a file, or undefined if it does not exist. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
