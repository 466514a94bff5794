import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

const document = readFileSync(at('docs/internals/specification.md'), 'utf8')

/** The rows of all tables, each as a list of its cells. */
const rows = document
  .split('\n')
  .filter((line) => line.startsWith('|') && !line.startsWith('|---') && !line.startsWith('| Spec'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .filter(([first]) => first !== 'Subject')

describe('docs/internals/specification.md', () => {
  test("every row of the specification's tables has three cells, the last of which contains a test", () => {
    expect(rows.length).toBeGreaterThan(60)
    expect(rows.filter((cells) => cells.length !== 3 || !/^`test\/.*" ?$|"$/.test(cells[2] ?? ''))).toEqual(
      [],
    )
  })

  test('docs/internals/specification.md mentions only files that exist', () => {
    const paths = [...document.matchAll(/`((?:runtime|test|src)\/[^`\s]+\.ts)`/g)].map(
      ([, path]) => path ?? '',
    )
    expect(paths.filter((path) => !existsSync(at(path)))).toEqual([])
  })

  test('docs/internals/specification.md mentions only tests that exist', () => {
    const named = rows.flatMap(([, , tests = '']) =>
      [...tests.matchAll(/`(test\/[^`]+)` ("[^"]+"(?:[,;] "[^"]+")*)/g)].flatMap(
        ([, path = '', names = '']) =>
          [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => ({ path, name })),
      ),
    )
    expect(named.length).toBeGreaterThanOrEqual(rows.length)
    const missing = named.filter(({ path, name }) => {
      const source = existsSync(at(path)) ? readFileSync(at(path), 'utf8') : ''
      return !source.replaceAll(/\\(['"`])/g, '$1').includes(name)
    })
    expect(missing).toEqual([])
  })
})
