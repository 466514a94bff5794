import type { FilterContract, Named, ResourceContract, StatContract, ValueContract } from './contract.js'
import { type Deprecable, deprecatedOf, type Deprecation, inheritedDeprecation } from '../deprecation.js'
import { type Operator, OPERATORS } from '../operators.js'
import {
  type DeclaredAttribute,
  guardsFor,
  type Relationship,
  type RelationGuard,
  type Relationships,
  relationshipsOver,
  relationshipsShownBy,
} from '../relation.js'
import { type AttributeType, isIdKind } from '../values/type.js'
import { allOf, type Who } from './who.js'

/** The parts of a resource from which the contract of its queries follows. */
export interface QueriedResource<Resource> {
  readonly primaryKey: readonly string[]
  /** Whether an id has several columns, which a filter receives as a single string. */
  readonly isComposite: boolean
  readonly attributes: readonly QueriedAttribute[]
  readonly relationships: Relationships<Resource>
  readonly filters: readonly QueriedFilter[]
  /** The paths that the resource lists. */
  readonly sorts: readonly string[]
  /** The deprecations that sorts have of their own, by path. */
  readonly deprecatedSorts: ReadonlyMap<string, Deprecation>
  readonly stats: readonly QueriedStat[]
}

/** An attribute, and whether its type and the store allow sorting by it. */
export interface QueriedAttribute extends DeclaredAttribute, Deprecable {
  readonly sortable: RelationGuard
  readonly isOrderable: boolean
}

/** The target of a filter or a stat: the name or the column at the end of a path. */
export interface QueryTarget extends Deprecable {
  readonly path: readonly string[]
  /** Whether the path ends with a column, and not with the name of an attribute. */
  readonly isColumn: boolean
}

/** A filter, with the operators that its type and the store support. */
export interface QueriedFilter extends QueryTarget, Pick<FilterContract, 'required' | 'custom' | 'aliases'> {
  readonly name: string
  readonly type: Parameters<typeof offeredValue>[0]
  readonly guard: RelationGuard | undefined
  readonly operators: readonly Operator[]
}

/** A stat, with its calculations. */
export interface QueriedStat extends QueryTarget {
  readonly name: string
  readonly calculations: readonly string[]
}

/**
 * The filters, sorts and stats of a resource, each with the requests that may use it: its own guard, and those of its
 * target. `generate`, `diff` and `expectContract` use this function.
 */
export function offeredQueries<Resource>(
  resource: Resource,
  describe: (resource: Resource) => QueriedResource<Resource>,
): Pick<ResourceContract, 'filters' | 'sorts' | 'deprecatedSorts' | 'stats'> {
  const own = describe(resource)
  const placeOf = (path: readonly string[]): Place<Resource> => placeAt(resource, path, describe)
  const sorts = new Map([
    ...ownSorts(own),
    ...own.sorts.map((path): readonly [string, Who] => [path, offeredSort(placeOf(path.split('.')))]),
  ])
  const filters = new Map(own.filters.map((each) => [each.name, each]))
  const stats = new Map(own.stats.map((each) => [each.name, each]))
  const deprecatedSorts = [...sorts.keys()].flatMap((path) => {
    const place = placeOf(path.split('.'))
    const deprecated = own.deprecatedSorts.get(path) ?? inheritedAt(place, false, sorts)
    return Object.values(deprecatedOf({ deprecated })).map((each) => [path, each] as const)
  })
  return {
    filters: named(
      own.filters.map((filter) => [filter.name, offeredFilter(filter, placeOf(filter.path), filters)]),
    ),
    sorts: named([...sorts]),
    ...(deprecatedSorts.length > 0 && { deprecatedSorts: named(deprecatedSorts) }),
    stats: named(
      own.stats.map(({ name, path, isColumn, calculations, ...stat }): readonly [string, StatContract] => {
        const place = placeOf(path)
        const who = allOf(...readersAt(place, isColumn))
        const deprecated = stat.deprecated ?? inheritedAt(place, isColumn, stats)
        const known = { who, calculations: [...new Set(calculations)].toSorted() }
        return [name, { ...known, ...deprecatedOf({ deprecated }) }]
      }),
    ),
  }
}

/** The type of a value. */
export function offeredValue({
  kind,
  values,
  list,
  nullable,
}: Pick<AttributeType, 'kind' | 'list' | 'nullable'> & {
  readonly values?: readonly string[] | undefined
}): ValueContract {
  return {
    type: kind,
    ...(kind === 'enum' && values && { values }),
    ...(list && { list }),
    ...(nullable && { nullable }),
  }
}

/** Values by name, in alphabetical order. Even `__proto__` is an ordinary name. */
export function named<Value>(entries: readonly (readonly [name: string, value: Value])[]): Named<Value> {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The guards for reading an attribute: its own guard, and the guards of the relationships whose key it shows. */
export function readersOfAttribute<Resource>(
  relationships: Relationships<Resource>,
  { column, readable }: Pick<DeclaredAttribute, 'column' | 'readable'>,
): readonly RelationGuard[] {
  const ofKeys = relationshipsShownBy(relationships, column).flatMap(readersOf)
  return [...new Set([readable, ...ofKeys.filter((guard) => typeof guard === 'string')])]
}

const readersOf = <Resource>(relationship: Relationship<Resource>): readonly RelationGuard[] =>
  guardsFor(relationship, 'readable').map(({ readable }) => readable)

/** The end of a path: the relationships on it that are known, the resource at its end, and the name there. */
interface Place<Resource> {
  readonly through: readonly string[]
  readonly relationships: readonly Relationship<Resource>[]
  /** Undefined if the path leads to several resources, or to nothing. */
  readonly owner: QueriedResource<Resource> | undefined
  readonly name: string
}

function placeAt<Resource>(
  resource: Resource,
  path: readonly string[],
  describe: (resource: Resource) => QueriedResource<Resource>,
): Place<Resource> {
  const through = path.slice(0, -1)
  const relationships: Relationship<Resource>[] = []
  let owner: Resource | undefined = resource
  for (const segment of through) {
    const relationship: Relationship<Resource> | undefined =
      owner === undefined ? undefined : describe(owner).relationships.get(segment)
    if (relationship) relationships.push(relationship)
    owner = relationship?.relations.find(({ group }) => group === '')?.target
  }
  return {
    through,
    relationships,
    owner: owner === undefined ? undefined : describe(owner),
    name: path.at(-1) ?? '',
  }
}

function offeredFilter<Resource>(
  { type, guard, operators, aliases, required, custom, isColumn, ...filter }: QueriedFilter,
  place: Place<Resource>,
  filters: ReadonlyMap<string, unknown>,
): FilterContract {
  const { through, relationships, owner, name } = place
  const isComposite = name === 'id' && !isColumn && owner?.isComposite === true
  const guards = [...(guard === undefined ? [] : [guard]), ...relationships.flatMap(readersOf)]
  const deprecated = filter.deprecated ?? inheritedAt(place, isColumn, filters)
  return {
    ...offeredValue(isComposite ? { ...type, kind: 'string', nullable: false } : type),
    who: allOf(...guards, ...readersAt(place, isColumn)),
    operators: OPERATORS.filter((each) => operators.includes(each)),
    aliases: aliases.toSorted(),
    required,
    custom,
    ...(isIdKind(isComposite ? 'uuid' : type.kind) && isAboutIds(place, isColumn) && { ids: true as const }),
    ...(through.length > 0 && { through }),
    ...deprecatedOf({ deprecated }),
  }
}

/** Whether a filter is about an id, or about a key that refers to the id of one resource. */
function isAboutIds<Resource>({ owner, name }: Place<Resource>, isColumn: boolean): boolean {
  if (!owner) return false
  const { primaryKey, relationships } = owner
  if ((name === 'id' && !isColumn) || primaryKey.includes(name)) return true
  return relationshipsOver(relationships, name).some(
    ({ groupBy, relations }) => groupBy === undefined && relations.every(({ refersToId }) => refersToId),
  )
}

function offeredSort<Resource>({ relationships, owner, name }: Place<Resource>): Who {
  const own = owner && ownSorts(owner).find(([each]) => each === name)?.[1]
  return allOf(...relationships.flatMap(readersOf), ...(own === undefined ? [] : [own].flat()))
}

const ownSorts = <Resource>({
  attributes,
  relationships,
}: QueriedResource<Resource>): readonly (readonly [string, Who])[] => [
  ['id', true],
  ...attributes
    .filter(({ isOrderable, readable, sortable }) => isOrderable && readable !== false && sortable !== false)
    .map((attribute): readonly [string, Who] => [
      attribute.name,
      allOf(...readersOfAttribute(relationships, attribute), attribute.sortable),
    ]),
]

/** The guards for reading what is at the end of a path: an attribute, or a key, which has those of its relationships. */
function readersAt<Resource>({ owner, name }: Place<Resource>, isColumn: boolean): readonly RelationGuard[] {
  if (!owner) return []
  const { relationships, primaryKey, isComposite } = owner
  const isId = name === 'id' && !isColumn
  const column = (isId && !isComposite ? primaryKey[0] : undefined) ?? name
  const attribute = attributeAt({ owner, name }, isColumn)
  return attribute
    ? readersOfAttribute(relationships, attribute)
    : relationshipsOver(relationships, column).flatMap(readersOf)
}

/** The attribute at the end of a path: of that name, or whose column has the name. */
function attributeAt<Resource>(
  { owner, name }: Pick<Place<Resource>, 'owner' | 'name'>,
  isColumn: boolean,
): QueriedAttribute | undefined {
  if (!owner || (name === 'id' && !isColumn)) return undefined
  return (
    (isColumn ? undefined : owner.attributes.find((each) => each.name === name)) ??
    owner.attributes.find((each) => each.column === name)
  )
}

/**
 * The deprecation that a filter, a sort or a stat has from what it is about. What replaces an attribute does so here too
 * if it is one of `others`.
 */
function inheritedAt<Resource>(
  place: Place<Resource>,
  isColumn: boolean,
  others: ReadonlyMap<string, unknown>,
): Deprecation | undefined {
  const deprecated = inheritedDeprecation(place.relationships, attributeAt(place, isColumn))
  if (deprecated?.use === undefined) return deprecated
  const { use, ...days } = deprecated
  return place.through.length === 0 && others.has(use) ? deprecated : days
}
