import { mkdirSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isInside } from './paths.js'

/** Folders that were made, so that they can be taken back. */
export interface Folders {
  /** Makes a folder and those around it, where they are not there. Throws what the system throws. */
  make(folder: string): void
  /** Removes what was made and is empty. What cannot be removed stays. */
  removeEmpty(): Promise<void>
}

/** No folders made yet. */
export function createFolders(): Folders {
  const asked = new Set<string>()
  // Those that were not there before, the outermost of each chain.
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

/** Removes a folder and those around it, up to the first one that was made, as long as they are empty. */
async function removeUpTo(first: string, folder: string): Promise<void> {
  for (let at = folder; isInside(first, at); at = dirname(at)) await rmdir(at).catch(() => undefined)
}
