import { castTo } from '../cast.js'
import { isObject, membersOf, ownOf } from '../is-object.js'
import { listOf } from '../list-of.js'
import type { AnyQuery } from '../query-text.js'
import { type ClientSchema, relationshipSchema, type TypeSchema, typeSchema } from '../schema.js'

import type { Call } from './calls.js'

type Schema = ClientSchema<unknown>

/**
 * The types that a read depends on: the types of its records, and the types that its filters and sorts
 * follow.
 */
export function typesRead(schema: Schema, roots: readonly string[], query: AnyQuery): Set<string> {
  const found = new Set(roots)
  const paths = [
    ...listOf(query.include),
    ...pathsOf(query.filter),
    ...listOf(query.sort).map((key) => key.replace(/^-/, '')),
  ]
  for (const path of paths) {
    let types = roots
    for (const name of path.split('.')) {
      types = types.flatMap((type) => relationshipSchema(schema, type, name)?.types ?? [])
      for (const type of types) found.add(type)
    }
  }
  // An extra field may be computed from the related records.
  for (const [type, names] of Object.entries(query.extraFields ?? {})) {
    const related = Object.values(typeSchema(schema, type)?.relationships ?? {})
    if (names?.length && found.has(type)) {
      for (const { types } of related) for (const one of types) found.add(one)
    }
  }
  return found
}

/** The names in a filter, also inside groups. */
const pathsOf = (filter: unknown): string[] =>
  Object.entries(membersOf(filter)).flatMap(([name, value]) =>
    name === 'and' || name === 'or' || name === 'not' ? listOf(value).flatMap(pathsOf) : [name],
  )

/**
 * The types whose records a write may change: those that its input contains, and those that a destroy may
 * delete.
 */
export function typesWritten(schema: Schema, { type, method, given }: Call): Set<string> {
  const found = new Set<string>()
  if (method === 'operations') {
    for (const one of listOf(castTo<readonly Operation[]>(given[0]))) {
      addRelated(schema, one.type, one.relationship, found)
      if (one.op === 'remove' && one.relationship === undefined) addDestroyed(schema, [one.type], found)
      else addInput(schema, [one.type], one.relationship === undefined ? one.data : {}, found)
    }
    return found
  }
  found.add(type)
  if (method === 'create') addInput(schema, [type], given[0], found)
  else if (method === 'update') addInput(schema, [type], given[1], found)
  else if (method === 'destroy') addDestroyed(schema, [type], found)
  else if (method.endsWith('Relationship')) addRelated(schema, type, castTo<string>(given[1]), found)
  else {
    const { output } = ownOf(typeSchema(schema, type)?.actions ?? {}, method) ?? {}
    if (output !== undefined) found.add(output)
  }
  return found
}

interface Operation {
  readonly op: string
  readonly type: string
  readonly relationship?: string
  readonly data?: unknown
}

function addRelated(schema: Schema, type: string, name: string | undefined, found: Set<string>): void {
  found.add(type)
  if (name === undefined) return
  for (const one of relationshipSchema(schema, type, name)?.types ?? []) found.add(one)
}

function addInput(schema: Schema, types: readonly string[], input: unknown, found: Set<string>): void {
  for (const type of types) {
    found.add(type)
    for (const [name, value] of Object.entries(membersOf(input))) {
      const related = relationshipSchema(schema, type, name)?.types
      if (!related || value === undefined) continue
      for (const one of related) found.add(one)
      for (const entry of listOf(value)) {
        const { create, update, destroy } = membersOf(entry)
        if (isObject(destroy)) addDestroyed(schema, related, found)
        for (const one of [create, update]) if (isObject(one)) addInput(schema, related, one, found)
      }
    }
  }
}

/**
 * The types whose records a store may delete or change together with a destroyed record: those with a to-one
 * relationship to it, and those that only its own to-many relationships name.
 */
function addDestroyed(schema: Schema, types: readonly string[], found: Set<string>): void {
  const destroyed = new Set(types)
  for (const type of destroyed) {
    found.add(type)
    for (const [other, held] of Object.entries<TypeSchema>(schema.types)) {
      const isHeld = leads(typeSchema(schema, type), other, true) && !leads(held, type, true)
      if (isHeld || leads(held, type, false)) destroyed.add(other)
    }
  }
}

const leads = (from: TypeSchema | undefined, to: string, many: boolean): boolean =>
  Object.values(from?.relationships ?? {}).some((one) => one.many === many && one.types.includes(to))
