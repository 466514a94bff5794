import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { isWritten, resourceOf } from './includes.js'
import { refTo, type JsonObject } from './json.js'
import { oneOf, schemaName } from './schemas.js'

/** The schemas of `included` in the writes of each type. */
export interface NestedRecords {
  /** The schema for one type; undefined if its writes contain no `included`. */
  of(type: string): JsonObject | undefined
  /** The components that several types share. */
  readonly schemas: Readonly<Record<string, JsonObject>>
}

/**
 * Describes `included` in writes. In most datamodels, nearly all types lead to the same types, so they share one
 * schema. If each type had its own list, a thousand types would have a million references.
 */
export function nestedRecords(contract: Contract): NestedRecords {
  const types = Object.keys(contract.resources)
  const alike = new Map<string, { readonly nested: readonly string[]; readonly owners: string[] }>()
  for (const type of types) {
    const nested = nestedTypes(type, contract)
    const list = JSON.stringify(nested)
    const known = alike.get(list)
    if (known) known.owners.push(type)
    else alike.set(list, { nested, owners: [type] })
  }
  const found = new Map<string, JsonObject>()
  const schemas: Record<string, JsonObject> = {}
  for (const { nested, owners } of alike.values()) {
    const [first = '', ...others] = owners
    if (nested.length === 0) continue
    const name = schemaName(first, 'included')
    const schema = listOf(nested)
    if (others.length > 0) schemas[name] = schema
    for (const owner of owners) found.set(owner, others.length > 0 ? refTo('schemas', name) : schema)
  }
  return { of: (type) => found.get(type), schemas }
}

const listOf = (nested: readonly string[]): JsonObject => ({
  description: 'The records in the linkage: existing ones by id, new ones by temp-id or lid.',
  type: 'array',
  items: oneOf(nested.map((each) => refTo('schemas', schemaName(each, 'nested')))),
})

/** The types that can be reached from a type through its relationships and theirs. */
function nestedTypes(type: string, contract: Contract): readonly string[] {
  const found = new Set<string>()
  const open = [type]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const relationship of Object.values(resourceOf(next, contract).relationships)) {
      if (!isWritten(relationship)) continue
      for (const each of relationship.types) {
        if (found.has(each)) continue
        found.add(each)
        open.push(each)
      }
    }
  }
  return [...found].toSorted()
}
