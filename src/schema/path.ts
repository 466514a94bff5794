import type { DeclaredResource, DeclaredSideload } from './declared.js'
import type { Directory, Named } from './directory.js'
import type { AdapterName } from './types.js'

/** The end of a dotted name: its type, or the faulty segment. */
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
  /** `broken` means that a sideload on the path is itself faulty, which is already reported. */
  readonly problem: 'unknown' | 'to-many' | 'polymorphic' | 'custom' | 'adapter' | 'broken'
  readonly owner: DeclaredResource
  readonly name: string
  /** Whether the name refers to a sideload on the path, not to the end of the path. */
  readonly isSideload: boolean
}

/** The rules for following a path. */
export interface PathOptions {
  /** Whether the path must end in a column. */
  readonly isColumn?: boolean
  /** Whether the path may go through to-many sideloads, as in filters (rule 3.9). */
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
    const refuse = (problem: PathProblem['problem']): PathProblem => ({
      ok: false,
      problem,
      owner,
      name: segment,
      isSideload: true,
    })
    if (!sideload) return refuse('unknown')
    if (sideload.broken) return refuse('broken')
    const problem = problemOf(sideload, many)
    if (problem !== undefined) return refuse(problem)
    const target = directory.resources.get(sideload.resource?.value ?? '')
    if (!target) return refuse('broken')
    if (adapterOf(target) !== adapterOf(owner)) return refuse('adapter')
    owner = target
  }
  const target = directory.named(owner, name, isColumn)
  return target
    ? { ok: true, owner, name, through: segments, target }
    : { ok: false, problem: 'unknown', owner, name, isSideload: false }
}

/** The names of a resource's sideloads, for suggestions. */
export const sideloadNames = ({ sideloads }: DeclaredResource): readonly string[] =>
  sideloads.map(({ name }) => name.value)

/** The adapter of a declared resource. */
export const adapterOf = ({ adapter }: DeclaredResource): AdapterName => adapter?.value ?? 'prisma'

/** Whether a path goes through an omitted or faulty sideload, which is already reported. */
export function leadsThroughBroken(
  directory: Directory,
  start: DeclaredResource,
  path: string,
  options?: PathOptions,
): boolean {
  const found = followPath(directory, start, path, options)
  return !found.ok && found.problem === 'broken'
}

/** The reason why a path cannot go through a sideload: it has several types, or uses the application's methods. */
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

/** The target resources of a declared sideload; empty if the target is unknown. */
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
