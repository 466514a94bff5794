import { type AttributeType, INT32_MAX, parseType } from '../vocabulary/values/type.js'
import type { SideloadBase, SideloadConfig } from './sideload.js'
import {
  type AttributeConfig,
  type DefaultFilterConfig,
  type ExtraFieldConfig,
  type FilterConfig,
  type OwnActionConfig,
  type OwnOutput,
  type StatCalculation,
  type StatConfig,
} from './config.js'
import type {
  AttributeDeclaration,
  ColumnStat,
  DependentOptions,
  FilterOptions,
  JoinedOptions,
  OwnActionOptions,
  PolymorphicBelongsToOptions,
  SideloadOptions,
  StatOptions,
  TypeSpelling,
} from './declaration-types.js'
import type { Deprecable, Deprecation } from '../vocabulary/deprecation.js'
import { parseDate } from '../vocabulary/values/dates.js'
import type { Handler } from './handler.js'

export function attributeOf(name: string, declaration: AttributeDeclaration): AttributeConfig {
  const options = typeof declaration === 'string' ? { type: declaration } : declaration
  const { type: _type, enum: _enum, nullable: _nullable, list: _list, ...rest } = options
  return Object.freeze({
    readable: true,
    writable: true,
    sortable: true,
    column: name,
    ...rest,
    name,
    type: withMost(typeOf(options) ?? parseType('string'), options.maximum),
    ...deprecatedMember(options),
  })
}

/** A maximum that no integer of 32 bits reaches is that of a column which holds more. */
function withMost(type: AttributeType, maximum: unknown): AttributeType {
  const isMore = type.kind === 'integer' && typeof maximum === 'number' && maximum > INT32_MAX
  return isMore ? Object.freeze({ ...type, most: maximum }) : type
}

export function filterOf(name: string, options: FilterOptions, filter: Handler | undefined): FilterConfig {
  const { aliases = [], column, required = false, list = false, operators } = options
  const type = typeOf(options)
  return Object.freeze({
    name,
    aliases: Object.freeze([name, ...aliases]),
    attribute: name,
    ...(column !== undefined && { column }),
    required,
    ...(list && filter !== undefined && { list: true }),
    ...(options.if !== undefined && { if: options.if }),
    ...(operators && { operators: Object.freeze([...operators]) }),
    ...(type && { type }),
    ...(filter && { filter }),
    ...deprecatedMember(options),
  })
}

export function defaultFilterOf(
  name: string,
  filter: DefaultFilterConfig['filter'],
  spelling: TypeSpelling,
): DefaultFilterConfig {
  const type = typeOf(spelling)
  return Object.freeze({ name, filter, ...(type && { type }) })
}

/** A stat: the built-in calculations, and custom functions, which replace built-in ones of the same name (rule 6.2). */
export function statOf(
  attribute: string,
  options: StatOptions[string],
  custom: Readonly<Record<string, Handler>>,
): StatConfig {
  const about: ColumnStat = isOfColumn(options) ? options : { calculations: options }
  const { column, calculations: builtIn = [] } = about
  const named = [builtIn].flat().map((name): [string, StatCalculation] => [name, { builtIn: name }])
  const calculations = new Map<string, StatCalculation>([...named, ...Object.entries(custom)])
  return Object.freeze({
    attribute,
    ...(column !== undefined && { column }),
    calculations,
    ...deprecatedMember(about),
  })
}

const isOfColumn = (options: StatOptions[string]): options is ColumnStat =>
  typeof options === 'object' && !Array.isArray(options)

export function extraFieldOf(
  name: string,
  type: TypeSpelling,
  { value, values, deprecated }: Pick<ExtraFieldConfig, 'value' | 'values' | 'deprecated'>,
  scope: Handler | undefined,
): ExtraFieldConfig {
  const parsed = typeOf(type)
  return Object.freeze({
    name,
    ...(parsed && { type: parsed }),
    ...(value && { value }),
    ...(values && { values }),
    ...(scope && { scope }),
    ...deprecatedMember({ deprecated }),
  })
}

/**
 * The common part of all sideloads. Throws a TypeError if `linkage: always` would need a query of its own: only a
 * sideload that is `keyed` has its linkage in the record (rule 12.1).
 */
export function sideloadBase(
  name: string,
  options: Omit<SideloadOptions, 'resource'> & DependentOptions,
  { many, keyed = false }: { readonly many: boolean; readonly keyed?: boolean },
): SideloadBase {
  const { linkage = 'included', readable = true, writable = true, scope, description, dependent } = options
  if (linkage === 'always' && !keyed) {
    throw new TypeError(
      `linkage: 'always' is not possible for "${name}", because the record itself does not contain the linkage.`,
    )
  }
  return {
    name,
    many,
    linkage,
    readable,
    writable,
    ...(scope && { scope }),
    ...(description !== undefined && { description }),
    ...(dependent && { dependent }),
    ...deprecatedMember(options),
  }
}

/**
 * The configuration of a many-to-many. Throws a TypeError unless exactly one relation is named, which is a mistake in
 * the application's code.
 */
export function joinedSideload(name: string, options: JoinedOptions): SideloadConfig {
  const [entry, ...others] = Object.entries(options.foreignKey)
  if (!entry || others.length > 0) {
    throw new TypeError(
      `The foreignKey of "${name}" must name a single join relation and its key for this side: { taggings: 'postId' }.`,
    )
  }
  const [join, joinKey] = entry
  return Object.freeze({
    ...sideloadBase(name, options, { many: true }),
    kind: 'hasAndBelongsToMany',
    resource: options.resource,
    join,
    joinKey: columnList(joinKey),
    ...(options.relation !== undefined && { relation: options.relation }),
    ...(options.primaryKey !== undefined && { primaryKey: columnList(options.primaryKey) }),
  })
}

/** The columns of a key; a declaration may give a single one without a list. */
export const columnList = (declared: string | readonly string[]): readonly string[] =>
  Object.freeze([declared].flat())

export function polymorphicSideload(name: string, options: PolymorphicBelongsToOptions): SideloadConfig {
  return Object.freeze({
    ...sideloadBase(name, options, { many: false, keyed: true }),
    kind: 'polymorphicBelongsTo',
    groupBy: options.groupBy,
    groups: new Map(
      Object.entries(options.groups).map(([value, { resource, foreignKey, primaryKey }]) => [
        value,
        {
          resource,
          foreignKey: columnList(foreignKey),
          ...(primaryKey !== undefined && { primaryKey: columnList(primaryKey) }),
        },
      ]),
    ),
  })
}

/** A custom action; its default output is its record, or `meta` for an action on the collection. */
export function ownActionOf(
  name: string,
  type: string,
  options: Omit<OwnActionOptions, 'scope'>,
  scope: Handler | undefined,
  run: Handler,
): OwnActionConfig {
  const { on, input = {}, guard = true, transaction = true } = options
  const output = options.output ?? (on === 'record' ? type : 'meta')
  return Object.freeze({
    name,
    on,
    input: new Map(Object.entries(input).map(([member, each]) => [member, attributeOf(member, each)])),
    output: Object.freeze(outputOf(output)),
    guard,
    ...(scope && { scope }),
    transaction,
    run,
    ...deprecatedMember(options),
  })
}

/** The output in its short spelling: `posts`, `posts?`, `posts[]` or `meta`. */
function outputOf(spelled: string): OwnOutput {
  if (spelled === 'meta') return { kind: 'meta' }
  if (spelled.endsWith('[]')) return { kind: 'list', type: spelled.slice(0, -2) }
  const nullable = spelled.endsWith('?')
  return { kind: 'record', type: nullable ? spelled.slice(0, -1) : spelled, nullable }
}

const deprecatedMember = ({ deprecated }: Deprecable): Pick<AttributeConfig, 'deprecated'> =>
  deprecated ? { deprecated: checkedDeprecation(deprecated) } : {}

/** Throws a TypeError unless its days are in the calendar, and `sunset` is after `since`. */
export function checkedDeprecation(deprecated: Deprecation): Deprecation {
  const { since, sunset, use } = deprecated
  for (const day of sunset === undefined ? [since] : [since, sunset]) {
    if (typeof day !== 'string' || !parseDate(day)) {
      throw new TypeError(`"deprecated" must have dates such as '2026-01-31', not ${JSON.stringify(day)}.`)
    }
  }
  if (sunset !== undefined && sunset <= since) {
    throw new TypeError(`The sunset ${sunset} in "deprecated" must be after since, which is ${since}.`)
  }
  return Object.freeze({ since, ...(sunset !== undefined && { sunset }), ...(use !== undefined && { use }) })
}

function typeOf({
  type,
  enum: values,
  nullable = false,
  list = false,
}: TypeSpelling): AttributeType | undefined {
  if (values) return Object.freeze({ kind: 'enum', list, nullable, values: Object.freeze([...values]) })
  return type === undefined ? undefined : parseType(type)
}
