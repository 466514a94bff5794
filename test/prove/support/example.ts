import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import type { Leak } from './leaks.js'
import { jsonapiGenHere } from '../../generator/support/cli.js'

let count = 0

/** A copied project. */
export interface Copy {
  readonly folder: string
  remove(): Promise<void>
}

/** A copy of an example, inside the repository so that it finds its packages, with leaks written into it. */
export function copyOf(example: string, leaks: readonly Leak[] = []): Promise<Copy> {
  return copied(at(`examples/${example}`), leaks)
}

/** A copy of the shop with leaks, generated for its database. */
export async function shopWith(leaks: readonly Leak[] = []): Promise<Copy> {
  const shop = await copied(at('test/fixtures/shop'), leaks)
  await writeFile(join(shop.folder, 'package.json'), '{ "type": "module" }')
  const { code, stderr } = await jsonapiGenHere(['generate'], shop.folder)
  if (code !== 0) throw new Error(stderr)
  return shop
}

async function copied(source: string, leaks: readonly Leak[]): Promise<Copy> {
  const folder = at(`.tmp/prove/${process.pid}-${++count}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await cp(source, folder, {
    recursive: true,
    filter: (path) => !/[/\\](node_modules|dist|tsconfig\.json)$/.test(path),
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
