import { changesOf, type Plan, type UpdateReason } from './plan.js'

/** The way in which a file is not up to date. */
export type DriftKind =
  | 'missing'
  | 'stale'
  | 'edited by hand'
  | 'reformatted'
  | 'in conflict'
  | 'not ours'
  | 'orphaned'

/** A file that is not up to date, and how to fix it. */
export interface Drift {
  readonly path: string
  readonly kind: DriftKind
  /** A sentence with the command that fixes it. */
  readonly mend: string
}

/** Every file that differs from the plan, ordered by path. `command` is the command that writes the plan. */
export function driftOf(plan: Plan, command: string): readonly Drift[] {
  return changesOf(plan).map((entry): Drift => {
    switch (entry.kind) {
      case 'create':
        return { path: entry.path, kind: 'missing', mend: `${command} writes it` }
      case 'delete':
        return {
          path: entry.path,
          kind: 'orphaned',
          mend: `${command} deletes it, because its resource is not in the schema any more`,
        }
      case 'update':
        return { path: entry.path, ...updateOf(entry.path, entry.reason, command) }
    }
  })
}

function updateOf(path: string, reason: UpdateReason, command: string): Omit<Drift, 'path'> {
  switch (reason) {
    case 'stale':
      return { kind: 'stale', mend: `${command} brings it up to date` }
    case 'edited':
      return {
        kind: 'edited by hand',
        mend: `move the change to ${handOwned(path)}; ${command} puts the file back`,
      }
    case 'reformatted':
      return {
        kind: 'reformatted',
        mend: `leave generated/ out of the formatter: only its layout changed; ${command} puts the file back`,
      }
    case 'conflict':
      return {
        kind: 'in conflict',
        mend: `nothing in it has to be decided: ${command} writes it anew`,
      }
    case 'foreign':
      return { kind: 'not ours', mend: `move it elsewhere; ${command} puts ours in its place` }
  }
}

/** The hand-owned file for changes to a generated one: generated/post.gen.ts is extended in post.resource.ts. */
export function handOwned(path: string): string {
  const [, file] = /^(?:.*\/)?generated\/(.*)\.gen\.ts$/.exec(path) ?? []
  return file === undefined || ['index', 'routes', 'openapi'].includes(file)
    ? 'the schema'
    : `${file}.resource.ts`
}
