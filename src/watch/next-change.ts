import { watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { differencesOf, stateOf, type State } from './state.js'

/** How long files must be unchanged before they count as saved, because editors write in several steps. */
const QUIET_MS = 80
/** How often files are checked without an event, because not every file system reports changes. */
const LOOK_MS = 1000

/**
 * Waits until files differ from a state and have not changed for a moment, and returns the paths that differ. A system
 * event is only a reason to check. Folders are watched instead of files, because many editors save by renaming. Returns
 * nothing if aborted.
 */
export async function nextChange(
  paths: readonly string[],
  before: State,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const hints = hintsOf([...paths, ...before.keys()])
  try {
    while (!signal.aborted) {
      const after = await settledState(paths, signal)
      const differences = differencesOf(before, after)
      if (differences.length > 0 && !signal.aborted) return differences
      await hints.wait(LOOK_MS, signal)
    }
    return []
  } finally {
    hints.close()
  }
}

async function settledState(paths: readonly string[], signal: AbortSignal): Promise<State> {
  let state = await stateOf(paths)
  while (!signal.aborted) {
    await pause(QUIET_MS, signal)
    const later = await stateOf(paths)
    if (differencesOf(state, later).length === 0) return later
    state = later
  }
  return state
}

interface Hints {
  /** Resolves when something has changed in one of the folders since the last call, or after some time. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  close(): void
}

function hintsOf(paths: readonly string[]): Hints {
  let wake = new AbortController()
  const folders = new Set(paths.flatMap((path) => [path, dirname(path)]))
  const watchers = [...folders].flatMap((folder) => watcherOf(folder, () => wake.abort()))
  return {
    async wait(ms, signal) {
      await pause(ms, AbortSignal.any([wake.signal, signal]))
      if (wake.signal.aborted) wake = new AbortController()
    },
    close() {
      for (const watcher of watchers) watcher.close()
    },
  }
}

// A path that cannot be watched, such as a missing folder, or one beyond the system's limit, is still checked.
function watcherOf(folder: string, hint: () => void): FSWatcher | readonly [] {
  try {
    return watch(folder, { persistent: false }, hint).on('error', () => undefined)
  } catch {
    return []
  }
}

/** Waits until the time is up or the wait is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal }).catch(() => undefined)
}
