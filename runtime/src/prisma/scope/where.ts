import type { Among, Comparison, Condition, Some } from '../../adapter/condition.js'
import {
  columnOf,
  type Datamodel,
  isRequired,
  modelThrough,
  relatedModel,
} from '../../datamodel/datamodel.js'
import { type ConditionValue, isJsonValue } from '../../vocabulary/values/condition-value.js'
import { type AttributeType, parseType } from '../../vocabulary/values/type.js'
import { isPositive, type Operator, opposite } from '../../vocabulary/operators.js'
import { nearestSingle } from '../../sql/single-float.js'
import { isSingleFloat } from '../../sql/columns.js'
import { type DecimalLike, isDecimalLike, sentFloat } from '../values/sent-floats.js'
import { isNever, type PrismaScope } from './prisma-scope.js'
import { LIKE_ESCAPE } from '../driver/like-escape.js'
import { storedRelations } from '../../facts/stored-relations.js'
import { all, any, EVERYTHING, not, NOTHING } from './groups.js'
import { keysWhere } from './keys-where.js'
import { mergedRelations } from './merge-relations.js'
import { twoValued } from './null-is-false.js'
import { boundedDecimal, nearestDouble } from '../../sql/compared-decimals.js'

/** The kinds that Prisma has no `in` for, and the kinds of lists for which its `hasSome` fails or finds nothing. */
const HAVE_NO_IN: ReadonlySet<string> = new Set(['boolean', 'json'])
const HAVE_NO_SOME: ReadonlySet<string> = new Set(['bytes', 'json'])

/** Where a condition is compared: the model of its records. */
export interface Place {
  readonly model: string
  readonly datamodel: Datamodel
}

/**
 * Converts a condition to Prisma's `where` (rules 3.4, 3.5). A negation is the complement: `eq` and `not_eq` together
 * return all rows, including those with null.
 */
export function whereOf(condition: Condition<PrismaScope>, place: Place): object {
  switch (condition.kind) {
    case 'compare':
      return throughRelations(condition, place)
    case 'among':
      return nested(condition.through, amongWhere(condition, place))
    case 'some':
      return someWhere(condition, place)
    case 'and':
      return all(condition.conditions.map((member) => whereOf(member, place)))
    case 'or':
      return any(condition.conditions.map((member) => whereOf(member, place)))
    case 'not':
      return negated(condition.condition, place)
    case 'scope':
      return nested(condition.through ?? [], scopeCondition(condition.scope))
  }
}

function scopeCondition({ arguments: { where = EVERYTHING } }: PrismaScope): object {
  if (isNever(where)) return NOTHING
  return Object.keys(where).length === 0 ? EVERYTHING : where
}

/** A scope's condition, in a form whose negation is the complement. */
function knownCondition(scope: PrismaScope, { datamodel }: Place): object {
  const condition = scopeCondition(scope)
  const isConstant = condition === NOTHING || condition === EVERYTHING
  return isConstant ? condition : twoValued(condition, scope.model, datamodel)
}

/**
 * The store searches for related records in a query of its own, which is never unknown: so its negation needs no
 * addition.
 */
function someWhere({ through, relation, condition }: Some<PrismaScope>, place: Place): object {
  const { datamodel, model } = place
  const [many = relation.stored, ...others] = storedRelations(datamodel, model, relation, through) ?? []
  const holds = whereOf(condition, { ...place, model: String(relation.target.model) })
  const joins = joinWhere(relation, place)
  if (holds === NOTHING || joins === NOTHING) return NOTHING
  const related = nested(others, mergedRelations(holds))
  return nested(through, { [many]: { some: joins === EVERYTHING ? related : { AND: [related, joins] } } })
}

/** The condition on the rows of a join model, if there is one. */
function joinWhere({ target, join }: Some<PrismaScope>['relation'], place: Place): object {
  if (!join?.condition) return EVERYTHING
  const model = relatedModel(place.datamodel, String(target.model), join.relation)
  return whereOf(join.condition, { ...place, model: model ?? place.model })
}

function amongWhere({ columns, types, keys, ...among }: Among, place: Place): object {
  return keysWhere(columns, keys, (index, values) => {
    const [only] = values
    const value = values.length === 1 && only !== undefined ? only : values
    const [column = '', type = STRING] = [columns[index], types[index]]
    return positive({ ...among, kind: 'compare', operator: 'eq', column, value, type }, place)
  })
}

const STRING = parseType('string')

/** Negates down to the comparisons (De Morgan): SQL's NOT would lose the rows whose comparison is unknown. */
function negated(condition: Condition<PrismaScope>, place: Place): object {
  switch (condition.kind) {
    case 'compare':
      return throughRelations({ ...condition, operator: opposite(condition.operator) }, place)
    case 'among':
      return not(nested(condition.through, amongWhere(condition, place)))
    case 'some':
      return not(someWhere(condition, place))
    case 'and':
      return any(condition.conditions.map((member) => negated(member, place)))
    case 'or':
      return all(condition.conditions.map((member) => negated(member, place)))
    case 'not':
      return whereOf(condition.condition, place)
    case 'scope':
      return not(nested(condition.through ?? [], knownCondition(condition.scope, place)))
  }
}

function throughRelations(comparison: Comparison, place: Place): object {
  const { operator, through } = comparison
  if (!operator.startsWith('not_')) return nested(through, positive(comparison, place))
  const holds = { ...comparison, operator: opposite(operator) }
  if (through.length === 0) return complement(holds, place)
  // "No related record meets it": rows without a related record belong to the complement.
  return not(nested(through, all([positive(holds, place), known(holds, place)])))
}

const nested = (through: readonly string[], condition: object): object =>
  condition === NOTHING
    ? NOTHING
    : through.reduceRight((inner, relation) => ({ [relation]: { is: inner } }), condition)

/** The rows that do not meet a comparison, or whose column is null. */
function complement(holds: Comparison, place: Place): object {
  const negation = not(positive(holds, place))
  return losesNull(holds) ? any([negation, isNull(holds, place)]) : negation
}

const known = (holds: Comparison, place: Place): object =>
  losesNull(holds) ? not(isNull(holds, place)) : EVERYTHING

/** Whether null is neither among the rows that meet a comparison, nor, in SQL, among those that do not. */
function losesNull({ operator, value, type }: Comparison): boolean {
  const namesNull = isList(value) ? value.includes(null) : value === null
  // A list that was never set is null in the store, but empty for readers: it belongs to every complement.
  return (type.list || type.nullable) && !(operator === 'eq' && namesNull)
}

/**
 * A JSON column may hold the null of the store or that of JSON. A document shows both alike, so both count as null. So
 * do a list without a value and an empty one.
 */
function isNull({ through, column, type }: Comparison, { model, datamodel }: Place): object {
  if (type.list) return any([{ [column]: { isEmpty: true } }, { [column]: { equals: null } }])
  // A JSON column that is never null may hold the null of JSON.
  if (type.kind !== 'json' && isRequired(datamodel, model, through, column)) return NOTHING
  return { [column]: type.kind === 'json' ? { equals: anyNullOf(datamodel, column) } : null }
}

/** Prisma's own value for both nulls. Throws an Error that says what to write if nobody has provided it. */
function anyNullOf({ anyNull }: Datamodel, column: string): object {
  if (anyNull) return anyNull
  throw new Error(
    `To compare the JSON column "${column}" with null, Prisma needs Prisma.AnyNull, which is missing from the facts about the store. Set the client in the schema (prisma: { client: … }), and run npx jsonapi-gen generate. Without the generator, write this.facts({ …, anyNull: Prisma.AnyNull }).`,
  )
}

/**
 * A list means any of its members (rule 3.4): equality uses Prisma's operator for it if there is one, everything else
 * is an OR.
 */
function positive(comparison: Comparison, place: Place): object {
  const { column, operator, value, type } = comparison
  if (!isList(value)) return one(comparison, value, place)
  if (value.length === 0) return NOTHING
  const members = distinct(value)
  if (operator !== 'eq' || !hasAnyOf(type, place)) {
    return any(members.map((member) => one(comparison, member, place)))
  }
  const some = members
    .filter((member) => member !== null)
    .map((member) => givenFloat(comparison, member, place))
  const listed = { [column]: { [type.list ? 'hasSome' : 'in']: some } }
  if (some.length === members.length) return listed
  return some.length === 0 ? isNull(comparison, place) : any([listed, isNull(comparison, place)])
}

/** Whether one operator of Prisma's means "any of" a list of the type, on this store. */
function hasAnyOf({ kind, list }: AttributeType, { datamodel: { provider } }: Place): boolean {
  if (list) return !HAVE_NO_SOME.has(kind)
  return !HAVE_NO_IN.has(kind) && !(kind === 'decimal' && (provider === 'mysql' || provider === 'sqlite'))
}

/** Each distinct member once: an OR is as deep as its number of members, and SQLite's limit is a thousand. */
function distinct(values: readonly ConditionValue[]): readonly ConditionValue[] {
  return [...new Map(values.map((value) => [identityOf(value), value])).values()]
}

function identityOf(value: ConditionValue): unknown {
  if (value instanceof Date) return value.getTime()
  if (value instanceof Uint8Array) return String(value)
  if (isJsonValue(value)) return JSON.stringify(value.json)
  // If the kind is JSON, a string without braces is a JSON string.
  return typeof value === 'string' ? JSON.stringify(value) : value
}

function one(comparison: Comparison, value: ConditionValue, place: Place): object {
  const { provider } = place.datamodel
  const { column, operator, type } = comparison
  if (value === null) return operator === 'eq' ? isNull(comparison, place) : NOTHING
  if (type.list) {
    return { [column]: { has: isJsonValue(value) ? value.json : givenFloat(comparison, value, place) } }
  }
  if (type.kind === 'decimal' && provider === 'sqlite') {
    const nearest = nearestDouble(operator, String(value))
    if (nearest === undefined) return NOTHING
    return { [column]: comparator(nearest.operator, nearest.value, provider) }
  }
  const isText = type.kind === 'decimal' && provider === 'mysql'
  const given = isText ? boundedDecimal(String(value)) : givenFloat(comparison, value, place)
  return { [column]: comparator(operator, given, provider) }
}

/** A float as the store compares it: MySQL compares a float of four bytes as a double. */
function givenFloat(
  { type: { kind }, through, column }: Comparison,
  value: ConditionValue,
  { datamodel, model }: Place,
): ConditionValue | DecimalLike {
  if (kind !== 'float' || typeof value !== 'number') return value
  if (datamodel.provider !== 'mysql') return sentFloat(value)
  const known = columnOf(datamodel, modelThrough(datamodel, model, through) ?? model, column)
  return sentFloat(known && isSingleFloat(known) ? nearestSingle(value) : value)
}

function comparator(
  operator: Operator,
  value: ConditionValue | DecimalLike,
  provider: string | undefined,
): object {
  if (!isPositive(operator)) {
    throw new Error(`"${operator}" must be passed as the negation of its opposite.`)
  }
  // The other stores ignore case anyway.
  const text = () => ({ ...(/^(?:postgres|cockroach)/.test(provider ?? '') && { mode: 'insensitive' }) })
  switch (operator) {
    case 'eq':
      return { equals: isDecimalLike(value) || !isJsonValue(value) ? value : value.json }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { [operator]: value }
    case 'prefix':
      return { startsWith: pattern(value, provider), ...text() }
    case 'suffix':
      return { endsWith: pattern(value, provider), ...text() }
    case 'contains':
      return { contains: pattern(value, provider), ...text() }
  }
}

/** A text in which `%` and `_` are literal. */
function pattern(value: ConditionValue | DecimalLike, provider: string | undefined): string {
  // SQL Server has no default escape character, but sets of characters: [%] is a set with one member.
  if (provider === 'sqlserver') return String(value).replace(/[%_[]/g, '[$&]')
  const likeEscape = provider === 'sqlite' ? LIKE_ESCAPE : '\\'
  const isSpecial = (character: string): boolean => '%_'.includes(character) || character === likeEscape
  return [...String(value)]
    .map((character) => (isSpecial(character) ? likeEscape + character : character))
    .join('')
}

const isList = (value: ConditionValue): value is Extract<ConditionValue, readonly unknown[]> =>
  Array.isArray(value)
