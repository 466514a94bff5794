import {
  type Action,
  type Contract,
  ownOf,
  type RelationshipContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { DocumentParts } from './document-parts.js'
import { isNeeded, sharedFilters } from './parameters.js'

/** The maximum number of include paths that one operation lists; a pattern describes the others. */
const MOST_PATHS = 100

/** The maximum if the document is not full. Relationships of the type itself are always listed. */
const FEW_PATHS = 40

/** The include paths that an operation permits. */
export interface IncludePaths {
  /** Ordered by depth, then by name. */
  readonly paths: readonly string[]
  /** Whether there are more paths. */
  readonly more: boolean
  /** Whether no whitelist drops other paths (rule 9.5). */
  readonly areAll: boolean
}

/** The contract to search for include paths, and whether to list as many paths as possible. */
type Within = Pick<DocumentParts, 'contract' | 'isFull'>

/**
 * The include paths of a type's action: those in its whitelist, or else all paths up to the maximum depth. A path whose
 * records have a required filter without a parameter is omitted, because it would always be rejected, even in a write.
 */
export function includePathsOf(type: string, action: Action, { contract, isFull }: Within): IncludePaths {
  const { includes } = resourceOf(type, contract)
  const permitted = includes?.[action] ?? includes?.default
  const depth = contract.limits.includeDepth
  const isPermitted = (path: string): boolean => permitted === undefined || permitted.includes(path)
  const areAll = permitted === undefined
  const paths: string[] = []
  let level: readonly Reached[] = [{ path: '', types: [type] }]
  for (let at = 0; at < depth && paths.length <= MOST_PATHS; at++) {
    level = level
      .flatMap((reached) => stepsFrom(reached, contract))
      .filter(({ path, types }) => isPermitted(path) && isGiven(types, at === 0, contract))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    if (level.length === 0) break
    if (!isFull && at > 0 && paths.length + level.length > FEW_PATHS) return { paths, more: true, areAll }
    paths.push(...level.map(({ path }) => path))
  }
  return { paths: paths.slice(0, MOST_PATHS), more: paths.length > MOST_PATHS, areAll }
}

/** The include paths that all of the given types permit. */
export function sharedIncludePaths(types: readonly string[], action: Action, within: Within): IncludePaths {
  const [first, ...others] = types.map((type) => includePathsOf(type, action, within))
  if (!first) return { paths: [], more: false, areAll: true }
  if (others.length === 0) return first
  const shared = {
    paths: first.paths.filter((path) => others.every(({ paths }) => paths.includes(path))),
    more: first.more && others.every(({ more }) => more),
    areAll: first.areAll && others.every(({ areAll }) => areAll),
  }
  return withoutNeeded(types, shared, within.contract)
}

/** The include paths for an operation without parameters for included records. */
export function withoutNeeded(
  types: readonly string[],
  { paths, more, areAll }: IncludePaths,
  contract: Contract,
): IncludePaths {
  const reached = (path: string): readonly string[] => {
    const [name = ''] = path.split('.')
    return types.flatMap((type) => ownOf(resourceOf(type, contract).relationships, name)?.types ?? [])
  }
  return { paths: paths.filter((path) => isGiven(reached(path), false, contract)), more, areAll }
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

interface Reached {
  readonly path: string
  readonly types: readonly string[]
}

/**
 * The relationships that continue a path. After a polymorphic relationship, these are the relationships of any of its
 * types.
 */
function stepsFrom({ path, types }: Reached, contract: Contract): readonly Reached[] {
  const found = new Map<string, Set<string>>()
  for (const type of types) {
    for (const [name, relationship] of seenRelationships(resourceOf(type, contract))) {
      found.set(name, new Set([...(found.get(name) ?? []), ...relationship.types]))
    }
  }
  return [...found].map(([name, reached]) => ({
    path: path === '' ? name : `${path}.${name}`,
    types: [...reached],
  }))
}
