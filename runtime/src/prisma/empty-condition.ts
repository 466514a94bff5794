import { type Datamodel, modelOf, relatedModel } from '../adapter/datamodel.js'

/**
 * Whether a condition has a part that says nothing of a record: `{}`, `{ tenantId: {} }`, `{ NOT: [] }`, `{ OR: [{}] }`,
 * `{ author: { is: {} } }`. Prisma drops such a part, or takes it as true, so that a policy would permit everything.
 *
 * `{ comments: { some: {} } }` and `{ comments: { none: {} } }` ask whether there are related records: they say
 * something. So does `{ OR: [] }` alone, which is never true.
 */
export function hasEmptyPart(where: object, datamodel: Datamodel, model: string): boolean {
  const entries = membersOf(where)
  return (
    entries.length === 0 ||
    entries.some(([name, value]) =>
      isGroup(name) ? isEmptyGroup(value, datamodel, model) : isEmptyFilter(name, value, datamodel, model),
    )
  )
}

const isGroup = (name: string): boolean => name === 'AND' || name === 'OR' || name === 'NOT'

/** An empty OR is never true where it stands alone, but Prisma drops it inside of an AND. */
function isEmptyGroup(value: unknown, datamodel: Datamodel, model: string): boolean {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value]
  return (
    members.length === 0 ||
    members.some((member) => !isPlainObject(member) || hasEmptyPart(member, datamodel, model))
  )
}

function isEmptyFilter(name: string, value: unknown, datamodel: Datamodel, model: string): boolean {
  if (!isPlainObject(value)) return false
  const members = membersOf(value)
  if (members.length === 0) return true
  const related = relatedModel(datamodel, model, name)
  const { columns, isPartial } = modelOf(datamodel, model)
  if (related === undefined && (columns.has(name) || !isPartial)) return isEmptyComparison(value)
  const target = related ?? ''
  return members.some(([operator, operand]) => {
    switch (operator) {
      case 'some':
      case 'none':
        return (
          isPlainObject(operand) && membersOf(operand).length > 0 && hasEmptyPart(operand, datamodel, target)
        )
      case 'every':
      case 'is':
      case 'isNot':
        return isPlainObject(operand) && hasEmptyPart(operand, datamodel, target)
      default:
        // Prisma takes the condition of a to-one relation without `is`, too.
        return isGroup(operator)
          ? isEmptyGroup(operand, datamodel, target)
          : isEmptyFilter(operator, operand, datamodel, target)
    }
  })
}

/** A comparison of a column: only `not` holds another one. Whatever else it holds is a value, which may be empty JSON. */
function isEmptyComparison(value: object): boolean {
  const { not }: { readonly not?: unknown } = value
  const isComparison = isPlainObject(not)
  return isComparison && (membersOf(not).length === 0 || isEmptyComparison(not))
}

const membersOf = (object: object): readonly (readonly [string, unknown])[] => Object.entries(object)

/** Dates, bytes and decimals are values, whatever they contain. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
