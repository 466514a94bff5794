import { describe, expect, test } from 'vitest'
import { Utf8Text } from '../../runtime/src/render/utf8-text.js'

const LONG = 'The manual says one thing… ✓ 🙂 é '.repeat(700)

describe('render/utf8-text (12.1): a growing text contains its parts, in UTF-8', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['no part', []],
    ['empty parts', ['', '']],
    ['short parts', ['{"data":', 'null', '}']],
    ['parts of all widths', ['a', 'é', '…', '🙂', '\u0000']],
    ['a half of a surrogate pair alone', ['a\uD83D', 'b']],
    ['a part beyond what is encoded at a time', [LONG, '!', LONG]],
    ['many parts', Array.from({ length: 5000 }, (_, at) => `${at}🙂`)],
  ]
  test.each(cases)('%s, whatever its initial capacity', (_name, parts) => {
    for (const size of [0, 1, 2, 3, 5, 64, 100_000]) {
      const text = new Utf8Text(size)
      for (const part of parts) text.append(part)
      expect(Buffer.from(text.bytes).equals(Buffer.from(parts.join('')))).toBe(true)
    }
  })

  test('it allocates at most twice the space that it uses', () => {
    for (const count of [0, 1, 50, 500]) {
      const text = new Utf8Text(100_000)
      for (let at = 0; at < count; at++) text.append('0123456789'.repeat(100))
      const { buffer, byteLength } = text.bytes
      expect([byteLength, buffer.byteLength <= 2 * byteLength]).toEqual([1000 * count, true])
    }
  })

  test('its content can be read between its parts', () => {
    const text = new Utf8Text(1)
    text.append('é')
    const before = Buffer.from(text.bytes).toString()
    text.append('…')
    expect([before, Buffer.from(text.bytes).toString()]).toEqual(['é', 'é…'])
  })
})
