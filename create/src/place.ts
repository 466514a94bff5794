import { mkdir, mkdtemp, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { done, reasonOf, refused, type Outcome } from './outcome.js'

/** A folder that a project is written into. */
export interface Place {
  readonly folder: string
  /** Takes away everything that came to be there: the folder itself, where it was not there before. */
  undo(): Promise<void>
}

/** What may be in a folder that counts as empty: a repository without files. */
const MAY_BE_THERE = ['.git']

/** Takes a folder that is empty, or makes it. `named` is how whoever runs this calls it. */
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
 * Makes a folder and what it lacks above it, and returns the first that was made. It goes one by one: Node's own way asks for
 * ever where a file system says of a folder that is there that it is not, as /proc does.
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

// A package manager that was interrupted may still write: what it adds meanwhile is taken away too.
function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
