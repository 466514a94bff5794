/**
 * Cuts a text at the end of a line.
 *
 * @param {string} text
 * @param {number} length
 * @param {string} rest where the rest is
 */
export function shortened(text, length, rest) {
  if (text.length <= length) return text
  const end = `\n\n${rest}`
  const cut = text.slice(0, length - end.length)
  return cut.slice(0, cut.lastIndexOf('\n')) + end
}
