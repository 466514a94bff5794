import type { BigIntStats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** When each file that is followed was last written, by path. A missing one is in it too: it may come. */
export type State = ReadonlyMap<string, string>

/** The state of files, and of all files in folders. */
export async function stateOf(paths: readonly string[]): Promise<State> {
  const state = new Map<string, string>()
  for (const path of paths) await note(path, state)
  return state
}

/** The paths in which two states differ, ordered. */
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
  // A save by rename gives another inode, and may keep the time.
  state.set(path, found ? `${found.mtimeNs} ${found.size} ${found.ino}` : 'missing')
}
