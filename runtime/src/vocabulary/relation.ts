import type { Deprecable } from './deprecation.js'

/** Everybody, nobody, or the method of the context that decides. */
export type RelationGuard = boolean | string

/** A resource with its relationships, as a schema or a class declares it. */
export interface DeclaredResource<Resource> {
  readonly type: string
  /** The columns of its primary key. */
  readonly primaryKey: readonly string[]
  readonly attributes: readonly DeclaredAttribute[]
  readonly relationships: readonly DeclaredRelationship<Resource>[]
}

/** An attribute, as far as it may show a key. */
export interface DeclaredAttribute {
  readonly name: string
  readonly column: string
  readonly readable: RelationGuard
  readonly writable: RelationGuard
}

/**
 * A relationship with its kind. Only this file compares kinds. All other code uses the Relation that is
 * derived from this declaration.
 */
export interface DeclaredRelationship<Resource> extends Deprecable {
  readonly name: string
  readonly kind:
    | 'belongsTo'
    | 'hasMany'
    | 'hasOne'
    | 'hasAndBelongsToMany'
    | 'polymorphicBelongsTo'
    | 'polymorphicHasMany'
    | 'custom'
  /** The name of the store's relation. */
  readonly stored: string
  readonly readable: RelationGuard
  readonly writable: RelationGuard
  /** Whether its key may be null. */
  readonly isOptional: boolean
  /** Whether its members prevent a record from being destroyed. */
  readonly dependent?: 'restrict' | undefined
  /** Whether it is to-many. */
  readonly many: boolean
  /** One target, or one for each group. */
  readonly targets: readonly DeclaredTarget<Resource>[]
  /** The column that names the group. */
  readonly groupBy?: string | undefined
  /** The polymorphic relationship of the related records that refers back. */
  readonly as?: string | undefined
  readonly join?: DeclaredJoin | undefined
}

/** Where a relationship leads. */
export interface DeclaredTarget<Resource> {
  readonly group?: string | undefined
  /** Undefined if the type is not known (yet). */
  readonly resource: Resource | undefined
  readonly foreignKey: readonly string[]
  /** The columns that the foreign key refers to, if they are not the primary key. */
  readonly primaryKey?: readonly string[] | undefined
}

/** The join of a many-to-many as it is declared. */
export interface DeclaredJoin {
  /** The relation of the related model that leads to the owner or to the join model, and its key. */
  readonly relation: string
  readonly key: readonly string[]
  /** The columns of the owner that the join refers to, if they are not the primary key. */
  readonly primaryKey: readonly string[] | undefined
  /** Undefined if the store does not describe it. */
  readonly records: JoinColumns | undefined
}

/** The rows of a join. */
export interface JoinColumns {
  /** A name that both sides of the join share, and that no other join has. */
  readonly name: string
  /** The join model; undefined if the store manages the join itself. */
  readonly model?: unknown
  /** The columns of its rows that refer to the owner, and those that refer to the related records. */
  readonly key: readonly string[]
  readonly otherKey: readonly string[]
  /** The columns of the related records that they refer to. */
  readonly otherReferences?: readonly string[]
}

/** How the resources of an API are found and described. */
export interface Declarations<Resource> {
  readonly describe: (resource: Resource) => DeclaredResource<Resource>
  /** The resources over the join model of a many-to-many that leads to the target. */
  readonly overJoin: (join: JoinColumns, target: Resource) => readonly Resource[]
}

/** A relationship: its target, its key or join, and whose guards apply to it. */
export interface Relationship<Resource> extends Deprecable {
  readonly name: string
  readonly owner: Resource
  readonly many: boolean
  /**
   * The records that contain the key: the owner's records, the related records, or the rows of a join.
   * Otherwise, a method decides.
   */
  readonly holder: 'owner' | 'target' | 'join' | 'method'
  /** One relation, or one for each group of a polymorphic relationship. */
  readonly relations: readonly Relation<Resource>[]
  /** Whether its members prevent the owner from being destroyed. */
  readonly restricts: boolean
  /** The columns of the owner's records that contain the key, including the column that names the group. */
  readonly ownKey: readonly string[]
  /** The owner's column that names the group; undefined if all records refer to the same resource. */
  readonly groupBy: string | undefined
  /** Whether its key may be null. */
  readonly isOptional: boolean
  /** The holder's columns whose attributes show only this key. */
  readonly shown: readonly string[]
  /** The holder's columns that are set to null when a link ends: those that no other relationship needs. */
  readonly unlinked: readonly string[]
  /** The owner's and the targets' other relationships with the same foreign key or join. */
  readonly sharing: readonly Sharing<Resource>[]
  /** The relationship's own guards. */
  readonly guards: GuardSource<Resource>
  /** The members whose guards also apply to this relationship. */
  readonly guardedBy: readonly GuardSource<Resource>[]
}

/** A relationship to the records of one resource. It is plain data. */
export interface Relation<Resource> {
  readonly name: string
  readonly owner: Resource
  /** Undefined if its type is not (yet) known. */
  readonly target: Resource | undefined
  /** The group of a polymorphic to-one relationship; otherwise empty. */
  readonly group: string
  /** The name of the store's relation. */
  readonly stored: string
  readonly many: boolean
  readonly holder: 'owner' | 'target' | 'join' | 'method'
  /**
   * The owner's and the target's columns that must be equal, in the same order. For a join, the owner's columns that
   * its rows refer to.
   */
  readonly pairs: { readonly owner: readonly string[]; readonly target: readonly string[] }
  /** The holder's columns that refer to the other record, and the columns that these refer to. */
  readonly foreignKey: readonly string[]
  readonly references: readonly string[]
  /** Whether the key refers to the target's primary key, which makes its values ids. */
  readonly refersToId: boolean
  /** The column that names the group, and its value, in the records of the owner or of the target. */
  readonly constants: { readonly owner: Constants; readonly target: Constants }
  readonly join: RelationJoin<Resource> | undefined
  /**
   * Identifies the link: the type of the holder with its columns, or both types with the join. Relationships with equal
   * links share their keys. Undefined if a method decides.
   */
  readonly link: string | undefined
}

/** Columns with a fixed value. */
export type Constants = Readonly<Record<string, string>>

/** The join of a many-to-many relationship. */
export interface RelationJoin<Resource> extends Omit<DeclaredJoin, 'primaryKey'> {
  /** The resources over the join model, each with its relationships whose foreign key is one of the two keys. */
  readonly resources: readonly Resource[]
}

/** A relationship that shares its key or join with another one. */
export type Sharing<Resource> = Pick<Relationship<Resource>, 'owner' | 'name' | 'many' | 'holder' | 'ownKey'>

/** A member of a resource whose guards apply to a relationship. */
export interface GuardSource<Resource> {
  readonly resource: Resource
  readonly member: 'attributes' | 'sideloads'
  readonly name: string
  readonly readable: RelationGuard
  readonly writable: RelationGuard
  /**
   * Whether the value `false` of this member closes the relationship, as a guard method would. `unguarded`: it does so
   * only if the relationship has no guard of its own.
   */
  readonly closes: boolean | 'unguarded'
}

/** A resource's relationships, by name. */
export type Relationships<Resource> = ReadonlyMap<string, Relationship<Resource>>

/**
 * Derives the relationships of resources. The generator passes the resources of a schema, and the runtime its classes.
 *
 * ```ts
 * type Of = Parameters<typeof relationshipsFrom<{ type: string }>>[0];
 * // For the author of a post: { owner: ['authorId'], target: ['id'] }
 * const pairs = (of: Of) => relationshipsFrom(of)({ type: 'posts' }).get('author')?.relations[0]?.pairs;
 * ```
 */
export function relationshipsFrom<Resource>({
  describe,
  overJoin,
}: Declarations<Resource>): (owner: Resource) => Relationships<Resource> {
  const declarations = { describe: once(describe), overJoin }
  const linksOf = once((owner: Resource) => linkedIn(owner, declarations.describe(owner), declarations))
  return once(
    (owner) =>
      new Map(
        linksOf(owner).map((link) => [
          link.name,
          {
            ...link,
            sharing: sharingWith(link, linksOf),
            guardedBy: guardsBeside(link, linksOf, declarations),
          },
        ]),
      ),
  )
}

function once<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

/**
 * The guards of a relationship for reading or for writing: its own guards, and the guards of other members
 * that also apply to it.
 */
export function guardsFor<Resource>(
  { guards, guardedBy }: Relationship<Resource>,
  kind: 'readable' | 'writable',
): readonly GuardSource<Resource>[] {
  const applies = (source: GuardSource<Resource>): boolean =>
    typeof source[kind] === 'string' ||
    (source[kind] === false && (source.closes === 'unguarded' ? guards[kind] === true : source.closes))
  return [guards, ...guardedBy.filter(applies)]
}

/** The relationships of a resource whose own key is shown by the attribute for a column. */
export function relationshipsShownBy<Resource>(
  relationships: Relationships<Resource>,
  column: string,
): readonly Relationship<Resource>[] {
  return [...relationships.values()].filter(
    ({ holder, shown }) => holder === 'owner' && shown.includes(column),
  )
}

/** A resource's relationships whose own key includes the given column. */
export function relationshipsOver<Resource>(
  relationships: Relationships<Resource>,
  column: string,
): readonly Relationship<Resource>[] {
  return [...relationships.values()].filter(({ ownKey }) => ownKey.includes(column))
}

/**
 * A resource's columns that attributes never write: the id, foreign keys, and the columns that name the group
 * of polymorphic relationships. A composite key's column is omitted if it is in no foreign key, or only in
 * those of optional relationships. In these cases, a create request writes it.
 */
export function keyColumnsOf<Resource>(
  primaryKey: readonly string[],
  relationships: Relationships<Resource>,
  isComposite: boolean,
): ReadonlySet<string> {
  const links = [...relationships.values()].flatMap(({ ownKey }) => ownKey)
  if (!isComposite) return new Set([...primaryKey, ...links])
  const isOpen = (column: string): boolean =>
    primaryKey.includes(column) &&
    relationshipsOver(relationships, column).every(({ isOptional }) => isOptional)
  return new Set(links.filter((column) => !isOpen(column)))
}

/** Whether the owner's records contain the key of a relationship to a single type. */
export const holdsKey = ({
  holder,
  relations: [relation],
}: Pick<Relationship<unknown>, 'holder' | 'relations'>): boolean =>
  holder === 'owner' && relation?.group === ''

/** The columns of a key that neither the primary key nor another key has. */
export function columnsAlone(
  key: readonly string[],
  primaryKey: readonly string[],
  keys: readonly { readonly name: string; readonly columns: readonly string[] }[],
): readonly string[] {
  const others = keys.filter(({ columns }) => !haveSameColumns(columns, key))
  return key.filter(
    (column) => !primaryKey.includes(column) && !others.some(({ columns }) => columns.includes(column)),
  )
}

/**
 * Whether two relationships share a link: their links are equal, or one of them is a join that the store does not
 * describe.
 */
export function sharesLink<Resource>(
  one: Pick<Relationship<Resource>, 'relations'>,
  other: Pick<Relationship<Resource>, 'relations'>,
): boolean {
  return one.relations.some(({ link, join }) =>
    other.relations.some((each) => {
      if (link === undefined || each.link === undefined) return false
      if (link === each.link) return true
      const isUnknown = join?.records === undefined || each.join?.records === undefined
      return join !== undefined && each.join !== undefined && isUnknown && endsOf(link) === endsOf(each.link)
    }),
  )
}

/** Whether two lists have the same columns, in any order. */
export const haveSameColumns = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((column) => other.includes(column))

/** A relationship before the guards of others are known. */
type Linked<Resource> = Omit<Relationship<Resource>, 'guardedBy' | 'sharing'>

function linkedIn<Resource>(
  owner: Resource,
  described: DeclaredResource<Resource>,
  declarations: Declarations<Resource>,
): readonly Linked<Resource>[] {
  return described.relationships.map((declared): Linked<Resource> => {
    const { name, many, stored, readable, writable, isOptional, targets, groupBy, deprecated } = declared
    const holder = holderOf(declared)
    const relations = targets.map((target): Relation<Resource> => {
      const { resource, group = '' } = target
      const described = { name, owner, target: resource, group, stored, many, holder }
      return { ...described, ...linkOf(declared, target, owner, declarations) }
    })
    const [first] = relations
    const keys = targets.flatMap(({ foreignKey }) => foreignKey)
    const ownKey = holder === 'owner' ? [...keys, ...(groupBy === undefined ? [] : [groupBy])] : []
    const target = holder === 'target' ? first?.target : undefined
    const holding = target === undefined ? described : declarations.describe(target)
    const isKey = holder === 'owner' || target !== undefined
    const alone = isKey ? aloneIn(holding, keys) : []
    const constants = Object.keys(first?.constants.target ?? {})
    const unlinked = groupBy === undefined ? [...alone, ...constants] : ownKey
    const isShown = isKey && (groupBy !== undefined || keys.length === 1)
    const shown = constants.length > 0 ? [] : isShown ? keys : alone
    const restricts = declared.dependent === 'restrict' && (holder === 'target' || holder === 'join')
    const guards = { resource: owner, member: 'sideloads', name, readable, writable, closes: true } as const
    const key = { ownKey, groupBy, isOptional, shown, unlinked }
    const own = { name, owner, many, holder, relations, restricts, guards }
    return { ...own, ...key, ...(deprecated && { deprecated }) }
  })
}

function holderOf({ kind }: DeclaredRelationship<unknown>): Relation<unknown>['holder'] {
  switch (kind) {
    case 'belongsTo':
    case 'polymorphicBelongsTo':
      return 'owner'
    case 'hasMany':
    case 'hasOne':
    case 'polymorphicHasMany':
      return 'target'
    case 'hasAndBelongsToMany':
      return 'join'
    case 'custom':
      return 'method'
  }
}

/** The columns of a key that neither the primary key nor another relationship has. */
function aloneIn<Resource>(
  { primaryKey, relationships }: DeclaredResource<Resource>,
  key: readonly string[],
): readonly string[] {
  const others = relationships.flatMap(({ name, kind, targets }) =>
    kind === 'belongsTo' ? [{ name, columns: targets.flatMap(({ foreignKey }) => foreignKey) }] : [],
  )
  return columnsAlone(key, primaryKey, others)
}

type Key<Resource> = Omit<
  Relation<Resource>,
  'name' | 'owner' | 'target' | 'group' | 'stored' | 'many' | 'holder'
>

const NO_KEY = {
  pairs: { owner: [], target: [] },
  foreignKey: [],
  references: [],
  refersToId: false,
  constants: { owner: {}, target: {} },
  join: undefined,
  link: undefined,
}

function linkOf<Resource>(
  declared: DeclaredRelationship<Resource>,
  { group, resource, foreignKey, primaryKey }: DeclaredTarget<Resource>,
  owner: Resource,
  { describe, overJoin }: Declarations<Resource>,
): Key<Resource> {
  const own = describe(owner)
  const target = resource === undefined ? undefined : describe(resource)
  const { kind, join, groupBy, as } = declared
  switch (kind) {
    case 'belongsTo':
    case 'polymorphicBelongsTo': {
      const references = primaryKey ?? target?.primaryKey ?? []
      const pairs = { owner: foreignKey, target: references }
      const constants = groupBy === undefined ? {} : { [groupBy]: group ?? '' }
      const refersToId = target !== undefined && references.join() === target.primaryKey.join()
      const key = { pairs, foreignKey, references, refersToId }
      const link = keyText(own.type, foreignKey, constants)
      return { ...NO_KEY, ...key, constants: { owner: constants, target: {} }, link }
    }
    case 'hasMany':
    case 'hasOne':
    case 'polymorphicHasMany': {
      const references = primaryKey ?? own.primaryKey
      const pairs = { owner: references, target: foreignKey }
      const found = as === undefined ? {} : constantsOf(as, own.type, target, describe)
      const link = target && found && keyText(target.type, foreignKey, found)
      return { ...NO_KEY, pairs, foreignKey, references, constants: { owner: {}, target: found ?? {} }, link }
    }
    case 'hasAndBelongsToMany': {
      const references = join?.primaryKey ?? own.primaryKey
      const pairs = { owner: references, target: [] }
      const records = join?.records
      const resources =
        resource === undefined || records?.model === undefined ? [] : overJoin(records, resource)
      const found = join && { relation: join.relation, key: join.key, records, resources }
      const link = target && joinText(own.type, target.type, records)
      return { ...NO_KEY, pairs, foreignKey: join?.key ?? [], references, join: found, link }
    }
    case 'custom':
      return NO_KEY
  }
}

/** The group column of records that refer to the owner, and the group of the owner; undefined if none leads back. */
function constantsOf<Resource>(
  as: string,
  owner: string,
  target: DeclaredResource<Resource> | undefined,
  describe: Declarations<Resource>['describe'],
): Constants | undefined {
  const inverse = target?.relationships.find(({ name }) => name === as)
  const back = inverse?.targets.find(
    ({ resource }) => resource !== undefined && describe(resource).type === owner,
  )
  if (inverse?.groupBy === undefined || back?.group === undefined) return undefined
  return { [inverse.groupBy]: back.group }
}

const keyText = (type: string, columns: readonly string[], constants: Constants): string =>
  JSON.stringify([type, columns.toSorted(), constants])

/** Both types, and the name and the columns of the join if the store describes it; the same from either side. */
function joinText(owner: string, target: string, records: JoinColumns | undefined): string {
  const ends = JSON.stringify([owner, target].toSorted())
  if (!records) return ends
  const keys = [records.key, records.otherKey].map((key) => JSON.stringify(key.toSorted())).toSorted()
  return `${ends} ${records.name} ${keys.join()}`
}

const endsOf = (link: string): string => link.slice(0, link.indexOf(']') + 1)

const targetsOf = <Resource>({ relations }: Linked<Resource>): readonly Resource[] =>
  relations.flatMap(({ target }) => (target === undefined ? [] : [target]))

const sharingWith = <Resource>(
  relationship: Linked<Resource>,
  linksOf: (owner: Resource) => readonly Linked<Resource>[],
): readonly Linked<Resource>[] =>
  [...new Set([relationship.owner, ...targetsOf(relationship)])]
    .flatMap(linksOf)
    .filter((other) => other !== relationship && sharesLink(relationship, other))

/** The members of other resources, or of the same one, whose guards apply to a relationship. */
function guardsBeside<Resource>(
  relationship: Linked<Resource>,
  linksOf: (owner: Resource) => readonly Linked<Resource>[],
  declarations: Declarations<Resource>,
): readonly GuardSource<Resource>[] {
  const { owner, holder, relations, shown } = relationship
  const same = sharingWith(relationship, linksOf).map((other) => {
    return { ...other.guards, closes: closes(relationship, other) }
  })
  const holding = holder === 'owner' ? owner : targetsOf(relationship)[0]
  const attributes =
    holding === undefined || shown.length === 0
      ? []
      : declarations.describe(holding).attributes.filter(({ column }) => shown.includes(column))
  const keys = relations.flatMap(({ join }) => (join ? keysOfJoin(join, linksOf) : []))
  return [
    ...same,
    ...attributes.map(({ name, readable, writable }) => {
      return {
        resource: holding ?? owner,
        member: 'attributes',
        name,
        readable,
        writable,
        closes: false,
      } as const
    }),
    ...keys.flatMap((key) => [key.guards, ...guardsBeside(key, linksOf, declarations)]),
  ]
}

/** The relationships of the resources over a join whose foreign key is one of its two keys. */
function keysOfJoin<Resource>(
  { resources, records }: RelationJoin<Resource>,
  linksOf: (owner: Resource) => readonly Linked<Resource>[],
): readonly Linked<Resource>[] {
  const keys = records ? [records.key, records.otherKey] : []
  return resources
    .flatMap(linksOf)
    .filter((link) => holdsKey(link) && keys.some((key) => haveSameColumns(link.ownKey, key)))
}

/** Whether `false` at another relationship of the same link closes a relationship. */
function closes<Resource>(
  { holder }: Linked<Resource>,
  other: Linked<Resource>,
): GuardSource<Resource>['closes'] {
  if (other.holder === 'join') return 'unguarded'
  return other.holder === 'owner' && holder !== 'owner'
}
