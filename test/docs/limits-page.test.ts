import { readFile } from 'node:fs/promises'
import { DEFAULT_LIMITS } from '../../runtime/src/query/limits.js'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

test('docs/limits.md lists every limit, in order, with its default', async () => {
  const text = await readFile(at('docs/limits.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)]
  const documented = rows.map(([, name, value = '']) => [name, Number(value.replaceAll(',', ''))])
  expect(documented).toEqual(Object.entries(DEFAULT_LIMITS))
})
