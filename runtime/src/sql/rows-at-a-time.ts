import { servedRequest } from '../resource/served-request.js'

/** How many rows are in memory at once, for calculations that the store cannot make. */
const ROWS = 20_000

/**
 * Reads rows, or groups of rows, in parts, until there are no more. So memory does not grow with the size of the table,
 * and the deadline of the request is checked between the parts.
 *
 * @param read reads at most `count` rows, beginning at the given position
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
