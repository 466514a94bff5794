import { ordersThrough, storedTypeIn } from '../../facts/implied.js'
import { isDefault } from '../../adapter/default-operations.js'
import type { AttributeConfig, FilterConfig, StatCalculation } from '../../declare/config.js'
import type { SideloadConfig } from '../../declare/sideload.js'
import type { CompiledResource } from '../../resource/compile.js'
import type { Rule } from '../../resource/guards.js'
import {
  keyColumns,
  relationshipsOf,
  relationshipsOfKey,
  storedPath,
  toOneAlong,
} from '../../resource/relations.js'
import { type Named, statColumn } from '../../resource/wire-names.js'
import { isCalculable } from '../../vocabulary/calculations.js'
import type { Operator } from '../../vocabulary/operators.js'
import { guardsFor, type Relationship, relationshipsShownBy } from '../../vocabulary/relation.js'
import { isSortable } from '../../vocabulary/values/type.js'
import { type FilterTarget, filterTarget, operatorsOfFilter } from '../filters/filter-target.js'

/**
 * The declarations of a resource by name, and the rules that a request must pass to use each name. Nothing here depends
 * on a request, so a view keeps it.
 */

/** Lists of rules. After a refusal, no further list is asked. */
export type Rules = readonly (readonly Rule[])[]

export interface AttributeName {
  readonly config: AttributeConfig
  /** A request that reads an attribute also needs the relationships whose foreign key it shows (rule 14.16). */
  readonly readable: readonly Rule[]
  /** The rules for a create and for an update; undefined if no request may write it there. */
  readonly create: Rules | undefined
  readonly update: Rules | undefined
}

export interface RelationName {
  readonly config: SideloadConfig
  readonly relationship: Relationship<CompiledResource>
  /** Its own rules, and those of other relationships with the same foreign key or join. */
  readonly readable: readonly Rule[]
  readonly writable: readonly Rule[]
  /** The rules for a write, which may exist even if nobody may read it. Undefined if nobody may write it. */
  readonly change: readonly Rule[] | undefined
}

export interface FilterName {
  readonly config: FilterConfig
  readonly target: FilterTarget
  readonly operators: readonly Operator[]
  readonly rules: Rules
}

export interface SortName {
  readonly owner: CompiledResource
  /** The store's relations that lead to the owner. */
  readonly through: readonly string[]
  /** Undefined for the id. */
  readonly attribute: AttributeConfig | undefined
  readonly rules: Rules
}

/** The column of a stat, and the attribute that shows it. */
export interface StatName extends Named {
  /** Of the built-in ones, those of its type. Empty if there is no such stat. */
  readonly calculations: ReadonlyMap<string, StatCalculation>
  readonly rules: Rules
}

/** An attribute. */
export function attributeName(resource: CompiledResource, config: AttributeConfig): AttributeName {
  const { name, column } = config
  const readable = attributeRules(resource, config, 'readable')
  const writable = attributeRules(resource, config, 'writable')
  const common = { config, readable }
  if (keyColumns(resource).has(column)) return { ...common, create: undefined, update: undefined }
  // An update compares the version. Clients that may not see it may not send it either, because they could otherwise
  // try versions until one matches (rules 7.3, 21.3).
  if (name === resource.config.version) return { ...common, create: undefined, update: [readable] }
  const rules = config.readable === false ? [writable] : [readable, writable]
  return { ...common, create: rules, update: resource.primaryKey.includes(column) ? undefined : rules }
}

/** A relationship. A custom one is writable only with an override of `associate`: the runtime cannot store it. */
export function relationName(
  config: SideloadConfig,
  relationship: Relationship<CompiledResource>,
): RelationName {
  const readable = linkRules(relationship, 'readable')
  const writable = linkRules(relationship, 'writable')
  return {
    config,
    relationship,
    readable,
    writable,
    change: isWritable(relationship)
      ? [...readable.filter(({ guard }) => guard !== false), ...writable]
      : undefined,
  }
}

/** Whether a relationship is writable for anybody. */
export const isWritable = (relationship: Relationship<CompiledResource>): boolean =>
  guardsFor(relationship, 'writable').every(({ writable }) => writable !== false) &&
  (relationship.holder !== 'method' || !isDefault(relationship.owner.instance.associate))

/** A filter: its own guard must pass, and its target must be visible (rules 3.2, 7.3, 14.12). */
export function filterName(resource: CompiledResource, config: FilterConfig): FilterName {
  const target = filterTarget(resource, config)
  const { shown, relationships } = target
  const own = { guard: config.if ?? true, resource: resource.type, place: `filters.${config.name}.if` }
  return {
    config,
    target,
    operators: operatorsOfFilter(config, target),
    rules: [
      [own],
      ...relationships.map((one) => linkRules(one, 'readable')),
      ...(shown ? [attributeRules(shown.owner, shown.attribute, 'readable')] : []),
    ],
  }
}

/**
 * The target of a sort key: an attribute, the id, or a path that the schema lists. A request must see what it sorts by,
 * because the order reveals it. Undefined if nobody can sort by it (rules 4.1, 4.2, 14.2).
 */
export function sortName(resource: CompiledResource, path: readonly string[]): SortName | undefined {
  const names = path.slice(0, -1)
  const through = storedPath(resource, names)
  const isOwn = through.length === 0 || resource.config.sorting !== undefined
  if (!isOwn && !ordersThrough(resource, through)) return undefined
  if (names.length > 0 && !resource.config.sorts.has(path.join('.'))) return undefined
  const relations = toOneAlong(resource, names)
  if (!relations) return undefined
  const rules = relations.map(({ owner, name }) => rulesOf(owner, name, 'readable'))
  const owner = relations.at(-1)?.target ?? resource
  const name = path.at(-1) ?? ''
  if (name === 'id') return { owner, through, attribute: undefined, rules }
  const attribute = owner.config.attributes.get(name)
  if (!attribute || !isOrderable(owner, attribute)) return undefined
  const own = ['readable', 'sortable'] as const
  return {
    owner,
    through,
    attribute,
    rules: [...rules, ...own.map((kind) => attributeRules(owner, attribute, kind))],
  }
}

/** Whether an attribute's type and the store allow sorting by it, for any viewer (rule 4.2). */
export function isOrderable(resource: CompiledResource, { type, column }: AttributeConfig): boolean {
  if (!isSortable(type)) return false
  return storedTypeIn(resource, column)?.isSortable ?? true
}

/** A stat: a request must see its attribute, or the relationships whose key has its column. */
export function statName(resource: CompiledResource, name: string): StatName {
  const found = statColumn(resource, name)
  const rules = found.attribute
    ? [attributeRules(resource, found.attribute, 'readable')]
    : relationshipsOfKey(resource, found.column).map((one) => linkRules(one, 'readable'))
  return { ...found, calculations: calculationsOf(resource, name, found), rules }
}

function calculationsOf(
  resource: CompiledResource,
  name: string,
  { attribute, column }: Named,
): StatName['calculations'] {
  const stored = storedTypeIn(resource, column)
  const hasCalculation = (calculation: StatCalculation): boolean => {
    if (typeof calculation !== 'object') return true
    if (stored && !stored.calculations.includes(calculation.builtIn)) return false
    return attribute
      ? isCalculable(attribute.type, calculation.builtIn)
      : name !== 'total' || calculation.builtIn === 'count'
  }
  const calculations = resource.config.stats.get(name)?.calculations ?? []
  return new Map([...calculations].filter(([, calculation]) => hasCalculation(calculation)))
}

/** The rules that may hide a path from a request: of its relationships, and of the name at its end. */
export function rulesOnPath(
  resource: CompiledResource,
  [name = '', ...rest]: readonly string[],
  use?: 'writable' | 'sortable',
): readonly Rule[] {
  const isLast = rest.length === 0
  const attribute = isLast ? resource.config.attributes.get(name) : undefined
  const kinds = use ? (['readable', use] as const) : (['readable'] as const)
  const [only, ...others] = isLast ? [] : (relationshipsOf(resource).get(name)?.relations ?? [])
  const target = others.length === 0 ? only?.target : undefined
  return [
    ...kinds.flatMap((kind) => (attribute ? attributeRules(resource, attribute, kind) : [])),
    ...rulesOf(resource, name, 'readable'),
    ...(use === 'writable' && isLast ? rulesOf(resource, name, 'writable') : []),
    ...(target ? rulesOnPath(target, rest, use) : []),
  ]
}

/** Whether everybody passes the rules of a relationship. */
export const isForAll = (
  resource: CompiledResource,
  relationship: string,
  kind: 'readable' | 'writable',
): boolean =>
  relationshipsOf(resource).has(relationship) &&
  rulesOf(resource, relationship, kind).every(({ guard }) => guard === true)

function rulesOf(resource: CompiledResource, name: string, kind: 'readable' | 'writable'): readonly Rule[] {
  const relationship = relationshipsOf(resource).get(name)
  return relationship ? linkRules(relationship, kind) : []
}

const linkRules = (
  relationship: Relationship<CompiledResource>,
  kind: 'readable' | 'writable',
): readonly Rule[] =>
  guardsFor(relationship, kind).map(({ [kind]: guard, resource, member, name }) => ({
    guard,
    resource: resource.type,
    place: `${member}.${name}.${kind}`,
  }))

function attributeRules(
  resource: CompiledResource,
  attribute: AttributeConfig,
  kind: 'readable' | 'writable' | 'sortable',
): readonly Rule[] {
  const { name, column } = attribute
  const own = { guard: attribute[kind], resource: resource.type, place: `attributes.${name}.${kind}` }
  if (kind !== 'readable') return [own]
  const ofKeys = relationshipsShownBy(relationshipsOf(resource), column).flatMap((one) =>
    linkRules(one, 'readable'),
  )
  return [own, ...ofKeys.filter((rule) => typeof rule.guard === 'string')]
}
