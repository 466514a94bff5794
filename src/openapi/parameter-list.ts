import type { Contract, RelationshipContract, ResourceContract } from '../contract/contract.js'
import { bothOf } from './guards.js'
import { type IncludePaths, resourceOf, withoutNeeded } from './includes.js'
import { componentName, refTo, type JsonObject } from './json.js'
import {
  fieldParameters,
  filterParameters,
  pageParameters,
  type Parameter,
  sharedFilters,
  sortParameter,
  statParameters,
  withRequired,
} from './parameters.js'

/** The parameters of operations: most are components, which several operations name. */
export interface ParameterList {
  /** Of a collection of a type. */
  ofCollection(type: string, includes: IncludePaths): readonly JsonObject[]
  /** Of one record of a type. */
  ofRecord(type: string, includes: IncludePaths): readonly JsonObject[]
  /** Of one record of one of some types. */
  ofRelated(types: readonly string[], includes: IncludePaths): readonly JsonObject[]
  /** Of the linkage of a relationship: include paths begin with its name (rule 16.1). */
  ofLinkage(name: string, relationship: RelationshipContract, includes: IncludePaths): readonly JsonObject[]
  /** The components that have been named. */
  components(): Readonly<Record<string, JsonObject>>
}

/** Makes the list of a contract's parameters. */
export function parameterList(contract: Contract): ParameterList {
  const components = new Map<string, JsonObject>()
  // A thousand resources have a million references: those to one component are one object.
  const references = new Map<string, JsonObject>()
  const named = (parameters: readonly Parameter[]): readonly JsonObject[] =>
    parameters.map(({ component, parameter }) => {
      if (!components.has(component)) components.set(component, parameter)
      const reference = references.get(component) ?? refTo('parameters', component)
      references.set(component, reference)
      return reference
    })

  // Equal parameters are one component; of one name, those that differ are counted.
  const texts = new Map<string, string>()
  const shared = (name: string, parameter: JsonObject | undefined): readonly JsonObject[] => {
    if (!parameter) return []
    const text = JSON.stringify(parameter)
    let component = texts.get(`${name} ${text}`)
    for (let count = 1; component === undefined; count++) {
      const free = count === 1 ? name : `${name}.${count}`
      if (!components.has(free)) component = free
    }
    texts.set(`${name} ${text}`, component)
    return named([{ component, parameter }])
  }

  /** What is asked of the records of relationships that are included, each by its own name. */
  const included = (type: string, { paths }: IncludePaths): readonly Included[] =>
    paths
      .filter((path) => !path.includes('.'))
      .flatMap((name) => {
        const relationship = resourceOf(type, contract).relationships[name]
        if (!relationship) return []
        const resources = relationship.types.map((each) => resourceOf(each, contract))
        return [{ name, relationship, resources }]
      })

  const ofIncluded = (type: string, includes: IncludePaths): readonly JsonObject[] =>
    included(type, includes).flatMap(({ name, relationship, resources }) => {
      const place = { of: type, relationship: name }
      const [first] = resources
      const hasPages = relationship.cardinality === 'many' && !relationship.custom && first
      return named([
        ...(first ? filterParameters({ ...first, filters: sharedFilters(resources) }, place, contract) : []),
        ...(hasPages ? pageParameters(first, place) : []),
      ])
    })

  const ofFields = (
    types: readonly string[],
    type: string,
    includes: IncludePaths,
  ): readonly JsonObject[] => {
    const reached = new Map<string, string>()
    for (const path of includes.paths) {
      for (const each of typesAt(types, path, contract)) {
        if (!types.includes(each) && !reached.has(each)) reached.set(each, path)
      }
    }
    return [
      ...types.flatMap((each) => named(fieldParameters(each, resourceOf(each, contract)))),
      ...[...reached].flatMap(([each, path]) =>
        named(fieldParameters(each, resourceOf(each, contract)).map((one) => withRequired(one, path))),
      ),
    ]
  }

  const ofSort = (type: string, own: boolean, includes: IncludePaths): readonly JsonObject[] => {
    const resource = resourceOf(type, contract)
    const many = included(type, includes).flatMap(({ name, relationship, resources: [first] }) =>
      relationship.cardinality === 'many' && first ? [[name, first, bothOf(relationship.read)] as const] : [],
    )
    return shared(
      componentName(type, 'sort'),
      sortParameter(own ? resource : undefined, many, own && leadsOn(resource, contract)),
    )
  }

  return {
    ofCollection(type, includes) {
      const resource = resourceOf(type, contract)
      const place = { of: type }
      return [
        ...named(filterParameters(resource, place, contract)),
        ...ofSort(type, true, includes),
        ...named([...pageParameters(resource, place), ...statParameters(resource, place)]),
        ...shared(componentName(type, 'include'), includeParameter(includes)),
        ...ofFields([type], type, includes),
        ...ofIncluded(type, includes),
      ]
    },
    ofRecord(type, includes) {
      return [
        ...shared(componentName(type, 'include'), includeParameter(includes)),
        ...ofSort(type, false, includes),
        ...ofFields([type], type, includes),
        ...ofIncluded(type, includes),
      ]
    },
    ofRelated(types, includes) {
      const [only, ...others] = types
      if (only !== undefined && others.length === 0) return this.ofRecord(only, includes)
      const [type = ''] = types
      return [
        ...shared(componentName(type, 'include'), includeParameter(includes)),
        ...ofFields(types, types[0] ?? '', includes),
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
      const nothing = { paths: [], more: false }
      return [
        ...(cardinality === 'many'
          ? [
              ...named(filterParameters(resource, { of: type }, contract)),
              ...ofSort(type, true, nothing),
              ...named([
                ...pageParameters(resource, { of: type }),
                ...statParameters(resource, { of: type }),
              ]),
            ]
          : []),
        ...shared(componentName(type, 'include'), includeParameter(below)),
        ...types.flatMap((each) =>
          named(fieldParameters(each, resourceOf(each, contract)).map((one) => withRequired(one, name))),
        ),
      ]
    },
    components: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}

interface Included {
  readonly name: string
  readonly relationship: RelationshipContract
  readonly resources: readonly ResourceContract[]
}

function includeParameter({ paths, more }: IncludePaths): JsonObject | undefined {
  if (paths.length === 0) return undefined
  const named = { type: 'string', enum: paths }
  const items = more
    ? {
        anyOf: [
          named,
          { type: 'string', pattern: '^[^.,]+(\\.[^.,]+)*$', description: 'Other paths of relationships.' },
        ],
      }
    : named
  return {
    name: 'include',
    in: 'query',
    description: 'The relationships whose records stand in the answer too.',
    style: 'form',
    explode: false,
    schema: { type: 'array', items },
  }
}

/** The types that an include path leads to, from some types. */
function typesAt(types: readonly string[], path: string, contract: Contract): readonly string[] {
  return path
    .split('.')
    .reduce<readonly string[]>(
      (at, name) => [
        ...new Set(at.flatMap((type) => resourceOf(type, contract).relationships[name]?.types ?? [])),
      ],
      types,
    )
}

/** Whether a sort may go through more than one to-one relationship: those are too many to be named. */
function leadsOn({ sorts, relationships }: ResourceContract, contract: Contract): boolean {
  return Object.keys(sorts).some((name) => {
    const [relationship = '', , ...rest] = name.split('.')
    const [type] = relationships[relationship]?.types ?? []
    if (!name.includes('.') || rest.length > 0 || type === undefined) return false
    return Object.keys(resourceOf(type, contract).sorts).some((each) => each.includes('.'))
  })
}
