import { type IncludeDirective, type IncludeInput, includeTree } from '../query/include.js'
import type { Shape } from '../shape/shape.js'
import type { OwnColumn, TargetColumn } from './column-types.js'
import { changed, Configured, type Declaring } from './configured.js'
import type {
  CustomSideloadOptions,
  JoinedOptions,
  KeyedOptions,
  MembersOptions,
  PolymorphicBelongsToOptions,
  PolymorphicHasManyOptions,
  Shaped,
  ShapeOf,
} from './declaration-types.js'
import { columnList, joinedSideload, polymorphicSideload, sideloadBase } from './declare.js'

/** The declarations of sideloads, and of the includes that each action permits (rules 9.1, 9.5). */
export abstract class SideloadDeclarations<S extends Shape = Shape> extends Configured<S> {
  /**
   * Declares a sideload with your own functions `scope` and `assign` (rule 9.1). The scope contains the related records
   * of the parents, and `assign` distributes them to the parents.
   *
   * ```ts
   * this.allowSideload('related', { resource: 'posts', scope: 'scopeOfRelated', assign: 'assignRelated' })
   * ```
   */
  static allowSideload<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: CustomSideloadOptions<R, Name>,
  ): void {
    const { resource, assign, many = true } = options
    changed(this).sideloads.set(
      name,
      Object.freeze({ ...sideloadBase(name, options), kind: 'custom', resource, assign, many }),
    )
  }

  /** Declares the children whose foreign key refers to this record's primary key (rule 9.2). */
  static hasMany<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: MembersOptions<TargetColumn<ShapeOf<R>, Name>, OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, keyed('hasMany', name, options))
  }

  /** Declares the first child whose foreign key refers to this record's primary key (rule 9.2). */
  static hasOne<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: MembersOptions<TargetColumn<ShapeOf<R>, Name>, OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, keyed('hasOne', name, options))
  }

  /**
   * Declares the record that this record's foreign key refers to (rule 9.2).
   *
   * ```ts
   * this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
   * this.belongsTo('customer', { resource: 'customers', foreignKey: ['tenantId', 'customerId'] }) // of a composite key
   * ```
   */
  static belongsTo<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: KeyedOptions<OwnColumn<ShapeOf<R>>, TargetColumn<ShapeOf<R>, Name>>,
  ): void {
    changed(this).sideloads.set(name, keyed('belongsTo', name, options))
  }

  /** Declares a many-to-many sideload through a join relation of the related model (rule 9.2). */
  static hasAndBelongsToMany(name: string, options: JoinedOptions): void {
    changed(this).sideloads.set(name, joinedSideload(name, options))
  }

  /** Declares a to-one sideload whose type is given by a column of this record (rule 9.2). */
  static polymorphicBelongsTo<R extends Shaped>(
    this: Declaring<R>,
    name: string,
    options: PolymorphicBelongsToOptions<OwnColumn<ShapeOf<R>>>,
  ): void {
    changed(this).sideloads.set(name, polymorphicSideload(name, options))
  }

  /** Declares the children that refer to this record by key and type (rule 9.2). */
  static polymorphicHasMany<R extends Shaped, const Name extends string>(
    this: Declaring<R>,
    name: Name,
    options: PolymorphicHasManyOptions<TargetColumn<ShapeOf<R>, Name>, OwnColumn<ShapeOf<R>>>,
  ): void {
    const { resource, foreignKey, as, primaryKey } = options
    const own = { kind: 'polymorphicHasMany', resource, foreignKey: columnList(foreignKey), as } as const
    changed(this).sideloads.set(
      name,
      Object.freeze({
        ...sideloadBase(name, options),
        ...own,
        ...(primaryKey !== undefined && { primaryKey: columnList(primaryKey) }),
      }),
    )
  }

  /** Sets the includes that each action permits, unless the controller declares its own whitelist (rule 9.5). */
  static sideloadWhitelist(whitelist: Readonly<Record<string, IncludeInput>>): void {
    const entries = Object.entries(whitelist).map(([action, input]): [string, IncludeDirective] => [
      action,
      includeTree(input),
    ])
    changed(this).sideloadWhitelist = new Map(entries)
  }
}

function keyed(kind: 'hasMany' | 'hasOne' | 'belongsTo', name: string, options: MembersOptions) {
  const { resource, foreignKey, relation, primaryKey } = options
  return Object.freeze({
    ...sideloadBase(name, options, kind === 'belongsTo'),
    kind,
    resource,
    foreignKey: columnList(foreignKey),
    ...(relation !== undefined && { relation }),
    ...(primaryKey !== undefined && { primaryKey: columnList(primaryKey) }),
  })
}
