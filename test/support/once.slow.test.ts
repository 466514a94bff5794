import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { onceARun } from './once.js'

/** Writes the files that a process leaves if it starts the work and ends before the work is done. */
async function otherProcess(name: string, count = 1) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  await writeFile(join(inject('directory'), `${name}.begun-${count}`), String(child.pid))
  return {
    async kill() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

describe('support/once: work that runs once per test run', () => {
  test('shared work is done by one of the processes that request it, and all of them receive its result', async () => {
    let count = 0
    const ask = () => onceARun('once-for-all', async () => `done ${++count}`)
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(
      Array.from({ length: 20 }, () => 'done 1'),
    )
    expect(await ask()).toBe('done 1')
  })

  test('shared work that failed is retried by the next process that requests it', async () => {
    const failing = onceARun('once-failing', () => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(await onceARun('once-failing', async () => 'done')).toBe('done')
  })

  test('shared work is done by another process if the first process was killed', async () => {
    const events: string[] = []
    const child = await otherProcess('once-killed')
    const asked = Array.from({ length: 5 }, (_, index) =>
      onceARun('once-killed', async () => {
        events.push('done')
        return `by ${index}`
      }),
    )
    // All of the processes have seen that the work is in progress, and are waiting.
    await onceARun('once-beside', async () => 'done')
    events.push('killed')
    await child.kill()
    const given = await Promise.all(asked)
    expect([events, new Set(given).size]).toEqual([['killed', 'done'], 1])
  })

  test('shared work is done even if several processes are killed one after another', async () => {
    for (const count of [1, 2, 3]) {
      const child = await otherProcess('once-killed-often', count)
      await child.kill()
    }
    expect(await onceARun('once-killed-often', async () => 'done')).toBe('done')
  })
})
