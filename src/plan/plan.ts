import type { OutputFile } from '../emit/output-file.js'
import { authorshipOf } from '../emit/header.js'
import { withoutLayout } from '../emit/without-layout.js'
import { conflictLine } from '../source/conflict.js'
import { findOrphans, type Orphan } from './orphans.js'
import { withNewNames, type OwnedFiles } from './renamed.js'
import type { Snapshot } from './snapshot.js'

/** What is to happen to one file of the output. Every rendering (write, check, dry run) is of these. */
export type PlanEntry =
  /** It is not there: one of ours, or a hand-owned one that is written this once. */
  | {
      readonly kind: 'create'
      readonly path: string
      readonly owner: 'generated' | 'yours'
      readonly text: string
    }
  /** It has other bytes. */
  | {
      readonly kind: 'update'
      readonly path: string
      readonly reason: UpdateReason
      readonly before: string
      readonly text: string
    }
  /** It is ours, and as it should be. */
  | { readonly kind: 'unchanged'; readonly path: string }
  /** It is ours, and its resource is gone. */
  | { readonly kind: 'delete'; readonly path: string; readonly before: string }
  /** It is the user's, and is left alone. */
  | { readonly kind: 'keep'; readonly path: string }
  | Orphan

/**
 * Why a file has other bytes: it is out of date, edited by hand since we wrote it, laid out anew by a formatter, in
 * conflict after a merge, or not ours at all.
 */
export type UpdateReason = 'stale' | 'edited' | 'reformatted' | 'conflict' | 'foreign'

/** All entries, ordered by path. */
export interface Plan {
  readonly entries: readonly PlanEntry[]
}

/** What a plan is made of: the entries of all files as they should be, and what is there. */
export interface PlanInput {
  readonly generated: readonly PlanEntry[]
  readonly scaffolded: readonly PlanEntry[]
  readonly snapshot: Snapshot
  /** The hand-owned files of each resource. */
  readonly resources: readonly OwnedFiles[]
}

/** Adds what is there and should not be. Pure: the same input gives the same plan. */
export function planOf({ generated, scaffolded, snapshot, resources }: PlanInput): Plan {
  const expected = new Set(generated.map(({ path }) => path))
  const removed = [...snapshot.generated].flatMap(([path, before]): PlanEntry[] =>
    expected.has(path) || authorshipOf(before) === 'foreign' ? [] : [{ kind: 'delete', path, before }],
  )
  const found = findOrphans(expected, new Set(scaffolded.map(({ path }) => path)), snapshot)
  const orphans = withNewNames(found, resources)
  const entries: readonly PlanEntry[] = [...generated, ...scaffolded, ...removed, ...orphans]
  return Object.freeze({ entries: Object.freeze(entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) })
}

/** Compares one of our files with what is there. */
export function compareGenerated({ path, text }: OutputFile, { generated }: Snapshot): PlanEntry {
  const before = generated.get(path)
  if (before === undefined) return { kind: 'create', path, owner: 'generated', text }
  // A checkout with CRLF says the same.
  if (before.replaceAll('\r\n', '\n') === text) return { kind: 'unchanged', path }
  const reason = reasonFor(before, text)
  // No comment of a JSON file can tell a formatter to leave it alone, and its data is the same in every layout.
  if (reason === 'reformatted' && path.endsWith('.json')) return { kind: 'unchanged', path }
  return { kind: 'update', path, reason, before, text }
}

function reasonFor(before: string, text: string): UpdateReason {
  if (conflictLine(before) !== undefined) return 'conflict'
  const authorship = authorshipOf(before)
  if (authorship !== 'ours') return authorship
  return withoutLayout(before) === withoutLayout(text) ? 'reformatted' : 'stale'
}

/** A hand-owned file is kept where there is one, whatever it says. */
export function compareScaffolded({ path, text }: OutputFile, { owned }: Snapshot): PlanEntry {
  return owned.has(path) ? { kind: 'keep', path } : { kind: 'create', path, owner: 'yours', text }
}

/** The entries that change the disk. */
export function changesOf(
  plan: Plan,
): readonly Extract<PlanEntry, { kind: 'create' | 'update' | 'delete' }>[] {
  return plan.entries.filter(
    (entry) => entry.kind === 'create' || entry.kind === 'update' || entry.kind === 'delete',
  )
}
