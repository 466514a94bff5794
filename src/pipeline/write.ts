import { applyPlan } from '../plan/apply.js'
import { createStaging } from '../plan/staging.js'
import { prepare, rootOf, type Prepared, type PrepareOptions } from './prepare.js'

/** What is written, and what a caller that waits may want to know. */
export interface WriteOptions extends PrepareOptions {
  /** Called when everything is printed, and only the disk is waited for. */
  readonly onWriting?: () => void
}

/**
 * Prepares a plan and carries it out, which is the same as `prepare` and then `applyPlan`, only sooner done: texts are
 * written to their temporary files while the rest is still being printed. Nothing is left of them unless all goes well.
 * An abort before the renaming leaves everything as it was.
 */
export async function write(options: WriteOptions): Promise<Prepared> {
  const { signal, onWriting } = options
  const staging = createStaging(rootOf(options), signal)
  try {
    const prepared = await prepare({ ...options, onEntry: (entry) => staging.add(entry) })
    if (!prepared.ok || signal?.aborted) return prepared
    onWriting?.()
    const diagnostics = await applyPlan(prepared.plan, prepared.root, signal, staging)
    return diagnostics.length === 0 ? prepared : { ok: false, diagnostics }
  } finally {
    await staging.discard()
  }
}
