import { servedRequest } from '../resource/served-request.js'

/** How many rows are in memory at once, where a store can't compute from them what is asked. */
const ROWS = 20_000

/**
 * Reads rows, or groups of them, so many at a time, until there are no more. Memory does not grow with what the store
 * holds, and the time of the request is checked in between.
 *
 * @param read reads at most so many rows, from the one of that number on
 */
export async function inRowsAtATime(
  read: (from: number, count: number) => Promise<readonly object[]>,
  take: (rows: readonly object[]) => void,
): Promise<void> {
  for (let from = 0; ; from += ROWS) {
    servedRequest().deadline.check()
    const rows = await read(from, ROWS)
    take(rows)
    if (rows.length < ROWS) return
  }
}
