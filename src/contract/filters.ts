import { isIdKind, offeredValue, type Operator, OPERATORS } from '@jsonapi-gen/runtime/vocabulary'
import type { FilterSchema, ResourceSchema, Schema } from '../schema/schema.js'
import { primaryKeyOf, relationshipsOf } from '../schema/relations.js'
import { operatorsOf } from '../schema/capabilities.js'
import { scalarOf, type ValueType } from '../schema/types.js'
import type { FilterContract, Named, Relationships } from '@jsonapi-gen/runtime/vocabulary'
import { named } from './named.js'
import { guardsOf, guardsOnWay, wayOf, type Way } from './sight.js'
import { allOf } from './who.js'

/** The filters, each with who may use it: its own guard, and those of its target (rules 3.2, 7.3, 14.12). */
export function filtersOf(resource: ResourceSchema, schema: Schema): Named<FilterContract> {
  return named(resource.filters.map((filter) => [filter.name, filterOf(filter, resource, schema)]))
}

/** Whether filters may be grouped: on the Null adapter they may not. */
export function hasGroups({ adapter }: ResourceSchema): boolean {
  return adapter !== 'null'
}

function filterOf(filter: FilterSchema, resource: ResourceSchema, schema: Schema): FilterContract {
  const { name, aliases, column, guard, required, method } = filter
  const way = wayOf(column ?? name, resource, schema)
  const through = way.through.map((each) => each.name)
  const isComposite = way.owner?.key !== undefined && column === undefined && way.name === 'id'
  const type = isComposite ? { ...scalarOf('uuid'), list: filter.type.list } : filter.type
  return {
    ...offeredValue(isComposite ? { ...type, kind: 'string' } : type),
    who: allOf(
      ...(guard === undefined ? [] : [guard]),
      ...guardsOnWay(way, resource, schema),
      ...(way.owner ? guardsOf(way.owner, way.name, column !== undefined, schema) : []),
    ),
    operators: method === undefined ? inOrder(filter.operators ?? operatorsOf(type)) : ['eq'],
    aliases: aliases.toSorted(),
    required,
    custom: method !== undefined,
    ...(isAboutIds(way, column !== undefined, type, schema) && { ids: true as const }),
    ...(through.length > 0 && { through }),
  }
}

const inOrder = (operators: readonly Operator[]): readonly Operator[] =>
  OPERATORS.filter((each) => operators.includes(each))

function isAboutIds(
  { owner, name }: Way,
  isColumn: boolean,
  { kind }: ValueType,
  { resources }: Schema,
): boolean {
  if (!owner || !isIdKind(kind)) return false
  if (name === 'id' && !isColumn) return true
  return primaryKeyOf(owner).includes(name) || refersToIds(name, relationshipsOf(owner, resources))
}

/** Whether a column refers to the primary key of one resource: other unique columns have values that are not ids. */
function refersToIds(column: string, relationships: Relationships<ResourceSchema>): boolean {
  return [...relationships.values()].some(({ holder, relations: [only, ...others] }) => {
    if (holder !== 'owner' || !only?.target || others.length > 0 || only.group !== undefined) return false
    const references = primaryKeyOf(only.target)
    return only.pairs.owner.includes(column) && only.pairs.target.every((each) => references.includes(each))
  })
}
