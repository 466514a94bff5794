import type { IdKind, Operator } from '@jsonapi-gen/runtime/vocabulary'
import { operatorsOf } from '../schema/capabilities.js'
import type { ValueType } from '../schema/types.js'
import { generic, text, unionArgument, unionProperty } from './layout/code.js'
import type { Doc } from './layout/doc.js'

/** The names that a type may need to import from the runtime. */
export type RuntimeType =
  | 'Bytes'
  | 'CustomFilter'
  | 'Decimal'
  | 'ExtraFieldsOf'
  | 'FieldsOf'
  | 'Filter'
  | 'FiltersOf'
  | 'IncludeOf'
  | 'Json'
  | 'PageOf'
  | 'PrismaScope'
  | 'SortOf'
  | 'StatsOf'
  | 'ToMany'
  | 'ToOne'

/**
 * The members of the union that a value has in TypeScript: several for enums and nullable types. `own` names the
 * application's type.
 */
export function unionOf(type: ValueType, own?: string): readonly string[] {
  const item = own === undefined ? itemsOf(type) : [own]
  const members = !type.list
    ? item
    : item.length > 1
      ? [`(${item.join(' | ')})[]`]
      : [`${item[0] ?? 'never'}[]`]
  return type.nullable ? [...members, 'null'] : members
}

/** The type of an id. */
export function idTypeOf(id: IdKind): 'number' | 'bigint' | 'string' {
  return id === 'integer' ? 'number' : id === 'bigint' ? 'bigint' : 'string'
}

/** The type of a property that holds such a value. */
export function propertyType(type: ValueType, own?: string): Doc {
  return unionProperty(unionOf(type, own))
}

/** The imports from the runtime for a value of the type. */
export function runtimeTypesOf({ kind }: ValueType): readonly RuntimeType[] {
  switch (kind) {
    case 'decimal':
      return ['Decimal']
    case 'json':
      return ['Json']
    case 'bytes':
      return ['Bytes']
    default:
      return []
  }
}

/**
 * The exact type that the method of a custom filter receives: a decimal as a string, and a list whose members may be
 * null if the type may be null.
 */
export function argumentOf(type: ValueType): readonly string[] {
  const given: ValueType = type.kind === 'decimal' ? { ...type, kind: 'string' } : type
  if (!type.list) return unionOf(given)
  const members = unionOf({ ...given, list: false })
  return members.length > 1 ? [`(${members.join(' | ')})[]`] : members.map((member) => `${member}[]`)
}

/** `CustomFilter<T>`, with the type that its method receives. */
export function customFilterType(type: ValueType): Doc {
  return generic('CustomFilter', [unionArgument(argumentOf(type))])
}

/** `Filter<T>`, with its operators unless they are the defaults for T. */
export function filterType(type: ValueType, operators: readonly Operator[] | undefined): Doc {
  const item = itemsOf(type)
  const offered = operators ?? operatorsOf(type)
  const value = unionArgument(type.nullable ? [...item, 'null'] : item)
  if (operators === undefined && !type.list && hasUsualOperators(type)) return generic('Filter', [value])
  return generic('Filter', [value, unionArgument(offered.map(text))])
}

// The runtime's Filter<string> has the operators of text, so the operators of a uuid, which has fewer, must
// be listed.
function hasUsualOperators({ kind, stored }: ValueType): boolean {
  return (
    (stored === undefined || stored === 'oid' || stored === 'money') &&
    kind !== 'uuid' &&
    kind !== 'json' &&
    kind !== 'bytes'
  )
}

function itemsOf({ kind, values }: ValueType): readonly string[] {
  switch (kind) {
    case 'string':
    case 'uuid':
      return ['string']
    case 'integer':
    case 'float':
      return ['number']
    case 'bigint':
      return ['bigint']
    case 'decimal':
      return ['Decimal']
    case 'boolean':
      return ['boolean']
    case 'date':
    case 'datetime':
      return ['Date']
    case 'json':
      return ['Json']
    case 'bytes':
      return ['Bytes']
    case 'enum':
      return values.map(text)
  }
}
