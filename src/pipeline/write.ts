import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { memoryOf } from '../file/memory.js'
import { applyPlan } from '../plan/apply.js'
import { createStaging } from '../plan/staging.js'
import { prepare, rootOf } from './prepare.js'
import type { Prepared, PrepareOptions } from './prepare-options.js'

/** A plan whose texts are in temporary files next to their targets. */
export interface Staged {
  readonly prepared: Prepared
  /** Carries out the plan. Disk errors are returned (JG603). */
  commit(): Promise<readonly Diagnostic[]>
  /** Removes everything that was not committed. */
  discard(): Promise<void>
}

/**
 * Prepares a plan and begins to write: texts are written to temporary files while the rest is still being printed, so
 * `commit` is faster. The caller must also call `discard`, even after an error.
 */
export async function stage(options: PrepareOptions): Promise<Staged> {
  const { signal } = options
  const root = rootOf(options)
  const staging = createStaging(root, signal)
  const memory = await memoryOf(root)
  try {
    const prepared = await prepare({ ...options, memory, onEntry: (entry) => staging.add(entry) })
    return {
      prepared,
      async commit() {
        if (!prepared.ok) return []
        const diagnostics = await applyPlan(prepared.plan, root, signal, staging)
        if (diagnostics.length === 0 && !signal?.aborted) await memory.keep()
        return diagnostics
      },
      discard: () => staging.discard(),
    }
  } catch (error) {
    await staging.discard()
    throw error
  }
}

/** Options for writing, with callbacks for a waiting caller. */
export interface WriteOptions extends PrepareOptions {
  /** Called when everything is printed and only writes to disk remain. */
  readonly onWriting?: () => void
}

/**
 * Prepares a plan and carries it out. If anything fails, no trace remains. An abort before the renaming leaves
 * everything as it was.
 */
export async function write(options: WriteOptions): Promise<Prepared> {
  const { prepared, commit, discard } = await stage(options)
  try {
    if (!prepared.ok || options.signal?.aborted) return prepared
    options.onWriting?.()
    const diagnostics = await commit()
    return diagnostics.length === 0 ? prepared : { ok: false, diagnostics }
  } finally {
    await discard()
  }
}
