import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { inBatches, reasonOf } from './io.js'
import { isInside, placeOfFile } from './paths.js'
import { changesOf, type Plan } from './plan.js'
import { temporaryBeside } from './temporary.js'

/** What has been done so far, so that it can be undone. */
interface Progress {
  /** Texts that wait beside their targets. */
  readonly staged: { readonly temporary: string; readonly target: string }[]
  /** Folders that were not there before, the outermost of each chain. */
  readonly folders: string[]
  /** Targets that have been replaced or deleted, and their former texts. */
  readonly done: { readonly target: string; readonly before: string | undefined }[]
}

/**
 * Carries a plan out. All texts are first written to temporary files beside their targets; only when that has
 * succeeded for all of them are they renamed, and removed files deleted. So a full or read-only disk changes nothing,
 * and whoever reads a file at any moment finds the old text or the new one. What the disk refuses is returned (JG603),
 * and what was done before it did is undone. An abort before the renaming leaves everything as it was; the renaming
 * itself is not interrupted.
 */
export async function applyPlan(
  plan: Plan,
  root: string,
  signal?: AbortSignal,
): Promise<readonly Diagnostic[]> {
  const progress: Progress = { staged: [], folders: [], done: [] }
  try {
    await stage(plan, root, progress, signal)
    if (signal?.aborted) await undo(progress)
    else await commit(plan, root, progress)
    return []
  } catch (error) {
    await undo(progress)
    if (!(error instanceof DiskError)) throw error
    const message = `The file cannot be written: ${reasonOf(error.cause)}`
    return [createDiagnostic('JG603', placeOfFile(error.path), message)]
  }
}

async function stage(
  plan: Plan,
  root: string,
  { staged, folders }: Progress,
  signal: AbortSignal | undefined,
): Promise<void> {
  const texts = changesOf(plan).flatMap((entry) => (entry.kind === 'delete' ? [] : [entry]))
  for (const folder of new Set(texts.map(({ path }) => dirname(join(root, path))))) {
    await naming(folder, async () => {
      const first = await mkdir(folder, { recursive: true })
      if (first !== undefined) folders.push(first)
    })
  }
  await inBatches(texts, async ({ path, text }) => {
    if (signal?.aborted) return
    const target = join(root, path)
    const temporary = temporaryBeside(target)
    staged.push({ temporary, target })
    await naming(target, () => writeFile(temporary, text, { flag: 'wx' }))
  })
}

async function commit(plan: Plan, root: string, { staged, done }: Progress): Promise<void> {
  const former = new Map(
    changesOf(plan).map((entry) => [
      join(root, entry.path),
      entry.kind === 'create' ? undefined : entry.before,
    ]),
  )
  for (const { temporary, target } of staged) {
    await naming(target, () => rename(temporary, target))
    done.push({ target, before: former.get(target) })
  }
  for (const entry of changesOf(plan)) {
    if (entry.kind !== 'delete') continue
    const target = join(root, entry.path)
    await naming(target, () => rm(target, { force: true }))
    done.push({ target, before: entry.before })
  }
}

// As far as the disk lets us: what fails here has nothing to add to the reason why we are here.
async function undo({ staged, folders, done }: Progress): Promise<void> {
  for (const { target, before } of done.toReversed()) {
    const temporary = temporaryBeside(target)
    const restored =
      before === undefined
        ? rm(target, { force: true })
        : writeFile(temporary, before).then(() => rename(temporary, target))
    await restored.catch(() => undefined)
  }
  await Promise.all(staged.map(({ temporary }) => rm(temporary, { force: true }).catch(() => undefined)))
  const touched = new Set(staged.map(({ target }) => dirname(target)))
  for (const first of folders) {
    for (const folder of [...touched, first]) await removeEmpty(folder, first)
  }
}

/** Removes a folder and those around it, up to the first one that was made, as long as they are empty. */
async function removeEmpty(folder: string, first: string): Promise<void> {
  for (let at = folder; isInside(first, at); at = dirname(at)) await rmdir(at).catch(() => undefined)
}

class DiskError extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`The disk refused ${path}`, { cause })
    this.path = path
  }
}

async function naming(path: string, task: () => Promise<unknown>): Promise<void> {
  try {
    await task()
  } catch (error) {
    throw new DiskError(path, error)
  }
}
