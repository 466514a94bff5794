import type * as Writes from './writes.js'

/**
 * What writes documents, and answers with what is written. The first request begins to load it, so that a server starts without.
 * It does so whatever that request is: on Node 20, code that could not be read once, as when a process may open no more files,
 * can't be loaded later.
 */
export const loadWrites = (): Promise<typeof Writes> => (loaded ??= load())

/** Begins to load what writes, if nothing has. Where that fails, the write that needs it says so. */
export function preloadWrites(): void {
  if (loaded === undefined) loadWrites().catch(() => {})
}

/** What writes documents, where it is loaded. */
export const loadedWrites = (): typeof Writes | undefined => writes

let writes: typeof Writes | undefined

// Asked of Node again, even what is loaded takes longer than most steps of a write.
let loaded: Promise<typeof Writes> | undefined

async function load(): Promise<typeof Writes> {
  try {
    writes = await import('./writes.js')
    return writes
  } catch (error) {
    loaded = undefined
    throw error
  }
}
