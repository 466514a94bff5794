import {
  type Contract,
  ownOf,
  type RelationshipContract,
  type ResourceContract,
} from '@jsonapi-gen/runtime/vocabulary'
import { bothOf } from './guards.js'
import { type IncludePaths, resourceOf, withoutNeeded } from './includes.js'
import type { DocumentParts } from './document-parts.js'
import { componentName, type JsonObject } from './json.js'
import {
  fieldParameters,
  filterParameters,
  isNeeded,
  pageParameters,
  type Parameter,
  sharedFilters,
  sortParameter,
  statParameters,
  withRequired,
} from './parameters.js'

/** The parameters of operations. Most of them are components that several operations share. */
export interface ParameterList {
  /** The parameters for a type's collection. */
  ofCollection(type: string, includes: IncludePaths): readonly JsonObject[]
  /** The parameters for one record of a type. */
  ofRecord(type: string, includes: IncludePaths): readonly JsonObject[]
  /** The parameters for a write to one record of a type. */
  ofWrite(type: string, includes: IncludePaths): readonly JsonObject[]
  /** The parameters for a related record, which has one of the given types. */
  ofRelated(types: readonly string[], includes: IncludePaths): readonly JsonObject[]
  /**
   * The most common parameters, for a relationship of a type with many relationships. The others are listed only at
   * the paths of the related type.
   */
  ofMany(types: readonly string[], includes: IncludePaths, isCollection: boolean): readonly JsonObject[]
  /**
   * The parameters for a relationship's linkage, where include paths begin with the relationship's name (rule 16.1).
   */
  ofLinkage(name: string, relationship: RelationshipContract, includes: IncludePaths): readonly JsonObject[]
}

/** Creates the parameter list for a contract. */
export function parameterList({ contract, components, isFull }: DocumentParts): ParameterList {
  const of = { contract, isFull }
  const named = (parameters: readonly Parameter[]): readonly JsonObject[] =>
    parameters.map(({ component, parameter }) => components.name('parameters', component, parameter))
  const shared = (name: string, parameter: JsonObject | undefined): readonly JsonObject[] =>
    parameter ? [components.share('parameters', name, parameter)] : []

  /** The parameters for included records, under the names of their relationships. */
  const included = (type: string, { paths }: IncludePaths): readonly Included[] =>
    paths
      .filter((path) => !path.includes('.'))
      .flatMap((name) => {
        const relationship = ownOf(resourceOf(type, contract).relationships, name)
        if (!relationship) return []
        const resources = relationship.types.map((each) => resourceOf(each, contract))
        return [{ name, relationship, resources }]
      })

  // A required filter must be listed. The other parameters for an include are described once, in words.
  const ofIncluded = (type: string, includes: IncludePaths): readonly JsonObject[] =>
    included(type, includes).flatMap(({ name, relationship, resources }) => {
      const place = { of: type, relationship: name }
      const [first] = resources
      const hasPages = relationship.cardinality === 'many' && !relationship.custom && first
      const shownFilters = Object.entries(sharedFilters(resources)).filter(
        ([, filter]) => isFull || isNeeded(filter),
      )
      return named([
        ...(first
          ? filterParameters({ ...first, filters: Object.fromEntries(shownFilters) }, place, of)
          : []),
        ...(hasPages && isFull ? pageParameters(first, place, isFull) : []),
      ])
    })

  // Most operations list the fields of many types, so each type's parameters are built once.
  const known = new Map<string, readonly Parameter[]>()
  const fieldsOf = (type: string): readonly Parameter[] => {
    const fields = known.get(type) ?? fieldParameters(type, resourceOf(type, contract), isFull)
    known.set(type, fields)
    return fields
  }

  const ofFields = (types: readonly string[], includes: IncludePaths, own = true): readonly JsonObject[] => {
    const reached = new Map<string, string>()
    for (const path of includes.paths) {
      for (const each of typesAt(types, path, contract)) {
        if (!types.includes(each) && !reached.has(each)) reached.set(each, path)
      }
    }
    return named([
      ...types.flatMap((each) => (own || isFull ? fieldsOf(each) : withoutExtra(fieldsOf(each)))),
      ...[...reached].flatMap(([each, path]) =>
        isFull ? fieldsOf(each).map((one) => withRequired(one, path)) : withoutExtra(fieldsOf(each)),
      ),
    ])
  }

  const ofSort = (type: string, own: boolean, includes: IncludePaths): readonly JsonObject[] => {
    const resource = resourceOf(type, contract)
    const many = isFull
      ? included(type, includes).flatMap(({ name, relationship, resources: [first] }) =>
          relationship.cardinality === 'many' && first
            ? [[name, first, bothOf(relationship.read)] as const]
            : [],
        )
      : []
    return shared(componentName(type, 'sort'), sortParameter(own ? resource : undefined, many, isFull))
  }

  const ofInclude = (type: string, includes: IncludePaths): readonly JsonObject[] =>
    shared(componentName(type, 'include'), includeParameter(includes, isFull))

  return {
    ofCollection(type, includes) {
      const resource = resourceOf(type, contract)
      const place = { of: type }
      return [
        ...named(filterParameters(resource, place, of)),
        ...ofSort(type, true, includes),
        ...named([...pageParameters(resource, place, isFull), ...statParameters(resource, place, isFull)]),
        ...ofInclude(type, includes),
        ...ofFields([type], includes),
        ...ofIncluded(type, includes),
      ]
    },
    ofRecord(type, includes) {
      return [
        ...ofInclude(type, includes),
        ...ofSort(type, false, includes),
        ...ofFields([type], includes),
        ...ofIncluded(type, includes),
      ]
    },
    ofWrite(type, includes) {
      if (isFull) return this.ofRecord(type, includes)
      return [
        ...ofInclude(type, includes),
        ...ofFields([type], includes, false),
        ...ofIncluded(type, includes),
      ]
    },
    ofRelated(types, includes) {
      const [only, ...others] = types
      if (only !== undefined && others.length === 0) return this.ofRecord(only, includes)
      const [type = ''] = types
      return [...ofInclude(type, includes), ...ofFields(types, includes)]
    },
    ofMany(types, includes, isCollection) {
      const [type = ''] = types
      const resource = resourceOf(type, contract)
      return [
        ...(isCollection
          ? [...ofSort(type, true, includes), ...named(pageParameters(resource, { of: type }, isFull))]
          : []),
        ...ofInclude(type, includes),
        ...ofFields(types, { ...includes, paths: [] }),
      ]
    },
    ofLinkage(name, { cardinality, types }, includes) {
      const [type = ''] = types
      const resource = resourceOf(type, contract)
      const below = {
        ...includes,
        paths: [name, ...withoutNeeded(types, includes, contract).paths.map((path) => `${name}.${path}`)]
          .filter((path) => path.split('.').length <= contract.limits.includeDepth)
          .slice(0, 100),
      }
      const nothing = { paths: [], more: false, areAll: true }
      return [
        ...(cardinality === 'many' && isFull
          ? [
              ...named(filterParameters(resource, { of: type }, of)),
              ...ofSort(type, true, nothing),
              ...named([
                ...pageParameters(resource, { of: type }, isFull),
                ...statParameters(resource, { of: type }, isFull),
              ]),
            ]
          : []),
        ...(cardinality === 'many' && !isFull ? named(pageParameters(resource, { of: type }, isFull)) : []),
        ...ofInclude(type, below),
        ...named(
          types.flatMap((each) => {
            const fields = fieldsOf(each)
            return isFull ? fields.map((one) => withRequired(one, name)) : fields
          }),
        ),
      ]
    },
  }
}

interface Included {
  readonly name: string
  readonly relationship: RelationshipContract
  readonly resources: readonly ResourceContract[]
}

function withoutExtra(all: readonly Parameter[]): readonly Parameter[] {
  return all.filter(({ parameter }) => !String(parameter['name']).startsWith('extra_'))
}

function includeParameter({ paths, more, areAll }: IncludePaths, isFull: boolean): JsonObject | undefined {
  if (paths.length === 0) return undefined
  const named = { type: 'string', enum: paths }
  const items = more
    ? {
        anyOf: [
          named,
          { type: 'string', pattern: '^[^.,]+(\\.[^.,]+)*$', description: 'Other relationship paths.' },
        ],
      }
    : named
  const text = [
    ...(isFull ? ['The relationships whose records the response includes.'] : []),
    ...(areAll ? [] : ['Any other path is ignored.']),
  ].join(' ')
  return {
    name: 'include',
    in: 'query',
    ...(text !== '' && { description: text }),
    style: 'form',
    explode: false,
    schema: { type: 'array', items },
    ...(!isFull && { 'x-included': WHAT_AN_INCLUDE_TAKES }),
  }
}

/** The parameters for included records, which contain the include path. */
const WHAT_AN_INCLUDE_TAKES = ['filter', 'sort', 'page', 'extra_fields']

/** The types at the end of an include path that begins at the given types. */
function typesAt(types: readonly string[], path: string, contract: Contract): readonly string[] {
  return path
    .split('.')
    .reduce<readonly string[]>(
      (at, name) => [
        ...new Set(at.flatMap((type) => ownOf(resourceOf(type, contract).relationships, name)?.types ?? [])),
      ],
      types,
    )
}
