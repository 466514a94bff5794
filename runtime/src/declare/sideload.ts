import type { Guard, Handler } from './handler.js'

/** A Resource class in a declaration. The class itself is declared on a higher floor. */
export interface ReferencedClass {
  new (): object
  readonly config: object
}

/** A Resource class, a function that returns one, or the JSON:API type of one in the registry. */
export type ResourceReference = string | ReferencedClass | (() => ReferencedClass)

/** Whether a relationship's linkage is rendered only if it was included, or always (rule 12.1). */
export type Linkage = 'included' | 'always'

/**
 * What happens to the members of a record that is destroyed: `restrict` refuses to destroy it while it has any (rule
 * 11.15).
 */
export type Dependent = 'restrict'

/** The common part of all sideloads. */
export interface SideloadBase {
  readonly name: string
  /** Whether it assigns a list to each parent, instead of one record or null. */
  readonly many: boolean
  /**
   * A function that returns the base scope of the related records, in place of the one of their resource (specification
   * 2.5).
   */
  readonly scope?: Handler
  readonly assign?: Handler
  readonly linkage: Linkage
  /** The guards of reads and of writes (rule 14.12). */
  readonly readable: Guard
  readonly writable: Guard
  readonly description?: string
  /** Not for a belongsTo, which has no members. */
  readonly dependent?: Dependent
}

/** A to-many or to-one sideload over a foreign key. */
export interface KeyedSideload extends SideloadBase {
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo'
  /** The group of a polymorphic relationship that it stands for. */
  readonly group?: string
  readonly resource: ResourceReference
  /**
   * The columns of the foreign key, in the order of the key: on the child for hasMany and hasOne, on the parent for
   * belongsTo.
   */
  readonly foreignKey: readonly string[]
  /** The relation of the store if its name differs (rule 14.9). */
  readonly relation?: string
  /** The key that the foreign key refers to; the primary key by default. */
  readonly primaryKey?: readonly string[]
}

/** A many-to-many, through a join relation of the related records. */
export interface JoinedSideload extends SideloadBase {
  readonly kind: 'hasAndBelongsToMany'
  readonly resource: ResourceReference
  /** The relation of the related model that leads here, or to the join model. */
  readonly join: string
  /**
   * This side's key on the records of that relation: this side's primary key, or the join model's foreign key to this
   * side.
   */
  readonly joinKey: readonly string[]
  /** The relation of the store if its name differs (rule 14.9). */
  readonly relation?: string
  readonly primaryKey?: readonly string[]
}

/** A to-one whose resource depends on a column of the parent. */
export interface PolymorphicBelongsTo extends SideloadBase {
  readonly kind: 'polymorphicBelongsTo'
  /** The parent's attribute that names the group of the related record. */
  readonly groupBy: string
  readonly groups: ReadonlyMap<string, PolymorphicGroup>
}

/** The records for one value of the type column. */
export interface PolymorphicGroup {
  readonly resource: ResourceReference
  /** On the parent; a single column. */
  readonly foreignKey: readonly string[]
  readonly primaryKey?: readonly string[]
}

/** A to-many whose children refer to this side by a key and a type column. */
export interface PolymorphicHasMany extends SideloadBase {
  readonly kind: 'polymorphicHasMany'
  readonly resource: ResourceReference
  /** A single column. */
  readonly foreignKey: readonly string[]
  /** The child's polymorphicBelongsTo; its groupBy and groups give the type column and its value for this side. */
  readonly as: string
  readonly primaryKey?: readonly string[]
}

/** A sideload whose scope and assign functions the application defines (specification 2.5). */
export interface CustomSideload extends SideloadBase {
  readonly kind: 'custom'
  readonly resource: ResourceReference
}

export type SideloadConfig =
  | KeyedSideload
  | JoinedSideload
  | PolymorphicBelongsTo
  | PolymorphicHasMany
  | CustomSideload

/** The belongsTo that a polymorphic to-one is for the records of one group; undefined if it has no such group. */
export function belongsToOf(
  { name, many, linkage, readable, writable, groups }: PolymorphicBelongsTo,
  group: string,
): KeyedSideload | undefined {
  const keyed = groups.get(group)
  return keyed && { name, many, linkage, readable, writable, kind: 'belongsTo', group, ...keyed }
}
