import { describe, expect, test } from 'vitest'
import { Utf8Text } from '../../runtime/src/render/utf8-text.js'

const LONG = 'The manual says one thing… ✓ 🙂 é '.repeat(700)

describe('render/utf8-text (12.1): text that is built in parts, as UTF-8', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['a text without parts', []],
    ['a text with empty parts', ['', '']],
    ['a text with short parts', ['{"data":', 'null', '}']],
    ['a text with characters of all widths', ['a', 'é', '…', '🙂', '\u0000']],
    ['a text with half of a surrogate pair', ['a\uD83D', 'b']],
    ['a text with a part larger than the chunk size', [LONG, '!', LONG]],
    ['a text with many parts', Array.from({ length: 5000 }, (_, at) => `${at}🙂`)],
  ]
  test.each(cases)('the UTF-8 of %s is correct with any initial capacity', (_name, parts) => {
    for (const size of [0, 1, 2, 3, 5, 64, 100_000]) {
      const text = new Utf8Text(size)
      for (const part of parts) text.append(part)
      expect(Buffer.from(text.bytes).equals(Buffer.from(parts.join('')))).toBe(true)
    }
  })

  test('the buffer is at most twice as large as the text in it', () => {
    for (const count of [0, 1, 50, 500]) {
      const text = new Utf8Text(100_000)
      for (let at = 0; at < count; at++) text.append('0123456789'.repeat(100))
      const { buffer, byteLength } = text.bytes
      expect([byteLength, buffer.byteLength <= 2 * byteLength]).toEqual([1000 * count, true])
    }
  })

  test('the text can be read while parts are added', () => {
    const text = new Utf8Text(1)
    text.append('é')
    const before = Buffer.from(text.bytes).toString()
    text.append('…')
    expect([before, Buffer.from(text.bytes).toString()]).toEqual(['é', 'é…'])
  })
})
