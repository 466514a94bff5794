// The number of files open at the same time: few enough for every system.
const AT_ONCE = 64

/** Tasks that start as soon as they are added, up to a limit of concurrent tasks. */
export interface Queue {
  add(task: () => Promise<void>): void
  /** Waits until no task runs. Throws the error of the first failed task. After that, no task is started. */
  settled(): Promise<void>
  /** Starts no more tasks, and waits for the running ones. */
  stop(): Promise<void>
}

/** An empty queue. After an abort, no task is started. */
export function createQueue(signal?: AbortSignal): Queue {
  const tasks: (() => Promise<void>)[] = []
  const failures: unknown[] = []
  const runners = new Set<Promise<void>>()
  let begun = 0
  let active = 0
  let stopped = false

  const next = (): (() => Promise<void>) | undefined =>
    failures.length > 0 || stopped || signal?.aborted ? undefined : tasks[begun]
  const run = async (): Promise<void> => {
    for (let task = next(); task; task = next()) {
      begun++
      await task().catch((error: unknown) => failures.push(error))
    }
    active--
  }
  const settled = async (): Promise<void> => {
    while (runners.size > 0) await Promise.all(runners)
    if (failures.length > 0) throw failures[0]
  }

  return {
    add(task) {
      tasks.push(task)
      if (active === AT_ONCE) return
      active++
      const runner = run().finally(() => runners.delete(runner))
      runners.add(runner)
    },
    settled,
    async stop() {
      stopped = true
      await settled().catch(() => undefined)
    },
  }
}
