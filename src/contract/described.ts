import {
  type DeclaredInput,
  deprecatedOf,
  described,
  named,
  offeredValue,
  type OfferedResource,
  type ResourceContract,
  type ScopeContract,
  type Who,
} from '@jsonapi-gen/runtime/vocabulary'
import { hasCalculation, isOrderable, operatorsOf } from '../schema/capabilities.js'
import { primaryKeyOf, relationshipsOf } from '../schema/relations.js'
import type {
  ActionSchema,
  AttributeSchema,
  FilterSchema,
  ResourceSchema,
  Schema,
  ScopeSchema,
  StatSchema,
} from '../schema/schema.js'
import { type Literal, POLICIES } from '../schema/types.js'
import { needsOf } from './needs.js'
import { describeRelationships } from './relationships.js'
import { allOf } from './who.js'

/** A resource of a schema. */
export type DescribedResource = OfferedResource<ResourceSchema> &
  Pick<ResourceContract, 'extraFields' | 'scopes'>

/** A resource of a schema, in the vocabulary of contracts. */
export function describe(resource: ResourceSchema, schema: Schema): DescribedResource {
  const { id, clientIds, idLength, key, attributes, whitelist, cache, version, description } = resource
  const wireName = (column: string): string =>
    attributes.find((attribute) => attribute.column === column)?.name ?? column
  return {
    ...described(description),
    deprecated: resource.deprecated,
    id: { type: id, clientIds, ...(!key && idLength) },
    primaryKey: primaryKeyOf(resource),
    isComposite: key !== undefined,
    key: key?.map(({ name, type }) => ({ name: wireName(name), type: offeredValue(type) })) ?? [],
    ...(version !== undefined && { version }),
    attributes: attributes.map((attribute) => {
      const { digits, own } = attribute
      return {
        ...attribute,
        ...inputOf(attribute),
        isOrderable: isOrderable(attribute.type),
        more: { ...(digits !== undefined && { digits }), ...(own?.type !== undefined && { own: own.type }) },
      }
    }),
    extraFields: named(
      resource.extraFields.map(({ name, type, ...field }) => [
        name,
        { ...described(field.description), ...deprecatedOf(field), ...offeredValue(type) },
      ]),
    ),
    relationships: relationshipsOf(resource, schema.resources),
    ...describeRelationships(resource, schema.resources),
    filters: resource.filters.map(describeFilter),
    sorts: resource.sorts,
    deprecatedSorts: new Map(resource.deprecatedSorts.map(({ name, deprecated }) => [name, deprecated])),
    stats: resource.stats.map(({ name, column, ...stat }) => ({
      name,
      path: [column ?? name],
      isColumn: column !== undefined,
      calculations: calculationsOf({ name, column, ...stat }, resource),
      deprecated: stat.deprecated,
    })),
    // On the Null adapter, filters cannot be grouped.
    groups: resource.adapter !== 'null',
    defaultFilters: named(
      resource.defaultFilters.map(({ name, apply }) => [
        name,
        apply.kind === 'custom'
          ? 'custom'
          : named(apply.conditions.map(({ operator, value }) => [operator, jsonOf(value)])),
      ]),
    ),
    defaultSort: resource.defaultSort?.map(({ attribute, direction }) => [attribute, direction] as const) ?? [
      ['id', 'asc'],
    ],
    page: pageOf(resource),
    ...(cache !== undefined && { cache }),
    actions: resource.access.map((access) => describeAction(access, resource, schema)),
    ownActions: resource.ownActions.map(({ input, scope, ...action }) => ({
      ...action,
      scope: scope?.name,
      input: input.map((each) => ({ ...each, ...inputOf(each) })),
    })),
    scopes: scopesOf(resource),
    inheritsScopes: resource.inheritsScopes,
    public: resource.isPublic,
    includes:
      whitelist?.kind === 'every'
        ? [['default', whitelist.paths]]
        : whitelist?.actions.map(({ action, paths }) => [action, paths]),
  }
}

/** A schema's declarations about a value in a request. */
const inputOf = ({ type, required, default: preset, constraints }: AttributeSchema): DeclaredInput => ({
  type,
  required,
  default: preset === undefined ? undefined : jsonOf(preset),
  constraints: Object.fromEntries(constraints.map((each) => [each.name, jsonOf(each.value)])),
})

/** A schema's literal as JSON: a bigint is a string, as on the wire (rule 12.3). */
function jsonOf(literal: Literal): unknown {
  if (typeof literal === 'bigint') return String(literal)
  if (typeof literal !== 'object' || literal === null) return literal
  if (isList(literal)) return literal.map(jsonOf)
  return named(Object.entries(literal).map(([name, value]) => [name, jsonOf(value)]))
}

const isList = (literal: object): literal is readonly Literal[] => Array.isArray(literal)

function describeFilter(filter: FilterSchema): OfferedResource<ResourceSchema>['filters'][number] {
  const { name, column, type, method, operators = operatorsOf(type) } = filter
  return {
    ...filter,
    path: (column ?? name).split('.'),
    isColumn: column !== undefined,
    operators: method === undefined ? operators : ['eq'],
    custom: method !== undefined,
  }
}

function calculationsOf(
  { name, column, builtIn, custom }: Pick<StatSchema, 'name' | 'column' | 'builtIn' | 'custom'>,
  { attributes }: ResourceSchema,
): readonly string[] {
  const type =
    attributes.find((each) => (column === undefined ? each.name === name : each.column === column))?.type ??
    attributes.find((each) => each.column === name)?.type
  const own = custom.map(({ calculation }) => calculation)
  return [...builtIn.filter((each) => type === undefined || hasCalculation(type, each)), ...own]
}

/** Settings that are not declared have the runtime's defaults (rule 1.3). */
function pageOf({
  page,
  paginate,
  sort,
  hasCursors,
}: ResourceSchema): OfferedResource<ResourceSchema>['page'] {
  const { style = 'number', size = 20, max = 1000, number = 1 } = page
  return { style, size, max, number, cursors: hasCursors && paginate !== 'custom' && sort !== 'custom' }
}

function describeAction(
  { action, isServed, guard, from, replaces, deprecated }: ActionSchema,
  resource: ResourceSchema,
  schema: Schema,
): OfferedResource<ResourceSchema>['actions'][number] {
  return {
    action,
    address: isServed,
    guard,
    ...(from !== undefined && { from }),
    replaces,
    deprecated,
    ...(action === 'create' && { takes: takesOf(resource, guard, schema) }),
  }
}

/** The requests that may write everything that a create needs, regardless of the guard on the create itself. */
function takesOf(resource: ResourceSchema, create: boolean | string, { resources }: Schema): Who {
  if (create === false) return true
  if (resource.unfilled.length > 0) return false
  const guards = needsOf(resource, resources).flatMap((need) => need.guards)
  return allOf(...guards.filter((guard) => guard !== create))
}

function scopesOf({ scopes }: ResourceSchema): ResourceContract['scopes'] {
  const held = POLICIES.map((policy) => {
    const of = scopes
      .filter((scope) => scope.policy === policy)
      .toSorted((one, other) => Number(one.isDefault) - Number(other.isDefault))
    return [policy, of.map(scopeOf)] as const
  })
  return named(held.filter(([, of]) => of.length > 0))
}

const scopeOf = ({ name, isDefault }: ScopeSchema): ScopeContract => ({
  scope: name,
  from: isDefault ? 'defaults' : 'resource',
})
