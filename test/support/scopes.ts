import { type ExpressionOf, KyselyScope } from '@jsonapi-gen/kysely'
import {
  columnOf,
  type Datamodel,
  foreignKeyOf,
  inverseRelation,
  modelOf,
  relatedModel,
} from '@jsonapi-gen/runtime/adapter'
import { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import { datamodelOfModel, isOtherEngine } from './engine.js'

type Where = Readonly<Record<string, unknown>>
type Builder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>

/**
 * Narrows a scope as users of its engine would. On Prisma, `where` receives the condition itself. On Kysely, it receives
 * column values, or an equivalent expression from Kysely's builder.
 *
 * ```ts
 * this.scopes({ read: (scope) => narrowed(scope, { rank: { lt: 5 } }) })
 * ```
 */
export function narrowed<Scope>(scope: Scope, condition: object): Scope {
  const where = condition as Where
  if (scope instanceof PrismaScope) return scope.where(where) as Scope
  if (!(scope instanceof KyselyScope)) throw new TypeError(`${String(scope)} is not a scope.`)
  if (!isObject(condition)) return scope.where(condition) as Scope
  const datamodel = datamodelOfModel(scope.model)
  if (Object.entries(where).every(([name, value]) => isValueOf(datamodel, scope.model, name, value))) {
    return scope.where(storedValues(datamodel, scope.model, where)) as Scope
  }
  return scope.where(expressionOf(datamodel, scope.model, where)) as Scope
}

/** Adds a key to the order of a scope. */
export function ordered<Scope>(scope: Scope, column: string, direction: 'asc' | 'desc'): Scope {
  if (scope instanceof PrismaScope) return scope.orderBy({ [column]: direction }) as Scope
  if (scope instanceof KyselyScope) return scope.orderBy(column, direction) as Scope
  throw new TypeError(`${String(scope)} is not a scope.`)
}

/** The page of a scope, and whether it has an order. */
export function windowOf(scope: unknown): {
  readonly isSorted: boolean
  readonly skip: unknown
  readonly take: unknown
} {
  if (scope instanceof KyselyScope) {
    const { order, skip, take } = scope.parts
    return { isSorted: order.length > 0, skip, take }
  }
  const { orderBy, skip, take } = (scope as PrismaScope).arguments
  return { isSorted: orderBy !== undefined, skip, take }
}

/** The short form of a scope: an object that contains only a condition. */
export const shortForm = (model: string, condition: object): { readonly where: unknown } => ({
  where: isOtherEngine() ? expressionOf(datamodelOfModel(model), model, condition as Where) : condition,
})

const isValueOf = (datamodel: Datamodel, model: string, name: string, value: unknown): boolean =>
  columnOf(datamodel, model, name) !== undefined && !isObject(value)

const isObject = (value: unknown): value is Where =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

const storedValues = (datamodel: Datamodel, model: string, where: Where): Where =>
  Object.fromEntries(
    Object.entries(where).map(([name, value]) => [columnOf(datamodel, model, name)?.stored ?? name, value]),
  )

const expressionOf =
  (
    datamodel: Datamodel,
    model: string,
    where: Where,
  ): ExpressionOf<Record<string, Record<string, unknown>>, string> =>
  (builder) =>
    conditionOf({ datamodel, model, builder, alias: undefined, depth: 0 }, where)

/** The place of a condition: a model, and the name of its table in the statement if it differs. */
interface Place {
  readonly datamodel: Datamodel
  readonly model: string
  readonly builder: Builder
  readonly alias: string | undefined
  readonly depth: number
}

const conditionOf = (place: Place, where: Where): Expression<SqlBool> =>
  place.builder.and(Object.entries(where).map(([name, value]) => memberOf(place, name, value)))

function memberOf(place: Place, name: string, value: unknown): Expression<SqlBool> {
  const { datamodel, model, builder, alias } = place
  const all = (): Expression<SqlBool>[] => [value].flat().map((one) => conditionOf(place, one as Where))
  if (name === 'AND') return builder.and(all())
  if (name === 'OR') return builder.or(all())
  if (name === 'NOT') return builder.and(all().map((one) => builder.not(one)))
  const column = columnOf(datamodel, model, name)
  if (!column) return relationOf(place, name, value as Where | null)
  return comparison(builder, alias === undefined ? column.stored : `${alias}.${column.stored}`, value)
}

function comparison(builder: Builder, column: string, value: unknown): Expression<SqlBool> {
  if (value === null) return builder(column, 'is', null)
  if (!isObject(value)) return builder(column, '=', value)
  return builder.and(
    Object.entries(value).map(([name, given]): Expression<SqlBool> => {
      switch (name) {
        case 'equals':
          return comparison(builder, column, given)
        case 'not':
          if (given === null) return builder(column, 'is not', null)
          return isObject(given)
            ? builder.not(comparison(builder, column, given))
            : builder(column, '<>', given)
        case 'in':
        case 'notIn':
          if ((given as readonly unknown[]).length === 0) return name === 'in' ? sql`1 = 0` : sql`1 = 1`
          return builder(column, name === 'in' ? 'in' : 'not in', given)
        case 'lt':
          return builder(column, '<', given)
        case 'lte':
          return builder(column, '<=', given)
        case 'gt':
          return builder(column, '>', given)
        case 'gte':
          return builder(column, '>=', given)
        case 'contains':
          return builder(column, 'like', `%${String(given)}%`)
        case 'startsWith':
          return builder(column, 'like', `${String(given)}%`)
        default:
          throw new Error(`No condition of a test has ${name}.`)
      }
    }),
  )
}

function relationOf(place: Place, name: string, value: Where | null): Expression<SqlBool> {
  const { builder } = place
  if (value === null) return builder.not(related(place, name, {}))
  const forms = Object.entries(value).filter(([form]) => FORMS.has(form))
  if (forms.length === 0) return related(place, name, value)
  return builder.and(
    forms.map(([form, given]) => {
      const exists = related(place, name, (given ?? {}) as Where)
      return (form === 'is' || form === 'some') === (given !== null) ? exists : builder.not(exists)
    }),
  )
}

const FORMS: ReadonlySet<string> = new Set(['is', 'some', 'none'])

/** Whether a related record meets a condition. */
function related({ datamodel, model, builder, alias, depth }: Place, name: string, where: Where) {
  const target = relatedModel(datamodel, model, name)
  if (target === undefined) throw new Error(`${model} has neither a column nor a relation ${name}.`)
  const there: Place = { datamodel, model: target, builder, alias: `there_${depth}`, depth: depth + 1 }
  const here = alias ?? modelOf(datamodel, model).table.name
  const stored = (of: string, column: string): string => columnOf(datamodel, of, column)?.stored ?? column
  const pairs = pairsOf(datamodel, model, name, target)
  const { table } = modelOf(datamodel, target)
  return builder.exists(
    pairs
      .reduce(
        (query, [own, other]) =>
          query.whereRef(`${there.alias}.${stored(target, other)}`, '=', `${here}.${stored(model, own)}`),
        builder.selectFrom(`${table.name} as ${there.alias}`),
      )
      .where(conditionOf(there, where))
      .select(sql`1`.as('one')),
  )
}

/** The relation's columns, each of which equals a column of the target. */
function pairsOf(
  datamodel: Datamodel,
  model: string,
  name: string,
  target: string,
): readonly (readonly [own: string, other: string])[] {
  const own = foreignKeyOf(datamodel, model, name)
  if (own) return own.columns.map((column, index) => [column, own.references[index] ?? ''])
  const inverse = inverseRelation(datamodel, model, name)
  const other = inverse === undefined ? undefined : foreignKeyOf(datamodel, target, inverse)
  if (!other) throw new Error(`${model}.${name} has no foreign key.`)
  return other.references.map((column, index) => [column, other.columns[index] ?? ''])
}
