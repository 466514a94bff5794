const DECIMAL = /^(-?\d+)(?:\.(\d+))?(?:e([+-]?\d{1,3}))?$/i

/** A number in decimal notation, as written: `-0.10`, `9223372036854775807`. What no store could hold is none. */
export function isDecimal(text: string): boolean {
  return text.length <= 400 && DECIMAL.test(text)
}

/** Less than, equal to or greater than 0, as the first number is than the second; all digits count. */
export function compareDecimals(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  const scale = Math.max(a.scale, b.scale)
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

function partsOf(text: string): { readonly digits: bigint; readonly scale: number } {
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? []
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) }
}
