import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDiagnostic, type Diagnostic } from '../diagnostic/diagnostic.js'
import { DiskError, naming } from './disk-error.js'
import { cureOf, reasonOf } from './io.js'
import { placeOfFile } from './paths.js'
import { changesOf, type Plan } from './plan.js'
import { createStaging, type Staging } from './staging.js'
import { temporaryBeside } from './temporary.js'

/** A file that was replaced or deleted, and its previous content. */
interface Done {
  readonly target: string
  readonly before: string | undefined
}

/**
 * Carries out a plan. All files are first written to temporary files next to their targets. If that succeeds, the
 * temporary files are renamed and removed files are deleted. As a result, nothing changes if the disk is full or
 * read-only, and readers always find either the old or the new content. A disk error is returned (JG603), and
 * everything done before it is undone. An abort before the renaming leaves everything unchanged. The renaming itself is
 * not interrupted. `staging` may already contain some entries of the plan.
 */
export async function applyPlan(
  plan: Plan,
  root: string,
  signal?: AbortSignal,
  staging: Staging = createStaging(root, signal),
): Promise<readonly Diagnostic[]> {
  const done: Done[] = []
  try {
    for (const entry of changesOf(plan)) staging.add(entry)
    await staging.settled()
    if (!signal?.aborted) await commit(plan, root, staging, done)
    return []
  } catch (error) {
    await undo(done)
    if (!(error instanceof DiskError)) throw error
    const message = `The file cannot be written: ${reasonOf(error.cause)}`
    return [createDiagnostic('JG603', placeOfFile(error.path), message, { help: cureOf(error.cause) })]
  } finally {
    await staging.discard()
  }
}

async function commit(plan: Plan, root: string, staging: Staging, done: Done[]): Promise<void> {
  const changes = changesOf(plan)
  for (const entry of changes) {
    if (entry.kind === 'delete') continue
    await staging.publish(entry.path)
    done.push({
      target: join(root, entry.path),
      before: entry.kind === 'create' ? undefined : entry.before,
    })
  }
  for (const entry of changes) {
    if (entry.kind !== 'delete') continue
    const target = join(root, entry.path)
    await naming(target, () => rm(target, { force: true }))
    done.push({ target, before: entry.before })
  }
}

// Undoes as much as the disk permits. A failure to undo is ignored, because the error that caused the undo is more
// useful.
async function undo(done: readonly Done[]): Promise<void> {
  for (const { target, before } of done.toReversed()) {
    const temporary = temporaryBeside(target)
    const restored =
      before === undefined
        ? rm(target, { force: true })
        : writeFile(temporary, before).then(() => rename(temporary, target))
    await restored.catch(() => undefined)
  }
}
