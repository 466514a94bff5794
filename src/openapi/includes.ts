import type { Contract, RelationshipContract, ResourceContract } from '../contract/contract.js'
import type { Action } from '../schema/types.js'

/** So many include paths are named in one operation; the others are described by a pattern. */
const NAMED_PATHS = 100

/** The include paths that an operation permits. */
export interface IncludePaths {
  /** The shallowest first, and then by name. */
  readonly paths: readonly string[]
  /** Whether there are more. */
  readonly more: boolean
}

/** The include paths of an action of a type: those of its whitelist, or all, as deep as a request may go. */
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
      .filter(({ path }) => isPermitted(path))
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
  return {
    paths: first.paths.filter((path) => others.every(({ paths }) => paths.includes(path))),
    more: first.more && others.every(({ more }) => more),
  }
}

/** The relationships of a resource that somebody sees. */
export function seenRelationships({
  relationships,
}: ResourceContract): readonly (readonly [name: string, relationship: RelationshipContract])[] {
  return Object.entries(relationships).filter(([, { read }]) => read !== false)
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
