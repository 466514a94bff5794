import { authorshipOf } from '../emit/header.js'
import { unifiedDiff, type DiffPalette } from './diff/unified.js'
import { handOwned, type Drift } from './drift.js'
import type { Orphan } from './orphans.js'
import { changesOf, type Plan, type PlanEntry } from './plan.js'

/** The output of `--dry-run`: a line for each file that would change. */
export function renderDryRun(plan: Plan): string {
  return changesOf(plan)
    .map((entry) => `${verbOf(entry)} ${entry.path}`)
    .join('\n')
}

/** The output of `--check`: a line for each file that is not up to date, and how to fix it. */
export function renderCheck(drift: readonly Drift[]): string {
  return drift.map(({ path, kind, mend }) => `${path}: ${kind}; ${mend}`).join('\n')
}

/** The output of `--diff`: a unified diff of every file that would change. */
export function renderDiff(plan: Plan, palette?: DiffPalette): string {
  return changesOf(plan)
    .map((entry) => {
      const before = entry.kind === 'create' ? undefined : entry.before
      const after = entry.kind === 'delete' ? undefined : entry.text
      return unifiedDiff(entry.path, before, after, palette)
    })
    .join('\n')
}

/** A hand-owned file that imports something that no longer exists. */
export interface OrphanNotice extends Pick<Orphan, 'path' | 'missing' | 'movesTo'> {
  /** The message after its path. */
  readonly message: string
}

/** The hand-owned files that import something that no longer exists. */
export function orphansOf(plan: Plan): readonly OrphanNotice[] {
  return plan.entries.flatMap((entry): readonly OrphanNotice[] => {
    if (entry.kind !== 'report') return []
    const { path, missing, movesTo } = entry
    const why =
      movesTo === undefined
        ? 'is no longer in the schema: delete the file, or the code that needs it'
        : `has a new name: move its code to ${movesTo}, and delete it`
    return [{ path, missing, movesTo, message: `is yours, and imports ${missing}, whose resource ${why}` }]
  })
}

/** A file of the user in the place of a generated file, which a write would replace. */
export interface Overwritten {
  readonly path: string
  readonly reason: 'edited' | 'foreign'
  /** The message after its path. */
  readonly message: string
}

/** The user's files that a write of the plan replaces. */
export function overwrittenBy(plan: Plan): readonly Overwritten[] {
  return plan.entries.flatMap((entry): readonly Overwritten[] => {
    if (entry.kind === 'delete' && authorshipOf(entry.before) === 'edited') {
      const message = 'was edited by hand and is deleted, because its resource is no longer in the schema'
      return [{ path: entry.path, reason: 'edited', message }]
    }
    if (entry.kind !== 'update' || (entry.reason !== 'edited' && entry.reason !== 'foreign')) return []
    const { path, reason } = entry
    const isOurs = reason === 'edited'
    const message = isOurs
      ? `was edited by hand and is rewritten: the edit is lost and belongs in ${handOwned(path)}`
      : 'was not generated and is rewritten: its text is lost and belongs elsewhere'
    return [{ path, reason, message }]
  })
}

/** One line that summarises a plan: `3 files written, 1 deleted, 12 unchanged`. */
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

/** A path of the output, as a user in the working directory would type it. */
export function inFolder(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}

function verbOf(entry: PlanEntry): string {
  return entry.kind === 'create' && entry.owner === 'yours' ? 'scaffold' : entry.kind
}
