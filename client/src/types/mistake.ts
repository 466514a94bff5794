declare const mistake: unique symbol

/**
 * A type that no value has. If a query or an input is wrong, the compiler's message shows this type, with the reason in
 * its text.
 */
export interface Mistake<Text extends string> {
  readonly [mistake]: Text
}

/**
 * Like `Mistake`, but for an input that lacks members. The type names the write and the missing members. If there are
 * several lists of names, the members in one of them are enough.
 */
export interface Lacking<Write extends string, Names> {
  readonly [mistake]: [Write, Names]
}
