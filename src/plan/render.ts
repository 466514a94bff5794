import { workflowCommand } from '../diagnostic/format-github.js'
import { authorshipOf } from '../emit/header.js'
import { unifiedDiff, type DiffPalette } from './diff/unified.js'
import { handOwned, type Drift } from './drift.js'
import type { Orphan } from './orphans.js'
import { changesOf, type Plan, type PlanEntry } from './plan.js'

/** Returns the output of `--dry-run`: one line for each file that would change. */
export function renderDryRun(plan: Plan): string {
  return changesOf(plan)
    .map((entry) => `${verbOf(entry)} ${entry.path}`)
    .join('\n')
}

/** Returns the output of `--check`: one line for each file that is not up to date, including how to fix it. */
export function renderCheck(drift: readonly Drift[]): string {
  return drift.map(({ path, kind, help }) => `${path}: ${kind}; ${help}`).join('\n')
}

/**
 * Returns the workflow commands that make GitHub show each file that is not up to date. `fileOf` returns a file's path
 * in the repository.
 */
export const driftAsAnnotations = (
  drift: readonly Drift[],
  fileOf: (path: string) => string,
): readonly string[] =>
  drift.map(({ path, kind, help }) =>
    workflowCommand('error', { file: fileOf(path), title: `Generated code: ${kind}` }, help),
  )

/** Returns the output of `--diff`: a unified diff of every file that would change. */
export function renderDiff(plan: Plan, palette?: DiffPalette): string {
  return changesOf(plan)
    .map((entry) => {
      const before = entry.kind === 'create' ? undefined : entry.before
      const after = entry.kind === 'delete' ? undefined : entry.text
      return unifiedDiff(entry.path, before, after, palette)
    })
    .join('\n')
}

/** A user's own file that imports something that no longer exists. */
export interface OrphanNotice extends Pick<Orphan, 'path' | 'missing' | 'movesTo'> {
  /** The message that follows the file's path. */
  readonly message: string
}

/** The user's own files that import something that no longer exists. */
export function orphansOf(plan: Plan): readonly OrphanNotice[] {
  return plan.entries.flatMap((entry): readonly OrphanNotice[] => {
    if (entry.kind !== 'report') return []
    const { path, missing, movesTo } = entry
    const why =
      movesTo === undefined
        ? 'is no longer in the schema: delete the file, or the code that uses the import'
        : `has a new name: move its code to ${movesTo}, and delete it`
    return [{ path, missing, movesTo, message: `is yours, and imports ${missing}, whose resource ${why}` }]
  })
}

/** A user's file that a write would replace, because a generated file has the same path. */
export interface Overwritten {
  readonly path: string
  readonly reason: 'edited' | 'foreign'
  /** The message that follows the file's path. */
  readonly message: string
}

/** The user's files that writing the plan would replace. */
export function overwrittenBy(plan: Plan): readonly Overwritten[] {
  return plan.entries.flatMap((entry): readonly Overwritten[] => {
    if (entry.kind === 'delete' && authorshipOf(entry.before) === 'edited') {
      const message =
        'was edited by hand and will be deleted, because its resource is no longer in the schema'
      return [{ path: entry.path, reason: 'edited', message }]
    }
    if (entry.kind !== 'update' || (entry.reason !== 'edited' && entry.reason !== 'foreign')) return []
    const { path, reason } = entry
    const isOurs = reason === 'edited'
    const message = isOurs
      ? `was edited by hand and will be overwritten: move the edit to ${handOwned(path)}`
      : 'was not generated and will be overwritten: to keep its content, move it to a different file'
    return [{ path, reason, message }]
  })
}

/** One line that summarizes a plan: `3 files written, 1 deleted, 12 unchanged`. */
export function summarise(plan: Plan): string {
  const count = (...kinds: readonly PlanEntry['kind'][]): number =>
    plan.entries.filter(({ kind }) => kinds.includes(kind)).length
  const written = count('create', 'update')
  const parts = [
    `${written} ${written === 1 ? 'file' : 'files'} written`,
    ...(count('delete') > 0 ? [`${count('delete')} deleted`] : []),
    `${count('unchanged')} unchanged`,
    `${count('keep', 'report')} yours`,
  ]
  return written + count('delete') === 0 ? `Up to date: ${parts.slice(-2).join(', ')}` : parts.join(', ')
}

/** An output path, as the user would type it in the working directory. */
export function inFolder(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}

function verbOf(entry: PlanEntry): string {
  return entry.kind === 'create' && entry.owner === 'yours' ? 'scaffold' : entry.kind
}
