import type * as All from './create-all.js'
import type * as Nested from './create-nested.js'

/** What creates several records at once. The first write that may have some loads it. */
export const loadCreates = (): Promise<typeof All & typeof Nested> => (loaded ??= load())

let loaded: Promise<typeof All & typeof Nested> | undefined

const load = async (): Promise<typeof All & typeof Nested> => ({
  ...(await import('./create-all.js')),
  ...(await import('./create-nested.js')),
})
