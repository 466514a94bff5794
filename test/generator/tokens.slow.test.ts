import { expect, test } from 'vitest'
import { loadSchema } from 'jsonapi-gen'
import { createReport } from '../../src/diagnostic/report.js'
import { hasFewTokens } from '../../src/yaml/limit-tokens.js'
import { at } from '../../scripts/lib/paths.js'
import { ended } from './support/cli.js'
import { folderWith } from './support/folder.js'
import { oneIn } from '../support/sample.js'

const LARGEST = 16 * 1024 * 1024

// Each case takes several seconds.
const LARGE = oneIn(3, [
  ['[', 'has more than 50000 opening brackets'],
  ['[{', 'has more than 50000 opening brackets'],
  ['- ', 'has more than 2500000 tokens'],
  [': ', 'has more than 2500000 tokens'],
  ['\n', 'has more than 2500000 tokens'],
  ['- []\n', 'has more than 2500000 tokens'],
  ['a: b\n', 'has more than 2500000 tokens'],
] as const)

test.each(LARGE)(
  '16 MiB of %j are rejected before they are parsed, within 256 MiB of memory (20.14)',
  async (text, message) => {
    const folder = await folderWith({ 'schema.yaml': text.repeat(LARGEST / text.length) })
    const parameters = ['--max-old-space-size=256', at('bin/jsonapi-gen.js'), 'generate']
    const { code, stdout, stderr } = await ended(parameters, folder)
    expect({ code, stdout, said: stderr.match(/error JG.*/g) }).toEqual({
      code: 2,
      stdout: '',
      said: [`error JG103 The schema ${message}`],
    })
  },
  60_000,
)

const blanks = (count: number): string => '#\n'.repeat(count / 2)

test('the maximum numbers of tokens and brackets are accepted, and one more token or bracket is rejected (20.14)', () => {
  const codesOf = (text: string): readonly string[] => {
    const report = createReport()
    expect(hasFewTokens({ path: 'schema.yaml', text }, report)).toBe(!report.failed())
    return report.list().map(({ code }) => code)
  }
  expect(codesOf(blanks(2_500_000))).toEqual([])
  expect(codesOf(`${blanks(2_500_000)}#`)).toEqual(['JG103'])
  expect(codesOf('['.repeat(50_000))).toEqual([])
  expect(codesOf('['.repeat(50_001))).toEqual(['JG103'])
})

test.each(
  oneIn(4, [
    ['the maximum number of blanks', blanks(2_500_000), ['JG110']],
    ['one blank too many', `${blanks(2_500_000)}#`, ['JG103']],
    [
      'the maximum number of brackets',
      '['.repeat(50_000),
      expect.toSatisfy((codes: readonly string[]) => !codes.includes('JG103')),
    ],
    ['one bracket too many', '['.repeat(50_001), ['JG103']],
  ] as const),
)(
  'a schema at the limit is parsed, and a larger one is not: %s (20.14)',
  async (_, text, codes) => {
    const folder = await folderWith({ 'schema.yaml': text })
    const loaded = await loadSchema(`${folder}/schema.yaml`, 'schema.yaml')
    expect(loaded.diagnostics.map(({ code }) => code)).toEqual(codes)
  },
  60_000,
)
