import { driftOf, type Drift } from '../plan/drift.js'
import type { Plan } from '../plan/plan.js'
import { inFolder } from '../plan/render.js'

/**
 * The result for one schema of a run: a plan, and its output folder, written as a user in the working directory would
 * type it.
 */
export interface Output {
  readonly plan: Plan
  readonly folder: string
}

/** A run's plans as one, with each path as a user in the working directory would type it. */
export function merged(outputs: readonly Output[]): Plan {
  return {
    entries: outputs.flatMap(({ plan, folder }) =>
      plan.entries.map((entry) => {
        const path = inFolder(folder, entry.path)
        if (entry.kind !== 'report') return { ...entry, path }
        const { movesTo } = entry
        return { ...entry, path, movesTo: movesTo === undefined ? undefined : inFolder(folder, movesTo) }
      }),
    ),
  }
}

/** Every file of a run that is not up to date. `command` is the command that writes all of them. */
export function driftOfAll(outputs: readonly Output[], command: string): readonly Drift[] {
  return outputs.flatMap(({ plan, folder }) =>
    driftOf(plan, command).map((each) => ({ ...each, path: inFolder(folder, each.path) })),
  )
}

/** A run's output folders, for a message. */
export function foldersOf(outputs: readonly Output[]): string {
  const folders = outputs.flatMap(({ folder }) => (folder === '' ? [] : [folder]))
  return new Intl.ListFormat('en-GB').format(folders)
}
