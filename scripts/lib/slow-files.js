import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from './paths.js'

/**
 * The test files that `npm run test:slow` runs: those named `*.slow.test.ts`, and those that use fewer random inputs in
 * a quick run, because they call `isQuick`, `quickly` or `chance`.
 *
 * @returns {Promise<string[]>} their paths in the repository
 */
export async function slowFiles() {
  const names = (await readdir(at('test'), { recursive: true })).filter((name) => name.endsWith('.test.ts'))
  const paths = names.map((name) => join('test', name)).toSorted()
  const texts = await Promise.all(paths.map((path) => readFile(at(path), 'utf8')))
  return paths.filter(
    (path, index) =>
      path.endsWith('.slow.test.ts') || /\b(?:chance\(|quickly\(|isQuick\b)/.test(texts[index] ?? ''),
  )
}
