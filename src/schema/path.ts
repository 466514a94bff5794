import type { DeclaredResource, DeclaredSideload } from './declared.js'
import type { Directory, Named } from './directory.js'
import type { AdapterName } from './types.js'

/** The end of a dotted name: its type, or the segment that is wrong. */
export type PathResult = PathEnd | PathProblem

interface PathEnd {
  readonly ok: true
  readonly owner: DeclaredResource
  readonly name: string
  /** The sideloads on the path. */
  readonly through: readonly string[]
  /** The attribute, id or column at its end. */
  readonly target: Named
}

interface PathProblem {
  readonly ok: false
  /** `broken` means that a sideload on the path is faulty itself, which is already reported. */
  readonly problem: 'unknown' | 'to-many' | 'polymorphic' | 'custom' | 'adapter' | 'broken'
  readonly owner: DeclaredResource
  readonly name: string
}

/** How a path may be followed. */
export interface PathOptions {
  /** Whether it must end in a column. */
  readonly isColumn?: boolean
  /** Whether it may go through to-many sideloads, as filters do (rule 3.9). */
  readonly many?: boolean
}

/** Follows `author.name` through sideloads to an attribute, id or column (rules 3.5 and 4.1). */
export function followPath(
  directory: Directory,
  start: DeclaredResource,
  path: string,
  { isColumn = false, many = false }: PathOptions = {},
): PathResult {
  const segments = path.split('.')
  const name = segments.pop() ?? path
  let owner = start
  for (const segment of segments) {
    const sideload = directory.sideload(owner, segment)
    if (!sideload) return { ok: false, problem: 'unknown', owner, name: segment }
    if (sideload.broken) return { ok: false, problem: 'broken', owner, name: segment }
    const problem = problemOf(sideload, many)
    if (problem !== undefined) return { ok: false, problem, owner, name: segment }
    const target = directory.resources.get(sideload.resource?.value ?? '')
    if (!target) return { ok: false, problem: 'broken', owner, name: segment }
    if (adapterOf(target) !== adapterOf(owner)) return { ok: false, problem: 'adapter', owner, name: segment }
    owner = target
  }
  const target = directory.named(owner, name, isColumn)
  return target
    ? { ok: true, owner, name, through: segments, target }
    : { ok: false, problem: 'unknown', owner, name }
}

/** The adapter of a declared resource. */
export const adapterOf = ({ adapter }: DeclaredResource): AdapterName => adapter?.value ?? 'prisma'

/** Whether a path goes through a sideload that is left out or faulty, which is already reported. */
export function leadsThroughBroken(
  directory: Directory,
  start: DeclaredResource,
  path: string,
  options?: PathOptions,
): boolean {
  const found = followPath(directory, start, path, options)
  return !found.ok && found.problem === 'broken'
}

/** The reason why a path cannot go through a sideload: it has several types, or uses methods of the application. */
function problemOf({ kind }: DeclaredSideload, many: boolean): PathProblem['problem'] | undefined {
  switch (kind?.value) {
    case 'belongsTo':
    case 'hasOne':
      return undefined
    case 'hasMany':
    case 'hasAndBelongsToMany':
    case 'polymorphicHasMany':
      return many ? undefined : 'to-many'
    case 'polymorphicBelongsTo':
      return 'polymorphic'
    case 'custom':
      return 'custom'
    case undefined:
      return 'broken'
  }
}

/** The target resources of a declared sideload; none if the target is unknown. */
export function declaredTargets(
  directory: Directory,
  sideload: DeclaredSideload,
): readonly DeclaredResource[] {
  const references =
    sideload.kind?.value === 'polymorphicBelongsTo'
      ? sideload.groups.map((group) => group.resource)
      : [sideload.resource]
  return references.flatMap((reference) => directory.resources.get(reference?.value ?? '') ?? [])
}
