import { comparesBy, defaultOperators } from '@jsonapi-gen/runtime/vocabulary'
import type { FilterContract, RelationshipContract, ResourceContract } from '@jsonapi-gen/runtime/vocabulary'
import type { Links } from '@jsonapi-gen/runtime/vocabulary'
import { customFilteredType, filteredType } from './client-values.js'
import { docOf } from './deprecated-doc.js'
import { generic, text, unionArgument, unionProperty } from './layout/code.js'
import type { Doc } from './layout/doc.js'
import type { LiteralMember } from './property.js'

/** The filters of a type. For users, an alias is a filter like any other. */
export function filtersOf({ filters }: ResourceContract): readonly LiteralMember[] {
  return Object.entries(filters)
    .filter(([, { who }]) => who !== false)
    .flatMap(([name, filter]) =>
      [name, ...filter.aliases].map((each) => ({
        name: each,
        type: filterType(filter),
        description: docOf({ deprecated: filter.deprecated }),
      })),
    )
}

function filterType(filter: FilterContract): Doc {
  if (filter.custom) return generic('CustomFilter', [customFilteredType(filter)])
  const value = filteredType(filter, filter.ids === true)
  return generic('Filter', [value, unionArgument(operatorNames(filter))])
}

/**
 * If a filter has all operators of its type, the type uses a single name for them, so readers can see which filters are
 * restricted.
 */
function operatorNames({ operators, type, list }: FilterContract): readonly string[] {
  const usual = defaultOperators(type, list === true)
  const isUsual = usual.length === operators.length && usual.every((each) => operators.includes(each))
  if (!isUsual) return operators.map(text)
  const by = usual.map(comparesBy)
  if (by.includes('pattern')) return ['Matching']
  return [by.includes('order') ? 'Order' : 'Equality']
}

/**
 * `ToOne` or `ToMany` of a relationship's types, with null if it may be null. `fills` are the inverse relationships
 * that creating a record inside this relationship sets.
 */
export function relationshipType(
  { cardinality, types }: RelationshipContract,
  orNull: boolean,
  fills: readonly string[] = [],
  links: Links = 'free',
): Doc {
  const targets = [...types.map(text), ...(orNull ? ['null'] : [])]
  const held = links === 'free' ? [] : [links === 'fixed' ? text(links) : 'true']
  const filled = fills.length > 0 ? [unionArgument(fills.map(text))] : held.map(() => 'never')
  return generic(cardinality === 'many' ? 'ToMany' : 'ToOne', [unionArgument(targets), ...filled, ...held])
}

/** The actions of a type that have a path of their own and that at least some clients may perform. */
export function actionsOf({ actions }: ResourceContract): readonly string[] {
  return Object.entries(actions).flatMap(([name, { address, who }]) =>
    address && who !== false ? [name] : [],
  )
}

/** The include paths that each action permits: a union, or `AnyPath` if nothing restricts them (rule 9.5). */
export function includesOf({ includes = {} }: ResourceContract): readonly LiteralMember[] {
  return (['index', 'show', 'create', 'update'] as const).map((action) => {
    const paths = includes[action] ?? includes.default
    return { name: action, type: paths ? unionProperty(paths.map(text)) : 'AnyPath' }
  })
}
