/** The direction of a sort key. */
export type Direction = 'asc' | 'desc'

/** The built-in calculations of a stat (rule 6.1). */
export const CALCULATIONS = ['count', 'sum', 'average', 'maximum', 'minimum'] as const

/** A built-in calculation. */
export type Calculation = (typeof CALCULATIONS)[number]
