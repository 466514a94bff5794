import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const TEMPORARY = /^\..+\.[0-9a-f]{8}\.tmp$/

/** A path beside a file, where its new text waits to be renamed. */
export function temporaryBeside(target: string): string {
  return join(dirname(target), `.${basename(target)}.${randomUUID().slice(0, 8)}.tmp`)
}

/** Removes what a run that was killed has left in the output folder. To be called only while no other run writes there. */
export async function removeTemporaries(root: string): Promise<void> {
  for (const folder of [root, join(root, 'generated'), join(root, 'routes')]) {
    const names = await readdir(folder).catch(() => [])
    const left = names.filter((name) => TEMPORARY.test(name))
    await Promise.all(left.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)))
  }
}
