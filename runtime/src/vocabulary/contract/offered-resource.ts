import type {
  ActionContract,
  AttributeContract,
  IdContract,
  InputContract,
  Named,
  OutputContract,
  OwnActionContract,
  Policy,
  RelationshipContract,
  ResourceContract,
  ScopeContract,
  ValueContract,
} from './contract.js'
import {
  named,
  offeredQueries,
  offeredValue,
  type QueriedAttribute,
  type QueriedResource,
  readersOfAttribute,
} from './offered-queries.js'
import { guardsFor, keyColumnsOf, type Relationship, type RelationGuard } from '../relation.js'
import { type Deprecable, deprecatedOf } from '../deprecation.js'
import { allOf, type Who } from './who.js'

/** A resource as declared by a schema or a class. Members that the contract copies already have the contract's form. */
export interface OfferedResource<Resource>
  extends
    Omit<QueriedResource<Resource>, 'attributes'>,
    Deprecable,
    Pick<
      ResourceContract,
      | 'description'
      | 'version'
      | 'requiredAnyOf'
      | 'groups'
      | 'defaultFilters'
      | 'page'
      | 'cache'
      | 'inheritsScopes'
      | 'public'
    > {
  readonly id: Omit<IdContract, 'key'>
  /** The columns of a composite key, under the names that clients know. */
  readonly key: NonNullable<IdContract['key']>
  readonly attributes: readonly OfferedAttribute[]
  readonly extraFields: Named<Partial<ValueContract>>
  readonly sideloads: readonly OfferedSideload[]
  readonly defaultSort: readonly (readonly [path: string, direction: string])[]
  readonly actions: readonly OfferedAction[]
  readonly ownActions: readonly OfferedOwnAction[]
  readonly scopes: { readonly [Name in Policy]?: readonly Partial<ScopeContract>[] }
  /** The permitted paths of each action; undefined if all paths are permitted. */
  readonly includes: readonly (readonly [action: string, paths: readonly string[]])[] | undefined
}

export interface OfferedAttribute extends QueriedAttribute, DeclaredInput {
  readonly description?: string | undefined
  /** Facts that only a schema states. */
  readonly more?: Pick<AttributeContract, 'digits' | 'own'>
}

/** A relationship, besides what the Relationship of its name says. */
export interface OfferedSideload extends Pick<RelationshipContract, 'linkage' | 'required'>, Deprecable {
  readonly name: string
  readonly description?: string | undefined
  readonly dependent: 'restrict' | undefined
  /** Whether its key may be null, or lead to a hidden record. */
  readonly nullable: boolean
  readonly takesNull: boolean
  readonly fills: readonly string[]
}

export interface OfferedAction extends Omit<ActionContract, 'who' | 'replaces' | 'deprecated'>, Deprecable {
  readonly action: string
  readonly guard: RelationGuard
  readonly replaces?: RelationGuard | undefined
}

export interface OfferedOwnAction extends Pick<OwnActionContract, 'on' | 'from'>, Deprecable {
  readonly name: string
  readonly description?: string | undefined
  readonly input: readonly (DeclaredInput & {
    readonly name: string
    readonly description?: string | undefined
  })[]
  readonly output: DeclaredOutput
  readonly guard: RelationGuard
  readonly scope: string | undefined
  readonly transaction: boolean
}

/** The contract of a resource, as far as its declarations say: a class may leave out what a schema must say. */
export type Offered<Own extends Pick<OfferedResource<unknown>, 'extraFields' | 'scopes'>> = Omit<
  ResourceContract,
  'extraFields' | 'scopes'
> &
  Pick<Own, 'extraFields' | 'scopes'>

/** The contract of a resource. `generate`, `diff` and `expectContract` all use this function. */
export function offeredResource<
  Resource extends { readonly type: string },
  Own extends OfferedResource<Resource>,
>(resource: Resource, describe: (resource: Resource) => Own): Offered<Own> {
  const own = describe(resource)
  const { version, requiredAnyOf, cache, groups, defaultFilters, page, inheritsScopes } = own
  const { filters, sorts, deprecatedSorts, stats } = offeredQueries(resource, describe)
  return {
    ...described(own.description),
    ...deprecatedOf(own),
    id: { ...own.id, ...(own.isComposite && { key: own.key }) },
    ...(version !== undefined && { version }),
    attributes: named(own.attributes.map((each) => [each.name, offeredAttribute(each, own)])),
    extraFields: own.extraFields,
    relationships: named(own.sideloads.map((each) => [each.name, offeredRelationship(each, own)])),
    ...(requiredAnyOf && requiredAnyOf.length > 0 && { requiredAnyOf }),
    filters,
    sorts,
    ...(deprecatedSorts && { deprecatedSorts }),
    stats,
    groups,
    defaultFilters,
    defaultSort: own.defaultSort.map(([path, direction]) => (direction === 'desc' ? `-${path}` : path)),
    page,
    ...(cache !== undefined && { cache }),
    actions: offeredActions(own.actions),
    scopes: own.scopes,
    inheritsScopes,
    public: own.public,
    ...(own.ownActions.length > 0 && {
      ownActions: named(own.ownActions.map((each) => [each.name, offeredOwnAction(each)])),
    }),
    ...(own.includes && {
      includes: named(own.includes.map(([action, paths]) => [action, withPrefixes(paths)])),
    }),
  }
}

/** The member `description`, without surrounding spaces. */
export function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description: description.trim() }
}

function offeredActions(actions: readonly OfferedAction[]): ResourceContract['actions'] {
  const of = (name: string): ActionContract => {
    const found = actions.find(({ action }) => action === name)
    if (!found) return { address: false, who: false }
    const { address, guard, from, replaces, takes } = found
    return {
      address,
      who: allOf(guard),
      ...(from !== undefined && { from }),
      ...(replaces !== undefined && { replaces: allOf(replaces) }),
      ...(takes !== undefined && takes !== true && { takes }),
      ...deprecatedOf(found),
    }
  }
  return {
    create: of('create'),
    destroy: of('destroy'),
    index: of('index'),
    show: of('show'),
    update: of('update'),
  }
}

function offeredOwnAction(action: OfferedOwnAction): OwnActionContract {
  const { description, on, input, guard, from, scope, transaction } = action
  const output = offeredOutput(action.output)
  return {
    ...described(description),
    ...deprecatedOf(action),
    on,
    input: named(input.map((each) => [each.name, { ...described(each.description), ...offeredInput(each) }])),
    ...(output && { output }),
    who: allOf(guard),
    from,
    ...(scope !== undefined && { scope }),
    ...(!transaction && { transaction }),
  }
}

/** Paths and their beginnings: including the records at the end of a path includes those on the way. */
const withPrefixes = (paths: readonly string[]): readonly string[] =>
  [
    ...new Set(
      paths.flatMap((path) => path.split('.').map((_, index, all) => all.slice(0, index + 1).join('.'))),
    ),
  ].toSorted()

/** A value in a request: an attribute, or a member of a custom action's input. */
export interface DeclaredInput {
  readonly type: Parameters<typeof offeredValue>[0]
  readonly required: boolean | undefined
  /** The default value, as JSON. */
  readonly default: unknown
  /** The declared lengths, patterns and bounds, as JSON values. */
  readonly constraints: Readonly<Record<string, unknown>>
}

/** A member of a custom action's input. */
function offeredInput({ type, required, default: preset, constraints }: DeclaredInput): InputContract {
  return {
    ...offeredValue(type),
    required: required ?? (!type.nullable && preset === undefined),
    ...(preset !== undefined && { default: preset }),
    ...constraints,
  }
}

/**
 * An attribute. A request from which the attribute is hidden cannot write it either; an attribute that nobody may read
 * can be written. An update compares a version, and a create writes the columns of the key.
 */
function offeredAttribute<Resource>(
  attribute: OfferedAttribute,
  { version, primaryKey, relationships, isComposite }: OfferedResource<Resource>,
): AttributeContract {
  const { name, column, description, readable, writable, more } = attribute
  const isVersion = name === version
  const isKey = keyColumnsOf(primaryKey, relationships, isComposite).has(column)
  const readers = readersOfAttribute(relationships, attribute)
  const write = isKey ? false : allOf(readable === false ? true : readable, writable)
  const writeOn = isVersion ? 'update' : primaryKey.includes(column) ? 'create' : undefined
  const input = offeredInput(attribute)
  return {
    ...described(description),
    ...deprecatedOf(attribute),
    ...offeredValue(attribute.type),
    read: allOf(...readers),
    write,
    ...(writeOn !== undefined && write !== false && { writeOn }),
    ...input,
    required: write !== false && !isVersion && input.required,
    ...more,
  }
}

/** A relationship, with the facts that only a schema has: what a create must set, and what null does. */
function offeredRelationship<Resource extends { readonly type: string }>(
  { name, description, linkage, dependent, nullable, takesNull, required, fills, ...part }: OfferedSideload,
  { relationships, primaryKey }: OfferedResource<Resource>,
): RelationshipContract {
  const relationship = relationships.get(name)
  if (!relationship) throw new Error(`There is no relationship "${name}".`)
  const { many, relations, ownKey } = relationship
  const through = relations.flatMap(({ join }) => join?.resources ?? []).map(({ type }) => type)
  const groups = relations.flatMap(({ group, target }) =>
    group === '' || !target ? [] : [[group, target.type] as const],
  )
  const write = writersOf(relationship)
  const isKey = ownKey.length > 0 && groups.length === 0
  const isOfId = isKey && ownKey.every((column) => primaryKey.includes(column))
  // A key that is never null refers to an existing record, which is visible unless something hides it (rule 14.5).
  const isNull = !many && (!isKey || nullable || !relations[0]?.target)
  return {
    ...described(description),
    ...deprecatedOf(part),
    cardinality: many ? 'many' : 'one',
    types: [...new Set(relations.flatMap(({ target }) => target?.type ?? []))].toSorted(),
    polymorphic: groups.length > 0,
    ...(groups.length > 0 && { groups: Object.fromEntries(groups) }),
    custom: relationship.holder === 'method',
    ...(through.length > 0 && { through: through.toSorted() }),
    ...(dependent !== undefined && { dependent }),
    read: allOf(...guardsFor(relationship, 'readable').map(({ readable }) => readable)),
    write,
    ...(write !== false && isOfId && { writeOn: 'create' as const }),
    linkage,
    ...(isNull && { nullable: true as const }),
    ...(write !== false && takesNull && { takesNull: true as const }),
    required,
    ...(fills.length > 0 && { fills }),
  }
}

/** The requests that may write a relationship, and may read it unless nobody may. */
export function writersOf<Resource>(relationship: Relationship<Resource>): Who {
  const readers = guardsFor(relationship, 'readable').map(({ readable }) => readable)
  const writers = guardsFor(relationship, 'writable').map(({ writable }) => writable)
  return allOf(...readers.filter((guard) => guard !== false), ...writers)
}

/** The response to an action: nothing besides `meta`, a record, or a list of records. */
export type DeclaredOutput =
  | { readonly kind: 'meta' }
  | { readonly kind: 'record'; readonly type: string; readonly nullable: boolean }
  | { readonly kind: 'list'; readonly type: string }

/** The result of an action; undefined if the result is only `meta`. */
function offeredOutput(output: DeclaredOutput): OutputContract | undefined {
  if (output.kind === 'meta') return undefined
  if (output.kind === 'list') return { type: output.type, list: true }
  return { type: output.type, ...(output.nullable && { nullable: true }) }
}
