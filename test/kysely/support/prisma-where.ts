import { KyselyScope } from '@jsonapi-gen/kysely'
import {
  columnOf,
  type Condition,
  type Datamodel,
  foreignKeyOf,
  inverseRelation,
  type Link,
  type Operator,
  relatedModel,
  relationNamed,
} from '@jsonapi-gen/runtime/adapter'

type Where = Readonly<Record<string, unknown>>

const datamodels = new Map<string, Datamodel>()

/** Lets scopes on Kysely take conditions of Prisma, which the resources of tests are written in. */
export function takePrismaWhere(datamodel: Datamodel): void {
  for (const model of datamodel.models.keys()) datamodels.set(model, datamodel)
}

const own = KyselyScope.prototype.where
KyselyScope.prototype.where = function where(condition: unknown) {
  if (typeof condition !== 'object' || condition === null) return own.call(this, condition as never)
  const datamodel = datamodels.get(this.model)
  if (!datamodel) throw new Error(`Nobody knows the model ${this.model}.`)
  const narrowed = conditionOf(datamodel, this.model, condition as Where)
  return this.with({ where: [...this.parts.where, { kind: 'condition', condition: narrowed }] })
}

function conditionOf(datamodel: Datamodel, model: string, where: Where): Condition<KyselyScope> {
  const conditions = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [memberOf(datamodel, model, name, value)],
  )
  return { kind: 'and', conditions }
}

function memberOf(datamodel: Datamodel, model: string, name: string, value: unknown): Condition<KyselyScope> {
  const below = (one: unknown): Condition<KyselyScope> => conditionOf(datamodel, model, one as Where)
  if (name === 'AND') return { kind: 'and', conditions: [value].flat().map(below) }
  if (name === 'OR') return { kind: 'or', conditions: [value].flat().map(below) }
  if (name === 'NOT') {
    return { kind: 'and', conditions: [value].flat().map((one) => ({ kind: 'not', condition: below(one) })) }
  }
  const column = columnOf(datamodel, model, name)
  if (column) return comparison(name, column.type, value)
  return throughRelation(datamodel, model, name, value as Where)
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  equals: 'eq',
  in: 'eq',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  contains: 'contains',
  startsWith: 'prefix',
  endsWith: 'suffix',
}

function comparison(column: string, type: never | object, value: unknown): Condition<KyselyScope> {
  const compare = (operator: Operator, given: unknown): Condition<KyselyScope> =>
    ({
      kind: 'compare',
      name: column,
      through: [],
      column,
      operator,
      value: given,
      type,
    }) as Condition<KyselyScope>
  if (typeof value !== 'object' || value === null || value instanceof Date) return compare('eq', value)
  const conditions = Object.entries(value).flatMap(([name, given]): Condition<KyselyScope>[] => {
    if (name === 'mode') return []
    if (name === 'not') return [{ kind: 'not', condition: comparison(column, type, given) }]
    if (name === 'notIn') return [{ kind: 'not', condition: compare('eq', given) }]
    const operator = OPERATORS[name]
    if (!operator) throw new Error(`Nobody knows ${name} of Prisma.`)
    return [compare(operator, given)]
  })
  return { kind: 'and', conditions }
}

function throughRelation(
  datamodel: Datamodel,
  model: string,
  name: string,
  value: Where,
): Condition<KyselyScope> {
  const target = relatedModel(datamodel, model, name)
  if (target === undefined) throw new Error(`${model} has no member ${name}.`)
  const some = value['some'] ?? value['none']
  if (some !== undefined) {
    const condition = conditionOf(datamodel, target, some as Where)
    const found = {
      kind: 'some',
      through: [],
      link: linkOf(datamodel, model, name, target),
      condition,
    } as const
    return value['none'] === undefined ? found : { kind: 'not', condition: found }
  }
  const inner = conditionOf(datamodel, target, (value['is'] ?? value) as Where)
  return withThrough(inner, name)
}

function withThrough(condition: Condition<KyselyScope>, name: string): Condition<KyselyScope> {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, conditions: condition.conditions.map((one) => withThrough(one, name)) }
    case 'not':
      return { ...condition, condition: withThrough(condition.condition, name) }
    default:
      return { ...condition, through: [name, ...(condition.through ?? [])] }
  }
}

function linkOf(datamodel: Datamodel, model: string, name: string, target: string): Link<KyselyScope> {
  const inverse = inverseRelation(datamodel, model, name) ?? ''
  const key = foreignKeyOf(datamodel, target, inverse)
  if (key) return { kind: 'keyed', name, key: key.references, model: target, foreignKey: key.columns }
  if (relationNamed(datamodel, model, name)?.join === undefined) {
    throw new Error(`${model}.${name} is no join.`)
  }
  return { kind: 'joined', name, key: ['id'], model: target, join: { relation: inverse, key: ['id'] } }
}
