import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { done, reasonOf, refused, type Outcome } from './outcome.js'

/** A folder that a project is written into. */
export interface Place {
  readonly folder: string
  /** Removes everything that was written to the folder, and the folder itself if it is new. */
  undo(): Promise<void>
}

/** Entries that a folder may have and still count as empty, such as those of a repository without files. */
const MAY_BE_THERE = ['.git']

/** Returns an empty folder, and creates it if necessary. `named` is the path as the user wrote it. */
export async function takePlace(folder: string, named: string): Promise<Outcome<Place>> {
  const found = await stat(folder).catch(() => undefined)
  if (found && !found.isDirectory()) return refused(`${named} is a file. Choose a different folder.`)
  const names = found ? await readdir(folder).catch(() => []) : []
  const others = names.filter((name) => !MAY_BE_THERE.includes(name)).toSorted()
  if (others.length > 0) {
    const some = others.slice(0, 3).join(', ') + (others.length > 3 ? ' …' : '')
    return refused(
      `${named} is not empty: it contains ${some}. Choose an empty folder, or run \`npx jsonapi-gen init --server\` in the project.`,
    )
  }
  try {
    if (found) {
      await rmdir(await mkdtemp(join(folder, '.create-')))
      return done({ folder, undo: () => clear(folder) })
    }
    const made = await makeFolder(folder)
    return done({ folder, undo: () => remove(made) })
  } catch (error) {
    const what = found ? 'written to' : 'made'
    return refused(`${named} cannot be ${what} (${reasonOf(error)}). Choose a different folder.`)
  }
}

/**
 * Creates a folder and its missing parents, and returns the topmost created one. It creates them one by one, because
 * Node's recursive `mkdir` never returns on file systems such as /proc, which deny that an existing folder exists.
 */
async function makeFolder(folder: string): Promise<string> {
  const missing = [folder]
  for (let above = dirname(folder); !(await stat(above).catch(() => undefined)); above = dirname(above)) {
    missing.unshift(above)
  }
  const [first = folder] = missing
  await mkdir(first)
  try {
    for (const path of missing.slice(1)) await mkdir(path)
  } catch (error) {
    await remove(first)
    throw error
  }
  return first
}

async function clear(folder: string): Promise<void> {
  const names = await readdir(folder)
  await Promise.all(
    names.filter((name) => !MAY_BE_THERE.includes(name)).map((name) => remove(join(folder, name))),
  )
}

// An interrupted package manager may still be writing. Files that it adds in the meantime are also removed.
function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
