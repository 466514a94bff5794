import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const TEMPORARY = /^\..+\.[0-9a-f]{8}\.tmp$/

/** A path next to a file for its new text, before the text is renamed into place. */
export function temporaryBeside(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`)
}

/**
 * Removes the files that a killed run left in the output folder. Call it only while no other run writes to the folder.
 */
export async function removeTemporaries(root: string): Promise<void> {
  for (const folder of [root, join(root, 'generated'), join(root, 'routes')]) {
    const names = await readdir(folder).catch(() => [])
    const left = names.filter((name) => TEMPORARY.test(name))
    await Promise.all(left.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
  }
}
