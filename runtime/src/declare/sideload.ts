import type { Deprecation } from '../vocabulary/deprecation.js'
import type { Guard, Handler } from './handler.js'

/** A Resource class in a declaration. The class itself is declared in a higher layer. */
export interface ReferencedClass {
  new (): object
  readonly config: object
}

/** A Resource class, a function that returns a Resource class, or the JSON:API type of a Resource in the registry. */
export type ResourceReference = string | ReferencedClass | (() => ReferencedClass)

/** Whether linkage is always rendered, or only if the relationship is included (rule 12.1). */
export type Linkage = 'included' | 'always'

/**
 * The effect on related records of destroying a record. `restrict` rejects the destroy if there are any (rule 11.15).
 */
export type Dependent = 'restrict'

/** The options common to all sideloads. */
export interface SideloadBase {
  readonly name: string
  /** Whether each parent gets a list, instead of one record or null. */
  readonly many: boolean
  /**
   * A function that returns the base scope of the related records, to be used instead of their resource's
   * (specification 2.5).
   */
  readonly scope?: Handler
  readonly assign?: Handler
  readonly linkage: Linkage
  /** The read and write guards (rule 14.12). */
  readonly readable: Guard
  readonly writable: Guard
  readonly description?: string
  readonly deprecated?: Deprecation
  /** Not available for belongsTo, because this side holds the key. */
  readonly dependent?: Dependent
}

/** A to-many or to-one sideload over a foreign key. */
export interface KeyedSideload extends SideloadBase {
  readonly kind: 'hasMany' | 'hasOne' | 'belongsTo'
  /** The group, if the sideload is part of a polymorphic relationship. */
  readonly group?: string
  readonly resource: ResourceReference
  /**
   * The columns of the foreign key, in the order of the key: on the child for hasMany and hasOne, on the parent for
   * belongsTo.
   */
  readonly foreignKey: readonly string[]
  /** The relation in the store, if its name differs from the sideload's (rule 14.9). */
  readonly relation?: string
  /** The key that the foreign key refers to; the primary key by default. */
  readonly primaryKey?: readonly string[]
}

/** A many-to-many, through a join relation of the related records. */
export interface JoinedSideload extends SideloadBase {
  readonly kind: 'hasAndBelongsToMany'
  readonly resource: ResourceReference
  /** The related model's relation to this model, or to the join model. */
  readonly join: string
  /** The key of this side in that relation: this side's primary key, or the join model's foreign key to this side. */
  readonly joinKey: readonly string[]
  /** The relation in the store, if its name differs from the sideload's (rule 14.9). */
  readonly relation?: string
  readonly primaryKey?: readonly string[]
}

/** A to-one sideload whose resource depends on a column of the parent. */
export interface PolymorphicBelongsTo extends SideloadBase {
  readonly kind: 'polymorphicBelongsTo'
  /** The parent's attribute that names the group of the related record. */
  readonly groupBy: string
  readonly groups: ReadonlyMap<string, PolymorphicGroup>
}

/** The related records for one value of the type column. */
export interface PolymorphicGroup {
  readonly resource: ResourceReference
  /** A single column of the parent. */
  readonly foreignKey: readonly string[]
  readonly primaryKey?: readonly string[]
}

/** A to-many sideload whose children refer to this side by a key and a type column. */
export interface PolymorphicHasMany extends SideloadBase {
  readonly kind: 'polymorphicHasMany'
  readonly resource: ResourceReference
  /** A single column. */
  readonly foreignKey: readonly string[]
  /** The child's polymorphicBelongsTo. Its groupBy and groups determine the type column and the value for this side. */
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
