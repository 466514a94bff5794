import { describe, expect, test } from 'vitest'
import { type Block, blocksIn } from './blocks.js'
import { examplesUnder } from './docstring-examples.js'
import { PAGES } from './pages.js'
import { missingSemicolons } from './semicolons.js'

const LANGUAGES = ['ts', 'tsx', 'js']

describe('docs/semicolons: code that users read is styled like generated code', () => {
  test('the check finds missing semicolons in statements, in class members and in types', () => {
    expect(missingSemicolons('const a = 1\nif (a) f()\nelse g();\n')).toEqual([11, 22])
    expect(missingSemicolons('static { f() }\nreadonly a = 1\nb(): void { return }\n')).toEqual([12, 29, 48])
    expect(missingSemicolons('interface A {\n  a: string\n  b: { c: string }\n}\n')).toEqual([25, 44])
    expect(missingSemicolons('not a statement at all')).toBeUndefined()
  })

  test.each(PAGES)('the code in %s has no missing semicolons', (page) => {
    const blocks = blocksIn(page).filter(({ language }) => LANGUAGES.includes(language))
    expect(blocks.map((block) => [`${page}:${block.line}`, missingIn(block)])).toEqual(
      blocks.map(({ line }) => [`${page}:${line}`, []]),
    )
  })

  test.each(['runtime/src', 'client/src', 'kysely/src', 'src'])(
    'the docstrings in %s have no missing semicolons',
    async (folder) => {
      const blocks = (await examplesUnder(folder)).filter(({ language }) => language === 'ts')
      expect(blocks.map(({ path, line, code }) => [`${path}:${line}`, missingSemicolons(code)])).toEqual(
        blocks.map(({ path, line }) => [`${path}:${line}`, []]),
      )
    },
  )
})

/** The missing semicolons in a block. A placeholder for part of a statement does not end the statement. */
function missingIn({ language, text, place, old = '' }: Block): readonly number[] | undefined {
  const isPiece = place === 'piece' && !old.endsWith(';')
  return missingSemicolons(text, language)?.filter((offset) => !isPiece || offset !== text.trimEnd().length)
}
