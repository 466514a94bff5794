// The characters that formatters add, remove and move: spaces, line ends, semicolons, commas, quotes, and leading bars
// of unions.
const LAYOUT = /[\s;,'"`|]+/g

/** Code without the characters that a formatter controls, so two texts that differ only in layout become equal. */
export function withoutLayout(text: string): string {
  return text.replaceAll(LAYOUT, '')
}
