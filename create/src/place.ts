import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
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
  if (found && !found.isDirectory()) return refused(`${named} is a file. Name another folder.`)
  const names = found ? await readdir(folder).catch(() => []) : []
  const others = names.filter((name) => !MAY_BE_THERE.includes(name)).toSorted()
  if (others.length > 0) {
    const some = others.slice(0, 3).join(', ') + (others.length > 3 ? ' …' : '')
    return refused(
      `${named} is not empty: it has ${some}. Name a folder that is, or run \`npx jsonapi-gen init --server\` in a project that is there.`,
    )
  }
  try {
    const made = await mkdir(folder, { recursive: true })
    return done({ folder, undo: () => (made === undefined ? clear(folder) : remove(made)) })
  } catch (error) {
    return refused(`${named} cannot be made (${reasonOf(error)}). Name another folder.`)
  }
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
