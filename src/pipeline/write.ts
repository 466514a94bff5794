import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { applyPlan } from '../plan/apply.js'
import { createStaging } from '../plan/staging.js'
import { prepare, rootOf } from './prepare.js'
import type { Prepared, PrepareOptions } from './prepare-options.js'

/** A plan whose texts wait in temporary files beside their targets. */
export interface Staged {
  readonly prepared: Prepared
  /** Carries the plan out; what the disk refuses is returned (JG603). */
  commit(): Promise<readonly Diagnostic[]>
  /** Leaves nothing of what was not committed. */
  discard(): Promise<void>
}

/**
 * Prepares a plan and begins to write: texts go to their temporary files while the rest is still being printed, so that
 * `commit` is sooner done. Whoever stages discards too, whatever has happened in between.
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

/** What is written, and what a caller that waits may want to know. */
export interface WriteOptions extends PrepareOptions {
  /** Called when everything is printed, and only the disk is waited for. */
  readonly onWriting?: () => void
}

/**
 * Prepares a plan and carries it out. Nothing is left of it unless all goes well; an abort before the renaming leaves
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
