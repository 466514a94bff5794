import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from './paths.js'

/**
 * The test files that run a sample in `npm test` and everything in a soak: those that import `test/support/sample.ts`, or
 * run on a sample of the keys.
 *
 * @returns {Promise<string[]>} their paths in the repository
 */
export async function soakFiles() {
  const names = (await readdir(at('test'), { recursive: true })).filter((name) =>
    /\.(?:test|install)\.ts$/.test(name),
  )
  const paths = names.map((name) => join('test', name)).toSorted()
  const texts = await Promise.all(paths.map((path) => readFile(at(path), 'utf8')))
  return paths.filter((_, index) => /support\/sample\.js'|\bsampledKeys\b/.test(texts[index] ?? ''))
}
