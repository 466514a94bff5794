import { type Datamodel, modelOf, relatedModel } from '../../datamodel/datamodel.js'

/**
 * Whether a condition has a part that does not restrict records: `{}`, `{ tenantId: {} }`, `{ NOT: [] }`, `{ OR: [{}]
 * }`, `{ author: { is: {} } }`. Prisma drops such a part, or treats it as true, so a policy would permit everything.
 *
 * `{ comments: { some: {} } }` and `{ comments: { none: {} } }` check whether there are related records, so they do
 * restrict. So does `{ OR: [] }` alone, which is never true.
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

/** An empty OR is never true where it stands alone, but Prisma drops it inside an AND. */
function isEmptyGroup(value: unknown, datamodel: Datamodel, model: string): boolean {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value]
  return (
    members.length === 0 ||
    members.some((member) => !isReadByMembers(member, datamodel) || hasEmptyPart(member, datamodel, model))
  )
}

function isEmptyFilter(name: string, value: unknown, datamodel: Datamodel, model: string): boolean {
  // Prisma copies the members of a condition, and so makes this one the prototype of the copy.
  if (name === '__proto__') return true
  if (!isReadByMembers(value, datamodel)) return false
  const members = membersOf(value)
  if (members.length === 0) return true
  const related = relatedModel(datamodel, model, name)
  const { columns, isPartial } = modelOf(datamodel, model)
  if (related === undefined && (columns.has(name) || !isPartial)) return isEmptyComparison(value, datamodel)
  const target = related ?? ''
  return members.some(([operator, operand]) => {
    switch (operator) {
      case 'some':
      case 'none':
        return (
          isReadByMembers(operand, datamodel) &&
          membersOf(operand).length > 0 &&
          hasEmptyPart(operand, datamodel, target)
        )
      case 'every':
      case 'is':
      case 'isNot':
        return isReadByMembers(operand, datamodel) && hasEmptyPart(operand, datamodel, target)
      default:
        // Prisma takes the condition of a to-one relation without `is`, too.
        return isGroup(operator)
          ? isEmptyGroup(operand, datamodel, target)
          : isEmptyFilter(operator, operand, datamodel, target)
    }
  })
}

/**
 * A comparison of a column: only `not` holds another one, and `mode` says how to compare. Whatever else it holds is a
 * value, which may be empty JSON.
 */
function isEmptyComparison(value: object, datamodel: Datamodel): boolean {
  const { not }: { readonly not?: unknown } = value
  return (
    membersOf(value).every(([name]) => name === 'mode') ||
    (isReadByMembers(not, datamodel) && isEmptyComparison(not, datamodel))
  )
}

const membersOf = (object: object): readonly (readonly [string, unknown])[] => Object.entries(object)

/**
 * Whether Prisma reads a value by its members, as it does for any class that it does not know: `new Number(1)` and
 * `Prisma.skip` have none. Dates, bytes and Prisma's own nulls are values, whatever they contain.
 */
function isReadByMembers(value: unknown, { anyNull }: Datamodel): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !(value instanceof Date || ArrayBuffer.isView(value) || isNullLike(value, anyNull))
}

/** Whether a value is `Prisma.AnyNull`, or another null of Prisma, whose class has the same parent. */
function isNullLike(value: object, anyNull: object | undefined): boolean {
  if (!anyNull || value === anyNull) return value === anyNull
  const parent = parentOf(anyNull)
  return parent !== Object.prototype && parentOf(value) === parent
}

const parentOf = (value: object): unknown => Object.getPrototypeOf(Object.getPrototypeOf(value) ?? {})
