/**
 * Text on one line: control characters and line separators become escapes, such as `\\n`, so that a value
 * from a schema can neither begin a line nor control a terminal.
 */
export const visible = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (found) => ESCAPES[found] ?? codeOf(found))

const ESCAPES: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
}

const codeOf = (found: string): string => String.raw`\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
