import { expect, test } from 'vitest'
import { loadSchema } from 'jsonapi-gen'
import { at } from '../../scripts/lib/paths.js'
import { ended } from './support/cli.js'
import { folderWith } from './support/folder.js'

const LARGEST = 16 * 1024 * 1024

test.each([
  ['[', 'opens more than 50000 brackets'],
  ['[{', 'opens more than 50000 brackets'],
  ['- ', 'has more than 2500000 words and marks'],
  [': ', 'has more than 2500000 words and marks'],
  ['\n', 'has more than 2500000 words and marks'],
  ['- []\n', 'has more than 2500000 words and marks'],
  ['a: b\n', 'has more than 2500000 words and marks'],
])(
  '16 MiB of %j are refused before they are parsed, in 256 MiB (20.14)',
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

test('tokens are counted at n and n + 1 (20.14)', async () => {
  const codesOf = async (text: string): Promise<readonly string[]> => {
    const folder = await folderWith({ 'schema.yaml': text })
    const loaded = await loadSchema(`${folder}/schema.yaml`, 'schema.yaml')
    return loaded.diagnostics.map(({ code }) => code)
  }
  const blanks = (count: number): string => '#\n'.repeat(count / 2)
  expect(await codesOf(blanks(2_500_000))).toEqual(['JG110'])
  expect(await codesOf(`${blanks(2_500_000)}#`)).toEqual(['JG103'])
  expect(await codesOf('['.repeat(50_000))).not.toEqual(['JG103'])
  expect(await codesOf('['.repeat(50_001))).toEqual(['JG103'])
}, 60_000)
