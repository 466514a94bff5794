import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import type { Leak } from './leaks.js'

let count = 0

/** A copy of an example, inside the repository so that it finds its packages, with leaks written into it. */
export async function copyOf(
  example: string,
  leaks: readonly Leak[] = [],
): Promise<{ readonly folder: string; remove(): Promise<void> }> {
  const folder = at(`.tmp/prove/${process.pid}-${++count}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(at(`examples/${example}`), folder, {
    recursive: true,
    filter: (source) => !/[/\\](node_modules|dist|tsconfig\.json)$/.test(source),
  })
  for (const leak of leaks) {
    for (const [file, edits] of Object.entries(leak.edits)) {
      const path = join(folder, file)
      let text = await readFile(path, 'utf8')
      for (const [from, to] of edits) {
        if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
        text = text.replace(from, () => to)
      }
      await writeFile(path, text)
    }
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
