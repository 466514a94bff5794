import type { Io } from './io.js'

/** Long work that says how far it is. */
export interface Progress {
  step(done: number, total: number): void
  /** Removes what was shown. */
  end(): void
}

const PATIENCE_MS = 1000

/** Progress on one line of a terminal, once the work has taken more than a second; nothing where nobody watches. */
export function progressOn(io: Io, verb: string): Progress {
  const began = performance.now()
  let shown = false
  return {
    step(done, total) {
      if (!io.watched || performance.now() - began < PATIENCE_MS) return
      shown = true
      io.err(`\r${verb} ${done} of ${total}`)
    },
    end() {
      if (shown) io.err('\r\u001B[K')
    },
  }
}
