import { columnOf, type Datamodel, isNeverNull, relatedModel } from '../../datamodel/datamodel.js'
import { memberOf } from '../../base/cast.js'

/**
 * Makes a condition of the application two-valued: a comparison with a null column is false. In SQL it is unknown, and
 * so is its negation, which would lose the row (rule 3.4). The rows that match stay the same.
 */
export function twoValued(where: object, model: string, datamodel: Datamodel, isNegated = false): object {
  const parts = Object.entries(where).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [member(name, value, model, datamodel, isNegated)]
  })
  const [only] = parts
  return parts.length === 1 && only ? only : { AND: parts }
}

function member(
  name: string,
  value: unknown,
  model: string,
  datamodel: Datamodel,
  isNegated: boolean,
): object {
  if (name === 'AND' || name === 'OR' || name === 'NOT') {
    const isBelowNot = name === 'NOT' ? !isNegated : isNegated
    const below = (one: object): object => twoValued(one, model, datamodel, isBelowNot)
    return { [name]: Array.isArray(value) ? value.map(below) : below(Object(value)) }
  }
  const related = relatedModel(datamodel, model, name)
  if (related !== undefined) return { [name]: relation(value, related, datamodel, isNegated) }
  const leaf = { [name]: value }
  const column = columnOf(datamodel, model, name)
  if (!column || isNeverNull(column) || namesNull(value)) return leaf
  const isNull = { [name]: column.type.list ? { equals: null } : null }
  return isNegated ? { OR: [leaf, isNull] } : { AND: [leaf, { NOT: isNull }] }
}

/**
 * A to-one is joined, and its columns are compared in the condition itself. A to-many is a query of its own, which is
 * never unknown.
 */
function relation(value: unknown, model: string, datamodel: Datamodel, isNegated: boolean): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('some' in value || 'every' in value || 'none' in value) return value
  if (!('is' in value) && !('isNot' in value)) return twoValued(value, model, datamodel, isNegated)
  const sides = Object.entries(value).map(([name, side]): [string, unknown] => [
    name,
    side === null || side === undefined
      ? side
      : twoValued(Object(side), model, datamodel, name === 'isNot' ? !isNegated : isNegated),
  ])
  return Object.fromEntries(sides)
}

/** Whether a comparison of a column names null itself, so that it is never unknown. */
function namesNull(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  return memberOf(value, 'equals') === null || ('not' in value && namesNull(value.not))
}
