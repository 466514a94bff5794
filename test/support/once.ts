import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { errorCodeOf } from '../../src/plan/io.js'

/**
 * Does some work once per run, in the first worker that requests it. The other workers wait for the result. If the
 * work fails, or its worker is killed, the next worker that requests it tries again. It may find files of the earlier
 * attempt.
 *
 * @param name the name of the work, and of the files that record its progress
 * @returns the result of the work
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
 * Creates the mark of this process and returns its path, or undefined if another process is doing the work. The mark
 * of a process that has ended remains, and the next process creates a mark with the next number: a process that
 * removed the old mark might instead remove the mark of a third process.
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
