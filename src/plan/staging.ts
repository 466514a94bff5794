import { renameSync, writeFile as writeFileThen } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { naming } from './disk-error.js'
import { createFolders } from './folders.js'
import type { PlanEntry } from './plan.js'
import { createQueue } from './queue.js'
import { temporaryBeside } from './temporary.js'

/** New content in temporary files next to their targets, until all of them are written. */
export interface Staging {
  /** Begins to write an entry's text, if it has one. A path that was added before is skipped. */
  add(entry: PlanEntry): void
  /** Waits until everything is written. Throws the DiskError of the first file that fails. */
  settled(): Promise<void>
  /** Moves staged text to its target. Throws a DiskError. */
  publish(path: string): Promise<void>
  /** Removes everything that is not published, and the folders that were created for it. */
  discard(): Promise<void>
}

// This function does half the work of the one in node:fs/promises, which creates a FileHandle for every file.
const writeFile = promisify(writeFileThen)

/** An empty staging area for an output folder. After an abort, nothing more is written. */
export function createStaging(root: string, signal?: AbortSignal): Staging {
  const queue = createQueue(signal)
  const temporaries = new Map<string, string>()
  const folders = createFolders()
  const stage = async (target: string, text: string): Promise<void> => {
    const folder = dirname(target)
    await naming(folder, () => folders.make(folder))
    const temporary = temporaryBeside(target)
    temporaries.set(target, temporary)
    await naming(target, () => writeFile(temporary, text, { flag: 'wx' }))
  }
  const added = new Set<string>()
  return {
    add(entry) {
      if ((entry.kind !== 'create' && entry.kind !== 'update') || added.has(entry.path)) return
      added.add(entry.path)
      queue.add(() => stage(join(root, entry.path), entry.text))
    },
    settled: () => queue.settled(),
    async publish(path) {
      const target = join(root, path)
      const temporary = temporaries.get(target)
      if (temporary === undefined) throw new Error(`${path} was not staged`)
      // Waiting for each file in turn would lengthen the time during which some files are old and others are new.
      await naming(target, () => renameSync(temporary, target))
      temporaries.delete(target)
    },
    async discard() {
      await queue.stop()
      const left = [...temporaries.values()]
      await Promise.all(left.map((temporary) => rm(temporary, { force: true }).catch(() => undefined)))
      await folders.removeEmpty()
    },
  }
}
