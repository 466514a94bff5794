import type { Shape } from './shape.js'

/**
 * The type of a scope in API-wide scopes, which may belong to any of several resources. It accepts conditions on
 * columns that all of these resources share. `Shapes` is the union of their shapes.
 *
 * ```ts
 * scopeTenant<Scope extends CommonScope<InvoiceShape | ProjectShape>>(scope: Scope): Scope {
 *   return scope.where({ tenantId: 1 });
 * }
 * ```
 */
export interface CommonScope<Shapes extends Shape> {
  /** Adds a condition. Records must meet all conditions of a scope. */
  where(condition: CommonWhere<Shapes>): this
}

/** A condition on columns that several resources share; any object if the store's types are not known. */
export type CommonWhere<Shapes extends Shape> = [ColumnOf<Shapes>] extends [never]
  ? object
  : CommonColumns<Shapes> & CommonGroups<Shapes>

/**
 * Rejects a condition on a column that some of the resources lack. For these, set `scopes: { inherit: false }` in the
 * schema.
 */
export interface NoColumnOf<Type> {
  readonly '~lacking': Type
}

interface CommonGroups<Shapes extends Shape> {
  AND?: CommonWhere<Shapes> | CommonWhere<Shapes>[]
  OR?: CommonWhere<Shapes>[]
  NOT?: CommonWhere<Shapes> | CommonWhere<Shapes>[]
}

type CommonColumns<Shapes extends Shape> = {
  [Column in ColumnOf<Shapes>]?: Intersection<
    Shapes extends unknown ? (value: ConditionOf<Shapes, Column>) => void : never
  >
}

type ConditionOf<Of extends Shape, Column> = Column extends keyof WhereOf<Of>
  ? Exclude<WhereOf<Of>[Column], undefined>
  : NoColumnOf<Of['type']>

/** The names that some of the resources have, without the groups. */
type ColumnOf<Shapes extends Shape> = Shapes extends unknown
  ? Exclude<keyof WhereOf<Shapes>, keyof CommonGroups<Shapes>>
  : never

/** The parameter of a scope's `where`. */
type WhereOf<Of extends Shape> = Of extends { scope: { where(condition: infer Where): unknown } }
  ? Where
  : object

type Intersection<Functions> = [Functions] extends [(value: infer Value) => void] ? Value : never
