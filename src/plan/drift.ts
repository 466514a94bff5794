import { changesOf, type Plan, type UpdateReason } from './plan.js'

/** The reason why a file is not up to date. */
export type DriftKind =
  | 'missing'
  | 'stale'
  | 'edited by hand'
  | 'reformatted'
  | 'merge conflict'
  | 'not generated'
  | 'orphaned'

/** A file that is not up to date, and how to fix it. */
export interface Drift {
  readonly path: string
  readonly kind: DriftKind
  /** A sentence that names the command that fixes the file. */
  readonly help: string
}

/** Returns every file that differs from the plan, ordered by path. `command` is the command that writes the plan. */
export function driftOf(plan: Plan, command: string): readonly Drift[] {
  return changesOf(plan).map((entry): Drift => {
    switch (entry.kind) {
      case 'create':
        return { path: entry.path, kind: 'missing', help: `${command} writes it` }
      case 'delete':
        return {
          path: entry.path,
          kind: 'orphaned',
          help: `${command} deletes it, because its resource is no longer in the schema`,
        }
      case 'update':
        return { path: entry.path, ...updateOf(entry.path, entry.reason, command) }
    }
  })
}

function updateOf(path: string, reason: UpdateReason, command: string): Omit<Drift, 'path'> {
  switch (reason) {
    case 'stale':
      return { kind: 'stale', help: `${command} updates it` }
    case 'edited':
      return {
        kind: 'edited by hand',
        help: `move the change to ${handOwned(path)}; ${command} restores the file`,
      }
    case 'reformatted':
      return {
        kind: 'reformatted',
        help: `exclude generated/ from the formatter: only the layout changed; ${command} restores the file`,
      }
    case 'conflict':
      return {
        kind: 'merge conflict',
        help: `you do not need to resolve it: ${command} rewrites the file`,
      }
    case 'foreign':
      return {
        kind: 'not generated',
        help: `move it elsewhere; ${command} writes the generated file instead`,
      }
  }
}

/** The user's own file that extends a generated file: post.resource.ts for generated/post.gen.ts. */
export function handOwned(path: string): string {
  const [, file] = /^(?:.*\/)?generated\/(.*)\.gen\.ts$/.exec(path) ?? []
  return file === undefined || ['index', 'routes', 'openapi'].includes(file)
    ? 'the schema'
    : `${file}.resource.ts`
}
