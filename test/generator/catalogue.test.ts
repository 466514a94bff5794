import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { CATALOGUE } from 'jsonapi-gen'
import { at } from '../../scripts/lib/paths.js'
import { filesUnder, fixtureNames, fixturesOf } from './support/fixtures.js'

test('docs/diagnostics.md contains exactly the codes in the catalog, each with its title, cause and fix', async () => {
  const text = await readFile(at('docs/diagnostics.md'), 'utf8')
  const found = [...text.matchAll(/^### (JG\d{3}) (.+)\n\nCause: \S.*\n\nFix: \S.*$/gm)].map(
    ([, code, title]) => [code, title],
  )
  expect(Object.fromEntries(found)).toEqual(CATALOGUE)
  expect(found).toHaveLength(Object.keys(CATALOGUE).length)
})

test('each diagnostic code is triggered by a fixture or a test', async () => {
  const expected = await Promise.all(
    (await folders()).map((folder) => readFile(join(folder, 'expected.txt'), 'utf8')),
  )
  const tests = (await filesUnder(at('test'))).filter(
    (path) => path.endsWith('.test.ts') && !path.endsWith('catalogue.test.ts'),
  )
  const texts = await Promise.all(tests.map((path) => readFile(at(`test/${path}`), 'utf8')))
  const shown = [...expected, ...texts].join('\n')
  expect(Object.keys(CATALOGUE).filter((code) => !shown.includes(code))).toEqual([])
})

test('a fixture named after a code triggers that code', async () => {
  const named = (await folders()).filter((folder) => basename(folder).startsWith('JG'))
  const shown = await Promise.all(
    named.map(async (folder) =>
      (await readFile(join(folder, 'expected.txt'), 'utf8')).includes(basename(folder).slice(0, 5)),
    ),
  )
  expect(named.filter((_, index) => !shown[index])).toEqual([])
})

/** The fixtures that cause diagnostics. */
async function folders(): Promise<readonly string[]> {
  const kinds = ['invalid', 'warned'] as const
  const found = await Promise.all(
    kinds.map(async (kind) => (await fixtureNames(kind)).map((name) => join(fixturesOf(kind), name))),
  )
  return found.flat()
}
