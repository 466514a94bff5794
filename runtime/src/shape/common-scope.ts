import type { Shape } from './shape.js'

/**
 * A scope as any of several resources has it: what a scope of the whole API narrows (rule 14.14). It takes conditions on
 * what all of them have. `Shapes` is the union of their shapes.
 *
 * ```ts
 * scopeTenant<Scope extends CommonScope<InvoiceShape | ProjectShape>>(scope: Scope): Scope {
 *   return scope.where({ tenantId: 1 })
 * }
 * ```
 */
export interface CommonScope<Shapes extends Shape> {
  /** Narrows the scope: the condition has to hold besides those that it has. */
  where(condition: CommonWhere<Shapes>): this
}

/**
 * A condition that holds for the records of any of several resources. Where the types of the store are not known, it
 * is any object.
 */
export type CommonWhere<Shapes extends Shape> = [ColumnOf<Shapes>] extends [never]
  ? object
  : CommonColumns<Shapes> & CommonGroups<Shapes>

/** Refuses a condition on a column that some of the resources don't have: they need `scopes: { inherit: false }` in the schema. */
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

/** The names of everything that some of the resources have, without the groups. */
type ColumnOf<Shapes extends Shape> = Shapes extends unknown
  ? Exclude<keyof WhereOf<Shapes>, keyof CommonGroups<Shapes>>
  : never

/** What `where` of a scope takes. */
type WhereOf<Of extends Shape> = Of extends { scope: { where(condition: infer Where): unknown } }
  ? Where
  : object

type Intersection<Functions> = [Functions] extends [(value: infer Value) => void] ? Value : never
