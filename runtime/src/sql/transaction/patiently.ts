import { setTimeout as wait } from 'node:timers/promises'

/**
 * Repeats an action that encounters another process's lock on an SQLite file, with growing pauses during
 * which this process does other work. SQLite's own wait (`busy_timeout`) blocks the whole process.
 *
 * @param patience how long to wait, in milliseconds
 */
export async function patiently<Result>(
  patience: number,
  isLock: (error: unknown) => boolean,
  run: () => Promise<Result>,
): Promise<Result> {
  const end = Date.now() + patience
  for (let pause = 5; ; pause = Math.min(pause * 2, 100)) {
    try {
      return await run()
    } catch (error) {
      if (!isLock(error) || Date.now() + pause > end) throw error
      await wait(pause * (0.5 + Math.random()))
    }
  }
}
