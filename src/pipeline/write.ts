import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { applyPlan } from '../plan/apply.js'
import { createStaging } from '../plan/staging.js'
import { prepare, rootOf } from './prepare.js'
import type { Prepared, PrepareOptions } from './prepare-options.js'

/** A plan whose texts are in temporary files beside their targets. */
export interface Staged {
  readonly prepared: Prepared
  /** Carries out the plan; errors of the disk are returned (JG603). */
  commit(): Promise<readonly Diagnostic[]>
  /** Removes everything that was not committed. */
  discard(): Promise<void>
}

/**
 * Prepares a plan and begins to write: texts are written to temporary files while the rest is still being printed, so
 * that `commit` is faster. The caller must also discard, whatever happens in between.
 */
export async function stage(options: PrepareOptions): Promise<Staged> {
  const { signal } = options
  const staging = createStaging(rootOf(options), signal)
  try {
    const prepared = await prepare({ ...options, onEntry: (entry) => staging.add(entry) })
    return {
      prepared,
      commit: async () => (prepared.ok ? applyPlan(prepared.plan, prepared.root, signal, staging) : []),
      discard: () => staging.discard(),
    }
  } catch (error) {
    await staging.discard()
    throw error
  }
}

/** Options for writing, with callbacks for a waiting caller. */
export interface WriteOptions extends PrepareOptions {
  /** Called when everything is printed, and only the disk is still working. */
  readonly onWriting?: () => void
}

/**
 * Prepares a plan and carries it out. If anything fails, nothing remains; an abort before the renaming leaves
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
