import { changesOf, type Plan } from './plan.js'

/** In what way a file is not as it should be. */
export type DriftKind = 'missing' | 'stale' | 'edited by hand' | 'orphaned'

/** A file that is not as it should be, and what to do about it. */
export interface Drift {
  readonly path: string
  readonly kind: DriftKind
  /** A sentence with the command that mends it. */
  readonly mend: string
}

/** Every file that differs from the plan, ordered by path. `command` is the one that writes the plan. */
export function driftOf(plan: Plan, command: string): readonly Drift[] {
  return changesOf(plan).map((entry): Drift => {
    switch (entry.kind) {
      case 'create':
        return { path: entry.path, kind: 'missing', mend: `${command} writes it` }
      case 'delete':
        return { path: entry.path, kind: 'orphaned', mend: `${command} deletes it, for its resource is gone` }
      case 'update':
        return entry.reason === 'stale'
          ? { path: entry.path, kind: 'stale', mend: `${command} brings it up to date` }
          : {
              path: entry.path,
              kind: 'edited by hand',
              mend: `move the change to ${handOwned(entry.path)}; ${command} puts the file back`,
            }
    }
  })
}

// Where a change to a generated file belongs: generated/post.gen.ts is extended in post.resource.ts.
function handOwned(path: string): string {
  const [, file] = /^generated\/(.*)\.gen\.ts$/.exec(path) ?? []
  return file === undefined || file === 'index' || file === 'routes' ? 'the schema' : `${file}.resource.ts`
}
