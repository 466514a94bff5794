import {
  type Action,
  type Contract,
  ownOf,
  type RelationshipContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { isNeeded, sharedFilters } from './filters.js'

/** The maximum number of include paths that one operation lists; a pattern describes the others. */
const MOST_PATHS = 100

/** The include paths that an operation permits. */
export interface IncludePaths {
  /** Ordered by depth, then by name. */
  readonly paths: readonly IncludePath[]
  /** Whether there are more paths. */
  readonly more: boolean
  /** Whether no whitelist drops other paths (rule 9.5). */
  readonly areAll: boolean
}

/** An include path, and the types of the records at its end. */
export interface IncludePath {
  readonly path: string
  readonly types: readonly string[]
  /** The number of its relationships. */
  readonly depth: number
}

/** The include paths that an action of all given types permits. */
export type IncludesOf = (types: readonly string[], action: Action) => IncludePaths

/** Creates the include paths for a contract. They are the same for all actions of a type without a whitelist. */
export function includesIn(contract: Contract): IncludesOf {
  const known = new Map<string, IncludePaths>()
  const ofType = (type: string, action: Action): IncludePaths => {
    const { includes } = resourceOf(type, contract)
    const permitted = includes?.[action] ?? includes?.default
    const key = JSON.stringify([type, permitted && action])
    const paths = known.get(key) ?? includePathsOf(type, permitted, contract)
    known.set(key, paths)
    return paths
  }
  return (types, action) => {
    const all = types.map((type) => ofType(type, action))
    const [first, ...others] = all
    if (!first) return { paths: [], more: false, areAll: true }
    if (others.length === 0) return first
    const shared = first.paths.flatMap(({ path, depth }) => {
      const same = all.flatMap(({ paths }) => paths.filter((each) => each.path === path))
      if (same.length < all.length) return []
      return [{ path, types: [...new Set(same.flatMap((each) => each.types))], depth }]
    })
    return {
      paths: withoutNeeded(types, shared, contract),
      more: all.every(({ more }) => more),
      areAll: all.every(({ areAll }) => areAll),
    }
  }
}

/**
 * The include paths of a type: those in a whitelist, or else all paths up to the maximum depth. A path whose records
 * have a required filter without a parameter is omitted, because it would always be rejected, even in a write.
 */
function includePathsOf(
  type: string,
  permitted: readonly string[] | undefined,
  contract: Contract,
): IncludePaths {
  const isPermitted = (path: string): boolean => permitted === undefined || permitted.includes(path)
  const paths: IncludePath[] = []
  let level: readonly IncludePath[] = [{ path: '', types: [type], depth: 0 }]
  for (let at = 0; at < contract.limits.includeDepth && paths.length <= MOST_PATHS; at++) {
    level = level
      .flatMap((reached) => stepsFrom(reached, contract))
      .filter(({ path, types }) => isPermitted(path) && isGiven(types, at === 0, contract))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    paths.push(...level)
  }
  return {
    paths: paths.slice(0, MOST_PATHS),
    more: paths.length > MOST_PATHS,
    areAll: permitted === undefined,
  }
}

/** The include paths for the linkage of a relationship, which begin with its name. */
export function pathsUnder(
  { name, types }: { readonly name: string; readonly types: readonly string[] },
  includes: IncludePaths,
  contract: Contract,
): readonly string[] {
  const below = withoutNeeded(types, includes.paths, contract).filter(
    ({ depth }) => depth < contract.limits.includeDepth,
  )
  return [name, ...below.map(({ path }) => `${name}.${path}`)].slice(0, MOST_PATHS)
}

/** The include paths for an operation without parameters for included records. */
function withoutNeeded(
  types: readonly string[],
  paths: readonly IncludePath[],
  contract: Contract,
): readonly IncludePath[] {
  const reached = (path: string): readonly string[] => {
    const [name = ''] = path.split('.')
    return types.flatMap((type) => ownOf(resourceOf(type, contract).relationships, name)?.types ?? [])
  }
  return paths.filter(({ path }) => isGiven(reached(path), false, contract))
}

/**
 * Whether an operation has parameters for all required filters of the given types. Only directly included records can
 * have such parameters.
 */
function isGiven(types: readonly string[], hasFilters: boolean, contract: Contract): boolean {
  const resources = types.map((type) => resourceOf(type, contract))
  const shared = hasFilters ? sharedFilters(resources) : {}
  return resources.every(({ filters }) =>
    Object.entries(filters).every(([name, filter]) => {
      const given = ownOf(shared, name)
      return !isNeeded(filter) || (given !== undefined && isNeeded(given))
    }),
  )
}

/** The relationships of a resource that at least some clients can see. */
export function seenRelationships({
  relationships,
}: ResourceContract): readonly (readonly [name: string, relationship: RelationshipContract])[] {
  return Object.entries(relationships).filter(([, { read }]) => read !== false)
}

/** Whether a relationship can be written at its own URL or in a document. */
export function isWritten({ write, custom }: RelationshipContract): boolean {
  return write !== false && !custom
}

/** The resource of a type. Throws an Error if the contract does not have the type, which is a bug in jsonapi-gen. */
export function resourceOf(type: string, { resources }: Contract): ResourceContract {
  const found = ownOf(resources, type)
  if (!found) throw new Error(`The contract has no type "${type}"`)
  return found
}

/**
 * The relationships that continue a path. After a polymorphic relationship, these are the relationships of any of its
 * types.
 */
function stepsFrom({ path, types, depth }: IncludePath, contract: Contract): readonly IncludePath[] {
  const found = new Map<string, Set<string>>()
  for (const type of types) {
    for (const [name, relationship] of seenRelationships(resourceOf(type, contract))) {
      found.set(name, new Set([...(found.get(name) ?? []), ...relationship.types]))
    }
  }
  return [...found].map(([name, reached]) => ({
    path: path === '' ? name : `${path}.${name}`,
    types: [...reached],
    depth: depth + 1,
  }))
}
