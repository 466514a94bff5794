import {
  type Action,
  type Contract,
  ownOf,
  type RelationshipContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import type { DocumentParts } from './document-parts.js'
import { isNeeded, sharedFilters } from './parameters.js'

/** So many include paths are named in one operation at most; the others are described by a pattern. */
const MOST_PATHS = 100

/** So many are named where not everything is spelled out. Those of relationships of the type itself are in any case. */
const FEW_PATHS = 40

/** The include paths that an operation permits. */
export interface IncludePaths {
  /** The shallowest first, and then by name. */
  readonly paths: readonly string[]
  /** Whether there are more. */
  readonly more: boolean
  /** Whether no whitelist drops others (rule 9.5). */
  readonly areAll: boolean
}

/** What include paths are found in, and whether as many as possible are named. */
type Within = Pick<DocumentParts, 'contract' | 'isFull'>

/**
 * The include paths of an action of a type: those of its whitelist, or all, as deep as a request may go. A path whose records
 * have a required filter that no parameter gives would always be refused, in a write too: it is not among them.
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

/** The include paths that each of some types permits. */
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

/** Include paths from some types, for an operation that has no parameters of what it includes. */
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

/** Whether the parameters of an operation give all required filters of some types: what is included directly has filters. */
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
  const found = ownOf(resources, type)
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
