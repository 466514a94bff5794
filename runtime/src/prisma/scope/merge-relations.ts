import { memberOf } from '../../base/cast.js'
import { isNever } from './prisma-scope.js'

/**
 * The same condition, with all conditions on the same related record in one place (rule 17.2): Prisma joins the
 * relation again each time that it is named. It matches the same rows, because a to-one leads to one record at most.
 */
export function mergedRelations(where: object): object {
  const keys = Object.keys(where)
  if (keys.length !== 1) return where
  const members = memberOf(where, keys[0] ?? '')
  if (keys[0] === 'AND' && Array.isArray(members)) {
    const merged = merge(members.flatMap(flatMembers), 'AND')
    const [only] = merged
    return merged.length === 1 && only ? only : { AND: merged }
  }
  if (keys[0] !== 'OR' || !Array.isArray(members) || members.length === 0) return where
  const merged = merge(members, 'OR')
  const [only] = merged
  return merged.length === 1 && only ? only : { OR: merged }
}

type Operator = 'AND' | 'OR'

/** Merges the members of one relation in the place of the first, and also the negated members. */
function merge(members: readonly object[], operator: Operator): readonly object[] {
  const places = new Map<string, { readonly index: number; readonly sides: object[] }>()
  const merged: object[] = []
  for (const member of members.map(mergedRelations)) {
    const side = sideOf(member) ?? sideOf(memberOf(member, 'NOT'))
    const isDenied = 'NOT' in member
    const isMergeable = side !== undefined && Object.keys(member).length === 1
    const key = isMergeable ? `${isDenied ? '!' : ''}${side.relation}` : ''
    const place = places.get(key)
    if (!isMergeable) merged.push(member)
    else if (place) place.sides.push(side.condition)
    else {
      places.set(key, { index: merged.length, sides: [side.condition] })
      merged.push(member)
    }
  }
  for (const [key, { index, sides }] of places) {
    if (sides.length === 1) continue
    // A negated OR is an AND of negations (De Morgan).
    const isDenied = key.startsWith('!')
    const inner: Operator = isDenied ? (operator === 'AND' ? 'OR' : 'AND') : operator
    const is = mergedRelations({ [inner]: sides })
    const relation = { [isDenied ? key.slice(1) : key]: { is } }
    merged[index] = isDenied ? { NOT: relation } : relation
  }
  return merged
}

const flatMembers = (member: object): readonly object[] => {
  const members = Object.keys(member).length === 1 ? memberOf(member, 'AND') : undefined
  return Array.isArray(members) ? members.flatMap(flatMembers) : [member]
}

/**
 * The part of a condition about one related record. A condition that is always or never true stays in place, because
 * Prisma drops it elsewhere.
 */
function sideOf(condition: unknown): { readonly relation: string; readonly condition: object } | undefined {
  if (typeof condition !== 'object' || condition === null) return undefined
  const [relation, ...others] = Object.keys(condition)
  const value = relation === undefined || others.length > 0 ? undefined : memberOf(condition, relation)
  if (relation === undefined || typeof value !== 'object' || value === null) return undefined
  const side = Object.keys(value).length === 1 ? memberOf(value, 'is') : undefined
  const isPlain = typeof side === 'object' && side !== null && Object.keys(side).length > 0 && !isNever(side)
  return isPlain ? { relation, condition: side } : undefined
}
