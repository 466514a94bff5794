import {
  type Action,
  castTo,
  type Contract,
  type RelationshipContract,
  type ResourceContract,
  type Who,
  withoutUnfilled,
} from '@jsonapi-gen/runtime/vocabulary'
import type { ExplorerSettings } from '../../src/settings.js'
import { type ExplorerLogin, loginFault } from '../../src/login.js'
import { isObject } from './json.js'

/** The page's knowledge about the API. */
export interface Known {
  readonly contract: Contract
  readonly settings: ExplorerSettings
  /** The viewer to whom the contract was reduced, and the whole contract. */
  readonly seen?: { readonly by: string; readonly whole: Contract }
}

/** The target of a request: a collection, a record, related records, or their linkage. */
export interface Target {
  readonly type: string
  readonly id?: string
  readonly relationship?: string
  readonly isLinkage?: boolean
}

const VERSION = 1

/** Reads the contract that the server sent. If it is not a contract, returns a sentence that says why. */
export function readContract(value: unknown): Known | string {
  if (!isObject(value) || !isObject(value['resources'])) {
    return 'This is not a contract: it has no "resources".'
  }
  if (value['contract'] !== VERSION) {
    return `The contract has format ${JSON.stringify(value['contract'])}, but this page reads format ${VERSION}. Update @jsonapi-gen/explorer and the generator to the same version.`
  }
  const broken = Object.entries(value['resources']).find(([, resource]) => !isResource(resource))
  if (broken) return `This is not a contract: it does not describe the type ${JSON.stringify(broken[0])}.`
  const { explorer } = value
  const given = isObject(explorer) ? explorer : {}
  return {
    contract: withoutUnfilled(castTo<Contract>(value)),
    settings: {
      path: typeof given['path'] === 'string' ? given['path'] : '/explorer',
      ...(typeof given['base'] === 'string' && { base: given['base'] }),
      strict: given['strict'] === true,
      queries: given['queries'] === true,
      operations: given['operations'] === true,
      idempotency: given['idempotency'] === true,
      ...(isLogin(given['login']) && { login: given['login'] }),
      parameters: Array.isArray(given['parameters']) ? given['parameters'].map(String) : [],
    },
  }
}

const isLogin = (login: unknown): login is ExplorerLogin =>
  login !== undefined && loginFault(login) === undefined

const isResource = (value: unknown): boolean =>
  isObject(value) &&
  ['attributes', 'extraFields', 'relationships', 'filters', 'sorts', 'stats', 'page', 'actions', 'id'].every(
    (name) => isObject(value[name]),
  )

/** A named member of the contract, but not a member that every object inherits. */
export function own<Value>(named: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(named, name) ? named[name] : undefined
}

/** A type of the contract. */
export const resourceOf = ({ contract }: Known, type: string): ResourceContract | undefined =>
  own(contract.resources, type)

/** Whether any request is permitted. */
export const isOpen = (who: Who | undefined): boolean => who !== undefined && who !== false

/** The guards of a permission; empty if everybody has it. */
export const guardsOf = (who: Who): readonly string[] => (typeof who === 'boolean' ? [] : who)

/** A relationship that one of the types has. */
export function relationshipOf(
  known: Known,
  types: readonly string[],
  name: string,
): RelationshipContract | undefined {
  for (const type of types) {
    const found = own(resourceOf(known, type)?.relationships ?? {}, name)
    if (found && isOpen(found.read)) return found
  }
  return undefined
}

/** The target types of a path of relationships; empty if the path does not exist. */
export function typesAt(known: Known, types: readonly string[], path: string): readonly string[] {
  if (path === '') return types
  return path.split('.').reduce<readonly string[]>((current, name) => {
    const found = current.flatMap((type) => {
      const relationship = own(resourceOf(known, type)?.relationships ?? {}, name)
      return relationship && isOpen(relationship.read) ? relationship.types : []
    })
    return [...new Set(found)]
  }, types)
}

/** The types of the primary data of a target. */
export function primaryTypes(known: Known, { type, relationship }: Target): readonly string[] {
  return relationship === undefined ? [type] : typesAt(known, [type], relationship)
}

/** The target types of an include path. In a request for linkage, the path begins with the relationship's own name. */
export const includedTypes = (known: Known, target: Target, path: string): readonly string[] =>
  typesAt(known, target.isLinkage ? [target.type] : primaryTypes(known, target), path)

/** Whether the primary data of a target is a list. */
export function isCollection(known: Known, { type, id, relationship }: Target): boolean {
  if (id === undefined) return true
  if (relationship === undefined) return false
  return relationshipOf(known, [type], relationship)?.cardinality === 'many'
}

/** The relationships that may be included below a path, according to the type's whitelist (rule 9.5). */
export function offeredIncludes(known: Known, target: Target, path: string): readonly string[] {
  const names = includedTypes(known, target, path).flatMap((type) =>
    Object.entries(resourceOf(known, type)?.relationships ?? {}).flatMap(([name, { read }]) =>
      isOpen(read) && (path !== '' || !target.isLinkage || name === target.relationship) ? [name] : [],
    ),
  )
  const permitted = permittedPaths(known, target)
  const before = path === '' ? '' : `${path}.`
  if (before.split('.').length > known.contract.limits.includeDepth) return []
  return [...new Set(names)].toSorted().filter((name) => !permitted || permitted.has(before + name))
}

/** The include paths that a target permits, with all of their prefixes; undefined if every path is permitted. */
export function permittedPaths(known: Known, target: Target): ReadonlySet<string> | undefined {
  const action: Action = isCollection(known, target) ? 'index' : 'show'
  const [type = ''] = primaryTypes(known, target)
  const { includes } = resourceOf(known, type) ?? {}
  const paths = includes?.[action] ?? includes?.default
  if (!paths) return undefined
  const { isLinkage = false, relationship = '' } = target
  return new Set(
    (isLinkage ? [relationship, ...paths.map((path) => `${relationship}.${path}`)] : paths).flatMap(
      prefixesOf,
    ),
  )
}

/** A path and its prefixes: `comments`, `comments.author`. */
export function prefixesOf(path: string): readonly string[] {
  const names = path.split('.')
  return names.map((_, index) => names.slice(0, index + 1).join('.'))
}
