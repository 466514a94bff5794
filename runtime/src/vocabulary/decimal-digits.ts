/** The digits that a column of decimals keeps; all before the point if `whole` is left out. */
export interface DecimalDigits {
  /** How many before the point. */
  readonly whole?: number
  /** How many behind it. */
  readonly places: number
}

/**
 * Reads the digits of `Decimal(10, 2)`, `Decimal(10)` and `Money`. By default, Prisma gives a column of decimals 30 places.
 */
export function digitsOfDecimal(
  native: { readonly name: string; readonly sizes: readonly number[] } | undefined,
): DecimalDigits {
  if (native?.name === 'Money') return { places: 2 }
  const [precision, places = 0] = native?.name === 'Decimal' ? native.sizes : []
  return precision === undefined ? { places: 30 } : { whole: precision - places, places }
}
