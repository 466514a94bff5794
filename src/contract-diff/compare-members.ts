import { listed, quoted } from '../diagnostic/words.js'
import type { Finding } from './rules.js'

/** Values to compare member by member, keyed by name. */
type Members<Value> = Readonly<Record<string, Value>>

/** The findings for members that only one side has, and for those that both have. */
export interface Comparison<Value> {
  readonly removed: (name: string, value: Value) => readonly Finding[]
  readonly added: (name: string, value: Value) => readonly Finding[]
  readonly both: (name: string, base: Value, head: Value) => readonly Finding[]
}

/** Compares two sets of members by their names. */
export function compareMembers<Value>(
  base: Members<Value>,
  head: Members<Value>,
  { removed, added, both }: Comparison<Value>,
): readonly Finding[] {
  const before = Object.entries(base).flatMap(([name, value]) => {
    const now = own(head, name)
    return now === undefined ? removed(name, value) : both(name, value, now)
  })
  const after = Object.entries(head).flatMap(([name, value]) =>
    own(base, name) === undefined ? added(name, value) : [],
  )
  return [...before, ...after]
}

/** Compares two lists as sets. */
export function compareLists(
  base: readonly string[],
  head: readonly string[],
): { readonly removed: readonly string[]; readonly added: readonly string[] } {
  return {
    removed: base.filter((each) => !head.includes(each)),
    added: head.filter((each) => !base.includes(each)),
  }
}

/** The object's own member, because every object inherits some names. */
export const own = <Value>(members: Members<Value>, name: string): Value | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined

/** Names in quotes, as a list: `"a", "b" and "c"`. */
export const quotedList = (names: readonly string[], conjunction?: 'and' | 'or'): string =>
  listed(names.map(quoted), conjunction)

/** Names, preceded by a word for their kind, which is plural if there are several: `the values "a" and "b"`. */
export const withNames = (what: string, names: readonly string[]): string =>
  `${what}${names.length === 1 ? '' : 's'} ${quotedList(names)}`
