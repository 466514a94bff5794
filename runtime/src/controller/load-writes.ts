import type * as Writes from '../write/persist/write-document.js'

/** What writes documents. The first request that writes loads it: a server that only reads starts without. */
export const loadWrites = (): Promise<typeof Writes> =>
  (loaded ??= import('../write/persist/write-document.js'))

// Asked of Node again, even what is loaded takes longer than most steps of a write.
let loaded: Promise<typeof Writes> | undefined
