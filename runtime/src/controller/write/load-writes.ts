import type * as Writes from './lazy-writes.js'

/**
 * Loads the code of writes. The first request of any kind starts loading, so that a server starts without it. On Node
 * 20, a module that once failed to load, for example with too many open files, cannot be loaded later.
 */
export const loadWrites = (): Promise<typeof Writes> => (loaded ??= load())

/** Starts loading the code of writes, once. If that fails, the first write reports it. */
export function preloadWrites(): void {
  if (loaded === undefined) loadWrites().catch(() => {})
}

/** The code of writes, if it is loaded. */
export const loadedWrites = (): typeof Writes | undefined => writes

let writes: typeof Writes | undefined

// Kept here: even a repeated import takes longer than most steps of a write.
let loaded: Promise<typeof Writes> | undefined

async function load(): Promise<typeof Writes> {
  try {
    writes = await import('./lazy-writes.js')
    return writes
  } catch (error) {
    loaded = undefined
    throw error
  }
}
