import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The time of the last write to each followed file, by path. Missing files are included, because they may appear. */
export type State = ReadonlyMap<string, string>

/** The state of the given files, and of all files in the given folders. */
export async function stateOf(paths: readonly string[]): Promise<State> {
  const state = new Map<string, string>()
  for (const path of paths) await note(path, state)
  return state
}

/** The paths whose states differ, in order. */
export function differencesOf(before: State, after: State): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted()
}

async function note(path: string, state: Map<string, string>): Promise<void> {
  const found: BigIntStats | undefined = await stat(path, { bigint: true }).catch(() => undefined)
  if (found?.isDirectory()) {
    const names = await readdir(path).catch(() => [])
    const own = names.filter((name) => !name.startsWith('.') && name !== 'node_modules')
    for (const name of own) await note(join(path, name), state)
    return
  }
  // Saving by renaming changes the inode, but may keep the time.
  state.set(path, found ? `${found.mtimeNs} ${found.size} ${found.ino}` : 'missing')
}
