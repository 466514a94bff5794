import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'

/** The folder of one kind of fixture. */
export function fixturesOf(kind: 'valid' | 'invalid' | 'warned'): string {
  return at(`test/fixtures/generator/${kind}`)
}

/** The names of all fixtures of one kind. */
export async function fixtureNames(kind: 'valid' | 'invalid' | 'warned'): Promise<readonly string[]> {
  const entries = await readdir(fixturesOf(kind), { withFileTypes: true })
  return entries
    .filter((each) => each.isDirectory())
    .map(({ name }) => name)
    .toSorted()
}

/** The relative paths of all files under a folder, with slashes, sorted. */
export async function filesUnder(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((each) => each.isFile())
    .map((each) =>
      join(each.parentPath, each.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()
}
