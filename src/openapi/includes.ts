import type { Contract, RelationshipContract, ResourceContract } from '../contract/contract.js'
import type { Action } from '../schema/types.js'
import { isNeeded, sharedFilters } from './parameters.js'

/** So many include paths are named in one operation; the others are described by a pattern. */
const NAMED_PATHS = 100

/** The include paths that an operation permits. */
export interface IncludePaths {
  /** The shallowest first, and then by name. */
  readonly paths: readonly string[]
  /** Whether there are more. */
  readonly more: boolean
}

/**
 * The include paths of an action of a type: those of its whitelist, or all, as deep as a request may go. A path whose records
 * have a required filter that no parameter gives would always be refused, in a write too: it is not among them.
 */
export function includePathsOf(type: string, action: Action, contract: Contract): IncludePaths {
  const { includes } = resourceOf(type, contract)
  const permitted = includes?.[action] ?? includes?.default
  const depth = contract.limits.includeDepth
  const isPermitted = (path: string): boolean => permitted === undefined || permitted.includes(path)
  const paths: string[] = []
  let level: readonly Reached[] = [{ path: '', types: [type] }]
  for (let at = 0; at < depth && level.length > 0 && paths.length <= NAMED_PATHS; at++) {
    level = level
      .flatMap((reached) => stepsFrom(reached, contract))
      .filter(({ path, types }) => isPermitted(path) && isGiven(types, at === 0, contract))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    paths.push(...level.map(({ path }) => path))
  }
  return { paths: paths.slice(0, NAMED_PATHS), more: paths.length > NAMED_PATHS }
}

/** The include paths that each of some types permits. */
export function sharedIncludePaths(
  types: readonly string[],
  action: Action,
  contract: Contract,
): IncludePaths {
  const [first, ...others] = types.map((type) => includePathsOf(type, action, contract))
  if (!first) return { paths: [], more: false }
  if (others.length === 0) return first
  const shared = {
    paths: first.paths.filter((path) => others.every(({ paths }) => paths.includes(path))),
    more: first.more && others.every(({ more }) => more),
  }
  return withoutNeeded(types, shared, contract)
}

/** Include paths from some types, for an operation that has no parameters of what it includes. */
export function withoutNeeded(
  types: readonly string[],
  { paths, more }: IncludePaths,
  contract: Contract,
): IncludePaths {
  const reached = (path: string): readonly string[] => {
    const [name = ''] = path.split('.')
    return types.flatMap((type) => resourceOf(type, contract).relationships[name]?.types ?? [])
  }
  return { paths: paths.filter((path) => isGiven(reached(path), false, contract)), more }
}

/** Whether the parameters of an operation give all required filters of some types: what is included directly has filters. */
function isGiven(types: readonly string[], hasFilters: boolean, contract: Contract): boolean {
  const resources = types.map((type) => resourceOf(type, contract))
  const shared = hasFilters ? sharedFilters(resources) : {}
  return resources.every(({ filters }) =>
    Object.entries(filters).every(([name, filter]) => {
      const given = shared[name]
      return !isNeeded(filter) || (given !== undefined && isNeeded(given))
    }),
  )
}

/** The relationships of a resource that somebody sees. */
export function seenRelationships({
  relationships,
}: ResourceContract): readonly (readonly [name: string, relationship: RelationshipContract])[] {
  return Object.entries(relationships).filter(([, { read }]) => read !== false)
}

/** Whether a relationship can be written at an address of its own, or in a document. */
export function isWritten({ write, custom }: RelationshipContract): boolean {
  return write !== false && !custom
}

/** The resource of a type. Throws an Error for one that the contract does not have: that is our bug. */
export function resourceOf(type: string, { resources }: Contract): ResourceContract {
  const found = resources[type]
  if (!found) throw new Error(`The contract has no type "${type}"`)
  return found
}

interface Reached {
  readonly path: string
  readonly types: readonly string[]
}

/** Below a polymorphic relationship, a name that any of its types has. */
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
