import {
  type Contract,
  ownOf,
  type RelationshipContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { sharedFilters } from './filters.js'
import { type IncludePaths, resourceOf } from './includes.js'

/** The parameters that an operation accepts, as plain data. */
export interface Accepted {
  readonly by: 'read' | 'write' | 'linkage'
  /** In the order of their parameters. */
  readonly groups: readonly Group[]
  /** The name of an operation that accepts the same filters, sorts, pages and stats. */
  readonly like?: string | undefined
}

/** Parameters that are accepted together. */
export type Group = Place &
  (
    | { readonly kind: 'filters' | 'page' | 'stats'; readonly resource: ResourceContract }
    | {
        readonly kind: 'sort'
        /** The resource of the primary data, unless it is a single record. */
        readonly own?: ResourceContract
        readonly included: readonly Included[]
      }
    | {
        readonly kind: 'include'
        readonly includes: IncludePaths
        /** The relationship that all paths begin with, for its linkage. */
        readonly under?: { readonly name: string; readonly types: readonly string[] }
      }
    | { readonly kind: 'fields' | 'extra_fields' }
  )

/** The records that parameters apply to. */
export interface Place {
  /** The type that the names of components begin with. */
  readonly type: string
  /** The include path that leads to the records; undefined for primary data. */
  readonly path?: string | undefined
}

/** A relationship that a request may include directly. */
export interface Included {
  readonly name: string
  readonly relationship: RelationshipContract
  readonly resources: readonly ResourceContract[]
}

/** The parameters for a type's collection. */
export function ofCollection(type: string, includes: IncludePaths, contract: Contract): readonly Group[] {
  const included = includedIn(type, includes, contract)
  return [
    ...ofList(type, included, contract),
    { kind: 'include', type, includes },
    ...below([type], includes, included),
  ]
}

/** The parameters for a record, which has one of the given types. */
export function ofRecord(
  types: readonly string[],
  includes: IncludePaths,
  contract: Contract,
): readonly Group[] {
  const [type = '', ...others] = types
  const included = others.length > 0 ? [] : includedIn(type, includes, contract)
  return [
    { kind: 'include', type, includes },
    { kind: 'sort', type, included },
    ...below(types, includes, included),
  ]
}

/** The parameters for a relationship's linkage, where include paths begin with the relationship's name (rule 16.1). */
export function ofLinkage(
  name: string,
  { cardinality, types }: RelationshipContract,
  includes: IncludePaths,
  contract: Contract,
): readonly Group[] {
  const [type = ''] = types
  return [
    ...(cardinality === 'many' ? ofList(type, [], contract) : []),
    { kind: 'include', type, includes, under: { name, types } },
    ...types.flatMap((each) => fieldsOf(each, name)),
  ]
}

function ofList(type: string, included: readonly Included[], contract: Contract): readonly Group[] {
  const resource = resourceOf(type, contract)
  return [
    { kind: 'filters', type, resource },
    { kind: 'sort', type, own: resource, included },
    { kind: 'page', type, resource },
    { kind: 'stats', type, resource },
  ]
}

/** The fields of all types that the response may contain, and the parameters for directly included records. */
function below(
  types: readonly string[],
  { paths }: IncludePaths,
  included: readonly Included[],
): readonly Group[] {
  const [type = ''] = types
  // The first path that leads to each type.
  const reached = new Map<string, string | undefined>(types.map((each) => [each, undefined]))
  for (const { path, types: ends } of paths) {
    for (const each of ends) if (!reached.has(each)) reached.set(each, path)
  }
  return [
    ...[...reached].flatMap(([each, path]) => fieldsOf(each, path)),
    ...included.flatMap((each) => ofIncluded(type, each)),
  ]
}

const fieldsOf = (type: string, path?: string): readonly Group[] => [
  { kind: 'fields', type, path },
  { kind: 'extra_fields', type, path },
]

function ofIncluded(type: string, { name: path, relationship, resources }: Included): readonly Group[] {
  const [first] = resources
  if (!first) return []
  const filtered = resources.length === 1 ? first : { ...first, filters: sharedFilters(resources) }
  const hasPages = relationship.cardinality === 'many' && !relationship.custom
  return [
    { kind: 'filters', type, path, resource: filtered },
    ...(hasPages ? [{ kind: 'page', type, path, resource: first } as const] : []),
  ]
}

function includedIn(type: string, { paths }: IncludePaths, contract: Contract): readonly Included[] {
  const { relationships } = resourceOf(type, contract)
  return paths.flatMap(({ path: name, depth }) => {
    const relationship = depth === 1 ? ownOf(relationships, name) : undefined
    if (!relationship) return []
    return [{ name, relationship, resources: relationship.types.map((each) => resourceOf(each, contract)) }]
  })
}
