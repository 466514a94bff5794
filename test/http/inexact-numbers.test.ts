import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inexactNumbers } from '../../runtime/src/http/inexact-numbers.js'

const found = (text: string) => {
  JSON.parse(text)
  return inexactNumbers(text, 100).map(({ pointer, text: number }) => `${pointer} ${number}`)
}

describe('http/inexact-numbers (18.10): numbers that JSON.parse changes', () => {
  test.each([
    ['9007199254740991', []],
    ['9007199254740992', [' 9007199254740992']],
    ['-9007199254740993', [' -9007199254740993']],
    ['1152921504606846976', [' 1152921504606846976']],
    ['1e400', [' 1e400']],
    ['-1E+309', [' -1E+309']],
    ['1e-400', [' 1e-400']],
    ['0e999', []],
    ['0.0000000000000000000000', []],
    ['1e20', []],
    ['1.50000000000000000000', []],
    ['0.12345678901234567', []],
    ['0.123456789012345678', [' 0.123456789012345678']],
    ['0.30000000000000004', []],
    ['123456789.123456789', [' 123456789.123456789']],
    ['"12345678901234567890 1e400"', []],
  ])('inexact numbers in %s are found', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test('each inexact number is reported with its pointer, even among other values', () => {
    const text = String.raw`{"a\"/~,[{": [1, {"b": [[], 12345678901234567890 ,"]}1e999\\"]}, -1e999], "c" : 1e999, "": {"":9007199254740993}}`
    expect(found(text)).toEqual([
      '/a"~1~0,[{/1/b/1 12345678901234567890',
      '/a"~1~0,[{/2 -1e999',
      '/c 1e999',
      '// 9007199254740993',
    ])
  })

  test('the number of inexact numbers that are reported is limited', () => {
    expect(inexactNumbers(`[${'1e999,'.repeat(10)}0]`, 3)).toHaveLength(3)
  })

  test('in any JSON value that contains one inexact number, only that number is found', () => {
    const value = fc.jsonValue({ noUnicodeString: false })
    const key = fc.string()
    fc.assert(
      fc.property(value, key, key, value, fc.boolean(), (before, one, other, after, isArray) => {
        const mark = 'the number stands here'
        const inner = isArray ? [before, mark, after] : { [`${one}a`]: before, [`${other}b`]: mark }
        const text = JSON.stringify({ inner }).replace(`"${mark}"`, '12345678901234567890')
        const pointer = isArray
          ? '/inner/1'
          : `/inner/${`${other}b`.replaceAll('~', '~0').replaceAll('/', '~1')}`
        const others = found(JSON.stringify({ inner }))
        expect(found(text).filter((each) => !others.includes(each))).toEqual([
          `${pointer} 12345678901234567890`,
        ])
      }),
      { numRuns: 500 },
    )
  })
})
