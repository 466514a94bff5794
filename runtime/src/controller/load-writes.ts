import type * as Writes from '../write/persist/write-document.js'

/** What writes documents. The first request that writes loads it: a server that only reads starts without. */
export const loadWrites = (): Promise<typeof Writes> => import('../write/persist/write-document.js')
