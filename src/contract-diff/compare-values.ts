import { compareDecimals, isDecimal } from '@jsonapi-gen/runtime/vocabulary'
import { isDeepStrictEqual } from 'node:util'
import type { ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists } from './compare-members.js'

/** The effect of a changed type in one direction: fewer values, more values, or no change. */
export interface TypeChange {
  readonly what: 'other' | 'narrower' | 'wider' | 'nullable' | 'never-null' | 'grew' | 'shrank'
  readonly told: string
}

/**
 * How the type of a value changed, regardless of direction. A request breaks if fewer values are accepted (`narrower`,
 * `shrank`, `never-null`), a response if more are possible (`wider`, `grew`, `nullable`).
 */
export function changesOfType(base: ValueContract, head: ValueContract): readonly TypeChange[] {
  const changes: TypeChange[] = []
  const kind = changeOfKind(base, head)
  if (kind) changes.push({ what: kind, told: `It was ${named(base)} and is now ${named(head)}` })
  if (base.nullable !== head.nullable) {
    const what = head.nullable ? 'nullable' : 'never-null'
    changes.push({ what, told: head.nullable ? 'It may now be null' : 'It can no longer be null' })
  }
  if (base.type === 'enum' && head.type === 'enum') {
    const { removed, added } = compareLists(base.values ?? [], head.values ?? [])
    if (removed.length > 0) changes.push({ what: 'shrank', told: `It no longer has ${removed.join(', ')}` })
    if (added.length > 0) changes.push({ what: 'grew', told: `It now has ${added.join(', ')} too` })
  }
  return changes
}

/**
 * How the type of a value in a request changed. A larger number type accepts all values of a smaller one: in a response
 * it is a different JSON value, but in a request it is `wider`.
 */
export function changesOfInput(base: ValueContract, head: ValueContract): readonly TypeChange[] {
  const changes = changesOfType(base, head)
  if (base.list !== head.list || !LARGER[base.type]?.includes(head.type)) return changes
  return changes.map((each) => (each.what === 'other' ? { ...each, what: 'wider' } : each))
}

/** Compares exactly: the bound of a bigint or a decimal is text, because a number cannot hold all of its digits. */
export const isMore = (one: number | string, other: number | string): boolean =>
  (compareDecimals(String(one), String(other)) ?? 0) > 0

/** A type, and a value of it as it is in the contract. */
type Typed = readonly [type: ValueContract, value: unknown]

/**
 * Whether two values are the same to a client: numbers are compared by value, regardless of the spelling of their
 * types.
 */
export function isSameValue([base, before]: Typed, [head, after]: Typed): boolean {
  if (Array.isArray(before) && Array.isArray(after)) {
    return (
      before.length === after.length &&
      before.every((each, index) => isSameValue([base, each], [head, after[index]]))
    )
  }
  if (NUMBERS.has(base.type) && NUMBERS.has(head.type) && isNumeral(before) && isNumeral(after)) {
    return compareDecimals(String(before), String(after)) === 0
  }
  return isDeepStrictEqual(before, after)
}

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'bigint', 'decimal', 'float'])

const isNumeral = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && isDecimal(value))

const LARGER: Readonly<Partial<Record<ValueContract['type'], readonly ValueContract['type'][]>>> = {
  integer: ['bigint', 'decimal', 'float'],
  bigint: ['decimal'],
}

/** Text accepts every uuid and every value of an enum; any other change gives it a different JSON value or meaning. */
function changeOfKind(base: ValueContract, head: ValueContract): 'other' | 'narrower' | 'wider' | undefined {
  if (base.list !== head.list) return 'other'
  if (base.type === head.type) return undefined
  if (head.type === 'string' && TEXTS.has(base.type)) return 'wider'
  if (base.type === 'string' && TEXTS.has(head.type)) return 'narrower'
  return 'other'
}

const TEXTS: ReadonlySet<string> = new Set(['uuid', 'enum'])

const named = ({ type, list }: ValueContract): string => `${type}${list ? '[]' : ''}`
