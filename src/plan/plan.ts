import type { OutputFile } from '../emit/file.js'
import { authorshipOf } from '../emit/header.js'
import { findOrphans } from './orphans.js'
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
  /** It is ours and has other bytes: out of date, or edited by hand since we wrote it. */
  | {
      readonly kind: 'update'
      readonly path: string
      readonly reason: 'stale' | 'edited'
      readonly before: string
      readonly text: string
    }
  /** It is ours, and as it should be. */
  | { readonly kind: 'unchanged'; readonly path: string }
  /** It is ours, and its resource is gone. */
  | { readonly kind: 'delete'; readonly path: string; readonly before: string }
  /** It is the user's, and is left alone. */
  | { readonly kind: 'keep'; readonly path: string }
  /** It is the user's, and builds on something that is gone: only they can decide what becomes of it. */
  | { readonly kind: 'report'; readonly path: string; readonly missing: string }

/** All entries, ordered by path. */
export interface Plan {
  readonly entries: readonly PlanEntry[]
}

/** What a plan is computed from: the files as they should be, and those that are there. */
export interface PlanInput {
  readonly generated: readonly OutputFile[]
  readonly scaffolded: readonly OutputFile[]
  readonly snapshot: Snapshot
}

/** Compares what should be with what is. Pure: the same input gives the same plan. */
export function computePlan({ generated, scaffolded, snapshot }: PlanInput): Plan {
  const expected = new Set(generated.map(({ path }) => path))
  const removed = [...snapshot.generated].flatMap(([path, before]): PlanEntry[] =>
    expected.has(path) || authorshipOf(before) === 'foreign' ? [] : [{ kind: 'delete', path, before }],
  )
  const entries: readonly PlanEntry[] = [
    ...generated.map((file) => compareGenerated(file, snapshot)),
    ...scaffolded.map(({ path, text }): PlanEntry =>
      snapshot.owned.has(path) ? { kind: 'keep', path } : { kind: 'create', path, owner: 'yours', text },
    ),
    ...removed,
    ...findOrphans(generated, scaffolded, snapshot),
  ]
  return Object.freeze({ entries: Object.freeze(entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) })
}

/** The entries that change the disk. */
export function changesOf(
  plan: Plan,
): readonly Extract<PlanEntry, { kind: 'create' | 'update' | 'delete' }>[] {
  return plan.entries.filter(
    (entry) => entry.kind === 'create' || entry.kind === 'update' || entry.kind === 'delete',
  )
}

function compareGenerated({ path, text }: OutputFile, { generated }: Snapshot): PlanEntry {
  const before = generated.get(path)
  if (before === undefined) return { kind: 'create', path, owner: 'generated', text }
  if (before === text) return { kind: 'unchanged', path }
  return { kind: 'update', path, reason: authorshipOf(before) === 'ours' ? 'stale' : 'edited', before, text }
}
