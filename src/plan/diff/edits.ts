/** A line in a comparison of two texts: in both texts, only in the old one, or only in the new one. */
export interface Edit {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** The shortest edit from one list of lines to another (Myers 1986). Removed lines come before added ones. */
export function editsBetween(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const trace = forward(before, after)
  const edits: Edit[] = []
  let x = before.length
  let y = after.length
  for (let depth = trace.length - 1; depth >= 0; depth--) {
    const reached = trace[depth] ?? new Map<number, number>()
    const k = x - y
    const down = k === -depth || (k !== depth && (reached.get(k - 1) ?? -1) < (reached.get(k + 1) ?? -1))
    const previousK = down ? k + 1 : k - 1
    const previousX = depth === 0 ? 0 : (reached.get(previousK) ?? 0)
    const previousY = depth === 0 ? 0 : previousX - previousK
    while (x > previousX && y > previousY) {
      edits.push({ kind: 'same', text: before[--x] ?? '' })
      y--
    }
    if (depth === 0) break
    edits.push(
      down ? { kind: 'added', text: after[--y] ?? '' } : { kind: 'removed', text: before[--x] ?? '' },
    )
  }
  return edits.toReversed()
}

// The furthest point of each diagonal for each number of edits, which is enough to trace the path back.
function forward(
  before: readonly string[],
  after: readonly string[],
): readonly ReadonlyMap<number, number>[] {
  const trace: ReadonlyMap<number, number>[] = []
  const furthest = new Map<number, number>([[1, 0]])
  for (let depth = 0; depth <= before.length + after.length; depth++) {
    trace.push(new Map(furthest))
    for (let k = -depth; k <= depth; k += 2) {
      const down = k === -depth || (k !== depth && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? -1))
      let x = down ? (furthest.get(k + 1) ?? 0) : (furthest.get(k - 1) ?? 0) + 1
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++
      furthest.set(k, x)
      if (x >= before.length && x - k >= after.length) return trace
    }
  }
  return trace
}
