import fc from 'fast-check'

/** Random choices. fast-check shrinks them to the first value, and to false. */
export interface Draw {
  /** A whole number from 0 up to, but not including, the bound. */
  below(bound: number): number
  /** One of the given values. */
  of<Value>(values: readonly Value[]): Value
  /** True in the given percentage of cases. */
  percent(share: number): boolean
}

/** The values that a function draws. */
export const drawn = <Value>(from: (draw: Draw) => Value): fc.Arbitrary<Value> =>
  fc.noBias(fc.gen().map((choose) => from(drawOf((bound) => choose(natBelow, bound)))))

const drawOf = (below: Draw['below']): Draw => ({
  below,
  of: (values) => {
    const value = values[below(values.length)]
    if (value === undefined) throw new Error('There is nothing to choose from.')
    return value
  },
  percent: (share) => below(1000) >= 1000 - 10 * share,
})

const natBelow = (bound: number): fc.Arbitrary<number> => fc.nat({ max: Math.max(0, bound - 1) })
