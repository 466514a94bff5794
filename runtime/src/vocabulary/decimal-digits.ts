/** The digits that a decimal column holds; without `whole`, any number before the point. */
export interface DecimalDigits {
  /** The digits before the point. */
  readonly whole?: number
  /** The digits after the point. */
  readonly places: number
}

/** Reads the digits of `Decimal(10, 2)`, `Decimal(10)` and `Money`. By default, Prisma gives a decimal column 30 places. */
export function digitsOfDecimal(
  native: { readonly name: string; readonly sizes: readonly number[] } | undefined,
): DecimalDigits {
  if (native?.name === 'Money') return { places: 2 }
  const [precision, places = 0] = native?.name === 'Decimal' ? native.sizes : []
  return precision === undefined ? { places: 30 } : { whole: precision - places, places }
}
