import type { Guard, Handler } from './handler.js'

/** A Resource class as a declaration refers to it, which stands below the class itself. */
export interface ReferencedClass {
  new (): object
  readonly config: object
}

/** A Resource class, a function that returns one, or the JSON:API type that the registry knows it by. */
export type ResourceReference = string | ReferencedClass | (() => ReferencedClass)

/** Whether a relationship's linkage is rendered only where it was included, or always (rule 12.1). */
export type Linkage = 'included' | 'always'

/** What becomes of a record's members when it is destroyed: with `restrict` it is not, as long as there are any (rule 11.15). */
export type Dependent = 'restrict'

/** What every sideload has. */
export interface SideloadBase {
  readonly name: string
  /** A function that returns the base scope of the related records, in place of their resource's own (specification 2.5). */
  readonly scope?: Handler
  readonly assign?: Handler
  readonly linkage: Linkage
  /** Who may see it, and who may write it (rule 14.12). */
  readonly readable: Guard
  readonly writable: Guard
  readonly description?: string
  /** Never of a belongsTo, whose record is no member of this one. */
  readonly dependent?: Dependent
}

/** One of the to-many kinds, or of the to-one kinds, over a foreign key. */
export interface KeyedSideload extends SideloadBase {
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo'
  readonly resource: ResourceReference
  /** On the child for hasMany and hasOne, on the parent for belongsTo: one column, or several in the order of the key. */
  readonly foreignKey: readonly string[]
  /** The relation of the store, where that has another name (rule 14.9). */
  readonly relation?: string
  /** The key that the foreign key refers to; the primary key unless declared. */
  readonly primaryKey?: readonly string[]
}

/** Many to many, through a join relation of the related records. */
export interface JoinedSideload extends SideloadBase {
  readonly kind: 'hasAndBelongsToMany'
  readonly resource: ResourceReference
  /** The relation of the related model that leads here, or to the join model. */
  readonly join: string
  /** The key on that relation's records: this side's primary key, or the join model's foreign key to this side. */
  readonly joinKey: readonly string[]
  /** The relation of the store, where that has another name (rule 14.9). */
  readonly relation?: string
  readonly primaryKey?: readonly string[]
}

/** A to-one whose resource depends on a column of the parent. */
export interface PolymorphicBelongsTo extends SideloadBase {
  readonly kind: 'polymorphicBelongsTo'
  /** The parent's attribute that says which group a record belongs to. */
  readonly groupBy: string
  readonly groups: ReadonlyMap<string, PolymorphicGroup>
}

/** The records of one value of the type column. */
export interface PolymorphicGroup {
  readonly resource: ResourceReference
  /** On the parent: one column. */
  readonly foreignKey: readonly string[]
  readonly primaryKey?: readonly string[]
}

/** A to-many whose children name this side by a key and a type column. */
export interface PolymorphicHasMany extends SideloadBase {
  readonly kind: 'polymorphicHasMany'
  readonly resource: ResourceReference
  /** One column. */
  readonly foreignKey: readonly string[]
  /** The child's polymorphicBelongsTo, whose groupBy and groups say which type column and value stand for this side. */
  readonly as: string
  readonly primaryKey?: readonly string[]
}

/** A sideload whose scope and assign are the application's (specification 2.5). */
export interface CustomSideload extends SideloadBase {
  readonly kind: 'custom'
  readonly resource: ResourceReference
  readonly many: boolean
}

/** A sideload of any kind. */
export type SideloadConfig =
  | KeyedSideload
  | JoinedSideload
  | PolymorphicBelongsTo
  | PolymorphicHasMany
  | CustomSideload

/** Whether a parent gets an array, or one record or null. */
export function isToMany(sideload: SideloadConfig): boolean {
  switch (sideload.kind) {
    case 'hasMany':
    case 'hasAndBelongsToMany':
    case 'polymorphicHasMany':
      return true
    case 'custom':
      return sideload.many
    case 'hasOne':
    case 'belongsTo':
    case 'polymorphicBelongsTo':
      return false
  }
}

/** A polymorphic to-one as what it is for the records of one group; undefined where it has no such group. */
export function belongsToOf(
  { name, linkage, readable, writable, groups }: PolymorphicBelongsTo,
  group: string,
): KeyedSideload | undefined {
  const keyed = groups.get(group)
  return keyed && { name, linkage, readable, writable, kind: 'belongsTo', ...keyed }
}
