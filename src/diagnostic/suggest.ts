/**
 * The candidate that a mistyped word most likely meant. It is equal but for case, or within a third of its length in
 * edits (insert, delete, replace, swap of neighbours), or the word begins it. Undefined when none is near.
 */
export function suggest(word: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly distance: number } | undefined
  for (const candidate of candidates) {
    if (candidate.toLowerCase() === word.toLowerCase()) return candidate
    if (word.length > 2 && candidate.startsWith(word)) best ??= { candidate, distance: word.length - 1 }
    const allowed = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3))
    if (Math.abs(word.length - candidate.length) > allowed || candidate.length < 2) continue
    const distance = editDistance(word, candidate)
    if (distance <= allowed && distance < word.length && (!best || distance < best.distance)) {
      best = { candidate, distance }
    }
  }
  return best?.candidate
}

/** `. Did you mean "x"?`, or nothing: the tail of a message about an unknown name. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const near = suggest(word, candidates)
  return near === undefined ? '' : `. Did you mean "${near}"?`
}

// Damerau-Levenshtein, restricted: a swap of two neighbours counts one.
function editDistance(a: string, b: string): number {
  let older: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (older[j - 2] ?? 0) + 1)
      }
      current.push(cost)
    }
    older = previous
    previous = current
  }
  return previous[b.length] ?? 0
}
