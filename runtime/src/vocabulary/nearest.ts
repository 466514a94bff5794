/**
 * Returns the allowed name that is most similar to the written one. Undefined if no name is similar: at most a third of
 * the longer name's characters may differ, but never all of them.
 */
export function nearest(written: string, allowed: Iterable<string>): string | undefined {
  if (written.length > 100) return undefined
  let best: string | undefined
  let bestDistance = Number.POSITIVE_INFINITY
  for (const name of allowed) {
    const longer = Math.max(name.length, written.length)
    const limit = Math.max(1, Math.floor(longer / 3))
    if (Math.abs(name.length - written.length) > limit) continue
    const distance = editDistance(written.toLowerCase(), name.toLowerCase())
    if (distance <= limit && distance < longer && distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best
}

/** A sentence to append to a detail: ` Did you mean "title"?`; empty if no name is similar. */
export function didYouMean(written: string, allowed: Iterable<string>): string {
  const name = nearest(written, allowed)
  return name === undefined ? '' : ` Did you mean "${name}"?`
}

/** Counts the characters to insert, delete, replace, or swap with their neighbor. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = isSwap ? (beforePrevious[j - 2] ?? 0) + 1 : substitution
      current.push(Math.min(substitution, swap, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
