/** The number of digits that a decimal column can store; without `whole`, any number of digits before the point. */
export interface DecimalDigits {
  /** The number of digits before the decimal point. */
  readonly whole?: number
  /** The number of digits after the decimal point. */
  readonly places: number
}

/**
 * Reads the digits of `Decimal(10, 2)`, `Decimal(10)` and `Money`. By default, Prisma gives a decimal column 30 decimal
 * places.
 */
export function digitsOfDecimal(
  native: { readonly name: string; readonly sizes: readonly number[] } | undefined,
): DecimalDigits {
  if (native?.name === 'Money') return { places: 2 }
  const [precision, places = 0] = native?.name === 'Decimal' ? native.sizes : []
  return precision === undefined ? { places: 30 } : { whole: precision - places, places }
}
