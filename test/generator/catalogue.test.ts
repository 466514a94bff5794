import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CATALOGUE } from 'jsonapi-gen'
import { at } from '../../scripts/lib/paths.js'
import { filesUnder, fixtureNames, fixturesOf } from './support/fixtures.js'

test('docs/diagnostics.md has every code with its title, cause and cure, and no other', async () => {
  const text = await readFile(at('docs/diagnostics.md'), 'utf8')
  const found = [...text.matchAll(/^### (JG\d{3}) (.+)\n\nCause: \S.*\n\nCure: \S.*$/gm)].map(
    ([, code, title]) => [code, title],
  )
  expect(Object.fromEntries(found)).toEqual(CATALOGUE)
  expect(found).toHaveLength(Object.keys(CATALOGUE).length)
})

test('every code is shown by a fixture or by a test that runs into it', async () => {
  const names = await fixtureNames('invalid')
  const expected = await Promise.all(
    names.map((name) => readFile(join(fixturesOf('invalid'), name, 'expected.txt'), 'utf8')),
  )
  const tests = (await filesUnder(at('test'))).filter(
    (path) => path.endsWith('.test.ts') && !path.endsWith('catalogue.test.ts'),
  )
  const texts = await Promise.all(tests.map((path) => readFile(at(`test/${path}`), 'utf8')))
  const shown = [...expected, ...texts].join('\n')
  expect(Object.keys(CATALOGUE).filter((code) => !shown.includes(code))).toEqual([])
})

test('a fixture that is named after a code shows it', async () => {
  const names = (await readdir(fixturesOf('invalid'))).filter((name) => name.startsWith('JG'))
  const shown = await Promise.all(
    names.map(async (name) =>
      (await readFile(join(fixturesOf('invalid'), name, 'expected.txt'), 'utf8')).includes(name.slice(0, 5)),
    ),
  )
  expect(names.filter((_, index) => !shown[index])).toEqual([])
})
