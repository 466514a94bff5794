// What formatters add, remove and move: blanks, line ends, semicolons, commas, quotes, and bars in front of unions.
const LAYOUT = /[\s;,'"`|]+/g

/** A text of code without what a formatter decides: two that differ only in their layout are the same. */
export function withoutLayout(text: string): string {
  return text.replaceAll(LAYOUT, '')
}
