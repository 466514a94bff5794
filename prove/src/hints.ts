/** The times or statement counts that the two worlds needed, by kind of request. */
export type Measured = ReadonlyMap<string, readonly [readonly number[], readonly number[]]>

/** The minimum number of requests of a kind for which a median time is meaningful. */
const ENOUGH = 5

/** The maximum number of hints that are listed. */
const MOST = 10

/** The requests whose median times differ considerably between the worlds. */
export function timeHints(times: Measured): readonly string[] {
  return [...times]
    .flatMap(([id, [one, other]]) => {
      if (one.length < ENOUGH) return []
      const [first, second] = [median(one), median(other)]
      const ratio = Math.max(first, second) / Math.max(0.01, Math.min(first, second))
      return ratio < 2 ? [] : [`median times: ${id}: ${first.toFixed(1)} ms and ${second.toFixed(1)} ms`]
    })
    .slice(0, MOST)
}

/** Requests with equal responses for which the worlds needed different numbers of statements. */
export function statementHints(statements: Measured): readonly string[] {
  return [...statements]
    .flatMap(([id, [one, other]]) => {
      const index = one.findIndex((count, each) => count !== other[each])
      return index === -1 ? [] : [`statements: ${id}: ${one[index]} and ${other[index]}`]
    })
    .slice(0, MOST)
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
