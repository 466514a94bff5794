import { compareDecimals, isDecimal } from '@jsonapi-gen/runtime/vocabulary'
import { isDeepStrictEqual } from 'node:util'
import type { ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { compareLists, withNames } from './compare-members.js'

/** The effect of a changed type in one direction: fewer values, more values, or no change. */
export interface TypeChange {
  readonly what: 'other' | 'narrower' | 'wider' | 'nullable' | 'never-null' | 'grew' | 'shrank'
  readonly told: string
  /** The values that changed, as in the contracts. */
  readonly values: readonly unknown[]
}

/**
 * How the type of a value changed, regardless of direction. A request breaks if fewer values are accepted (`narrower`,
 * `shrank`, `never-null`), and a response breaks if more are possible (`wider`, `grew`, `nullable`).
 */
export function changesOfType(base: ValueContract, head: ValueContract): readonly TypeChange[] {
  const changes: TypeChange[] = []
  const kind = changeOfKind(base, head)
  if (kind) {
    const types = [named(base), named(head)]
    changes.push({
      what: kind,
      told: `It was ${types[0]} and is now ${types[1]}`,
      values: ['type', ...types],
    })
  }
  if (base.nullable !== head.nullable) {
    const what = head.nullable ? 'nullable' : 'never-null'
    const told = head.nullable ? 'It may now be null' : 'It can no longer be null'
    changes.push({ what, told, values: ['nullable'] })
  }
  if (base.type === 'enum' && head.type === 'enum') {
    const { removed, added } = compareLists(base.values ?? [], head.values ?? [])
    if (removed.length > 0) {
      const told = `It no longer has ${withNames('the value', removed)}`
      changes.push({ what: 'shrank', told, values: ['values', removed.toSorted()] })
    }
    if (added.length > 0) {
      const told = `It now also has ${withNames('the value', added)}`
      changes.push({ what: 'grew', told, values: ['values', added.toSorted()] })
    }
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

/**
 * Compares exactly: the bound of a bigint or a decimal is a string, because a number cannot represent all of its
 * digits.
 */
export const isMore = (one: number | string, other: number | string): boolean =>
  (compareDecimals(String(one), String(other)) ?? 0) > 0

/** Describes a change of a setting, which is undefined on the side that does not set it. */
export function settingChange(
  name: string,
  before: number | string | undefined,
  after: number | string | undefined,
): string {
  if (after === undefined) return `${name} was ${before} and is no longer set`
  return `${name} was ${before ?? 'not set'} and is now ${after}`
}

/** A type, and a value of that type as it appears in the contract. */
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

/**
 * Text accepts every uuid and every value of an enum. Any other change gives the value a different JSON form or a
 * different meaning.
 */
function changeOfKind(base: ValueContract, head: ValueContract): 'other' | 'narrower' | 'wider' | undefined {
  if (base.list !== head.list) return 'other'
  if (base.type === head.type) return undefined
  if (head.type === 'string' && TEXTS.has(base.type)) return 'wider'
  if (base.type === 'string' && TEXTS.has(head.type)) return 'narrower'
  return 'other'
}

const TEXTS: ReadonlySet<string> = new Set(['uuid', 'enum'])

const named = ({ type, list }: ValueContract): string => `${type}${list ? '[]' : ''}`
