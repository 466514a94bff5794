import type { OutputFile } from '../emit/output-file.js'
import { authorshipOf } from '../emit/header.js'
import { withoutLayout } from '../emit/without-layout.js'
import { conflictLine } from '../source/conflict.js'
import { findOrphans, type Orphan } from './orphans.js'
import { withNewNames, type OwnedFiles } from './renamed.js'
import type { Snapshot } from './snapshot.js'

/** The change to one output file. Every command (write, check, dry run) uses these entries. */
export type PlanEntry =
  /**
   * The file does not exist. It is either generated, or a file that is written only once and then belongs to the user.
   */
  | {
      readonly kind: 'create'
      readonly path: string
      readonly owner: 'generated' | 'yours'
      readonly text: string
    }
  /** The file's content differs. */
  | {
      readonly kind: 'update'
      readonly path: string
      readonly reason: UpdateReason
      readonly before: string
      readonly text: string
    }
  /** The file is generated and up to date. */
  | { readonly kind: 'unchanged'; readonly path: string }
  /** The file is generated, but its resource no longer exists. */
  | { readonly kind: 'delete'; readonly path: string; readonly before: string }
  /** The file belongs to the user and is not changed. */
  | { readonly kind: 'keep'; readonly path: string }
  | Orphan

/**
 * Why the content differs: the file is out of date, was edited by hand after it was written, was formatted, has a merge
 * conflict, or was never generated.
 */
export type UpdateReason = 'stale' | 'edited' | 'reformatted' | 'conflict' | 'foreign'

/** All entries, ordered by path. */
export interface Plan {
  readonly entries: readonly PlanEntry[]
}

/** The input for a plan: the expected entries for all files, and the files that exist. */
export interface PlanInput {
  readonly generated: readonly PlanEntry[]
  readonly scaffolded: readonly PlanEntry[]
  readonly snapshot: Snapshot
  /** The user's own files for each resource. */
  readonly resources: readonly OwnedFiles[]
}

/**
 * Adds the files that exist but should not. This is a pure function: the same input always results in the same plan.
 */
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

/** Compares a generated file with the existing one. */
export function compareGenerated({ path, text }: OutputFile, { generated }: Snapshot): PlanEntry {
  const before = generated.get(path)
  if (before === undefined) return { kind: 'create', path, owner: 'generated', text }
  // A checkout with CRLF has the same content.
  if (before.replaceAll('\r\n', '\n') === text) return { kind: 'unchanged', path }
  const reason = reasonFor(before, text)
  // A JSON file cannot have a comment that stops formatters, and its data is the same in every layout.
  if (reason === 'reformatted' && path.endsWith('.json')) return { kind: 'unchanged', path }
  return { kind: 'update', path, reason, before, text }
}

function reasonFor(before: string, text: string): UpdateReason {
  if (conflictLine(before) !== undefined) return 'conflict'
  const authorship = authorshipOf(before)
  if (authorship !== 'ours') return authorship
  return withoutLayout(before) === withoutLayout(text) ? 'reformatted' : 'stale'
}

/** If a user's own file exists, it is kept unchanged. */
export function compareScaffolded({ path, text }: OutputFile, { owned }: Snapshot): PlanEntry {
  return owned.has(path) ? { kind: 'keep', path } : { kind: 'create', path, owner: 'yours', text }
}

/** The entries that change files on disk. */
export function changesOf(
  plan: Plan,
): readonly Extract<PlanEntry, { kind: 'create' | 'update' | 'delete' }>[] {
  return plan.entries.filter(
    (entry) => entry.kind === 'create' || entry.kind === 'update' || entry.kind === 'delete',
  )
}
