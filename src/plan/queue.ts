// As many files at once as every system lets a process open.
const AT_ONCE = 64

/** Tasks that run from the moment they are added, a bounded number of them at once. */
export interface Queue {
  add(task: () => Promise<void>): void
  /** Waits until nothing runs. Throws what the first task threw that failed; from then on none is begun. */
  settled(): Promise<void>
  /** From now on none is begun; waits for those that were. */
  stop(): Promise<void>
}

/** A queue in which nothing waits yet. After an abort no task is begun. */
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
