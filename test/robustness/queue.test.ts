import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createQueue } from '../../src/plan/queue.js'

test('the queue starts tasks when they are added, up to the limit on concurrent tasks', async () => {
  const queue = createQueue()
  const seen = { running: 0, most: 0, ended: 0 }
  for (let index = 0; index < 500; index++) {
    queue.add(async () => {
      seen.most = Math.max(seen.most, ++seen.running)
      await setImmediate()
      seen.running--
      seen.ended++
    })
    if (index === 250) await setImmediate()
  }
  expect(seen.ended).toBeGreaterThan(0)
  await queue.settled()
  expect(seen).toEqual({ running: 0, most: 64, ended: 500 })
  queue.add(async () => void seen.ended++)
  await queue.settled()
  expect(seen.ended).toBe(501)
})

test('after the first error, the queue throws the error and starts no further tasks', async () => {
  const queue = createQueue()
  let begun = 0
  for (let index = 0; index < 200; index++) {
    queue.add(async () => {
      begun++
      await setImmediate()
      if (index >= 3) throw new Error(`Task ${index}`)
    })
  }
  await expect(queue.settled()).rejects.toThrow('Task 3')
  expect(begun).toBeLessThan(100)
  queue.add(async () => void begun++)
  await expect(queue.settled()).rejects.toThrow('Task 3')
  expect(begun).toBeLessThan(100)
})

test.each(['stopped', 'aborted'])(
  'a queue that is %s starts no further tasks, and completes those that are running',
  async (how) => {
    const interruption = new AbortController()
    const queue = createQueue(interruption.signal)
    const seen = { begun: 0, ended: 0 }
    for (let index = 0; index < 200; index++) {
      queue.add(async () => {
        seen.begun++
        await setImmediate()
        seen.ended++
      })
    }
    if (how === 'aborted') interruption.abort()
    await (how === 'aborted' ? queue.settled() : queue.stop())
    expect(seen).toEqual({ begun: 64, ended: 64 })
  },
)
