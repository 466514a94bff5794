import { mkdirSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isInside } from './paths.js'

/** The created folders, so that they can be removed again. */
export interface Folders {
  /** Creates a folder and its missing parents. Throws the system's errors. */
  make(folder: string): void
  /** Removes the created folders that are empty. Folders that cannot be removed stay. */
  removeEmpty(): Promise<void>
}

export function createFolders(): Folders {
  const asked = new Set<string>()
  // The outermost folder of each chain that did not exist before.
  const made: string[] = []
  return {
    make(folder) {
      if (asked.has(folder)) return
      const first = mkdirSync(folder, { recursive: true })
      asked.add(folder)
      if (first !== undefined) made.push(first)
    },
    async removeEmpty() {
      for (const first of made) {
        for (const folder of asked) await removeUpTo(first, folder)
      }
    },
  }
}

/** Removes a folder and its parents, up to the first created one, as long as they are empty. */
async function removeUpTo(first: string, folder: string): Promise<void> {
  for (let at = folder; isInside(first, at); at = dirname(at)) await rmdir(at).catch(() => undefined)
}
