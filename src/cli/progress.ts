import type { Io } from './io.js'

/** Shows the progress of long work. */
export interface Progress {
  /** Shows the current step instead of the previous one. */
  say(text: string): void
  /** Removes the shown text before other output. */
  clear(): void
}

const PATIENCE_MS = 1000
const ERASE_TO_END = '\u001B[K'

/**
 * Shows progress on a single line of a terminal after more than a second of work. Outside a terminal, shows nothing.
 */
export function progressOn(io: Pick<Io, 'err' | 'watched'>): Progress {
  const patientUntil = performance.now() + PATIENCE_MS
  let said = ''
  let waiting: NodeJS.Timeout | undefined
  let shown = false
  const show = (): void => {
    shown = true
    io.err(`\r${said}${ERASE_TO_END}`)
  }
  return {
    say(text) {
      if (!io.watched) return
      said = text
      clearTimeout(waiting)
      const patience = patientUntil - performance.now()
      if (patience > 0) waiting = setTimeout(show, patience)
      else show()
    },
    clear() {
      clearTimeout(waiting)
      if (shown) io.err(`\r${ERASE_TO_END}`)
      shown = false
    },
  }
}
