declare const mistake: unique symbol

/** What no value is: where a query or an input is wrong, a message of the compiler has this type, and its text says why. */
export interface Mistake<Text extends string> {
  readonly [mistake]: Text
}

/** The same of an input that lacks something: the write, and the names of what it needs besides. Of several lists of names, one will do. */
export interface Lacking<Write extends string, Names> {
  readonly [mistake]: [Write, Names]
}
