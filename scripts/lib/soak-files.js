import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from './paths.js'

/**
 * The test files of a soak: those named `*.soak.ts`, and those that run only a sample of their cases in `npm test`,
 * because they import `test/support/sample.ts` or use a sample of the keys
 * or databases.
 *
 * @returns {Promise<string[]>} their paths in the repository
 */
export async function soakFiles() {
  const names = (await readdir(at('test'), { recursive: true })).filter((name) =>
    /\.(?:test|install|soak)\.ts$/.test(name),
  )
  const paths = names.map((name) => join('test', name)).toSorted()
  const texts = await Promise.all(paths.map((path) => readFile(at(path), 'utf8')))
  return paths.filter(
    (path, index) =>
      path.endsWith('.soak.ts') ||
      /support\/sample\.js'|\b(?:sampledKeys|anyDatabase|anyKeys)\b/.test(texts[index] ?? ''),
  )
}
