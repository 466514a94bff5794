import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject } from 'vitest'
import { errorCodeOf } from '../../src/plan/io.js'

/**
 * Does some work once a run, in the worker that asks first. The others wait for its end. Work that fails is tried again by
 * the next that asks.
 *
 * @param name of the work, and of the files that say how far it is
 */
export async function onceARun(name: string, work: () => Promise<void>): Promise<void> {
  const begun = join(inject('directory'), `${name}.begun`)
  const done = join(inject('directory'), `${name}.done`)
  while (!existsSync(done)) {
    if (await isFirst(begun)) {
      try {
        await work()
        await writeFile(done, '')
      } catch (error) {
        await rm(begun, { recursive: true })
        throw error
      }
    } else {
      await delay(20)
    }
  }
}

/** Only one of several workers makes the folder. */
async function isFirst(begun: string): Promise<boolean> {
  try {
    await mkdir(begun)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  }
}
