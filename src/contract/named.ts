import type { Literal } from '../schema/types.js'
import type { Named } from '@jsonapi-gen/runtime/vocabulary'

/** Things by name, ordered by name; even `__proto__` is an ordinary name. */
export function named<Value>(entries: readonly (readonly [name: string, value: Value])[]): Named<Value> {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** The member `description`, without surrounding spaces. */
export function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description: description.trim() }
}

/** A literal of a schema as JSON has it: a bigint is its text, as on the wire (rule 12.3). */
export function jsonOf(literal: Literal): unknown {
  if (typeof literal === 'bigint') return String(literal)
  if (typeof literal !== 'object' || literal === null) return literal
  if (isList(literal)) return literal.map(jsonOf)
  return named(Object.entries(literal).map(([name, value]) => [name, jsonOf(value)]))
}

const isList = (literal: object): literal is readonly Literal[] => Array.isArray(literal)
