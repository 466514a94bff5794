import { unifiedDiff, type DiffPalette } from './diff/unified.js'
import type { Drift } from './drift.js'
import { changesOf, type Plan, type PlanEntry } from './plan.js'

/** What `--dry-run` prints: a line for each file that would change. */
export function renderDryRun(plan: Plan, folder: string): string {
  return changesOf(plan)
    .map((entry) => `${verbOf(entry)} ${inFolder(folder, entry.path)}`)
    .join('\n')
}

/** What `--check` prints: a line for each file that is not as it should be, and what mends it. */
export function renderCheck(drift: readonly Drift[], folder: string): string {
  return drift.map(({ path, kind, mend }) => `${inFolder(folder, path)}: ${kind}; ${mend}`).join('\n')
}

/** What `--diff` prints: a unified diff of every file that would change. */
export function renderDiff(plan: Plan, folder: string, palette?: DiffPalette): string {
  return changesOf(plan)
    .map((entry) => {
      const before = entry.kind === 'create' ? undefined : entry.before
      const after = entry.kind === 'delete' ? undefined : entry.text
      return unifiedDiff(inFolder(folder, entry.path), before, after, palette)
    })
    .join('\n')
}

/** Hand-owned files that build on something that is gone, a line each. */
export function renderOrphans(plan: Plan, folder: string): readonly string[] {
  return plan.entries.flatMap((entry) =>
    entry.kind === 'report'
      ? [
          `${inFolder(folder, entry.path)} is yours, and imports ${entry.missing}, which is gone: delete it, or what needs it`,
        ]
      : [],
  )
}

/** One line that sums a plan up: `3 files written, 1 deleted, 12 unchanged`. */
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

/** A path of the output as a person at the working directory would type it. */
export function inFolder(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`
}

function verbOf(entry: PlanEntry): string {
  return entry.kind === 'create' && entry.owner === 'yours' ? 'scaffold' : entry.kind
}
