import { castTo } from '../cast.js'
import { isObject, membersOf, ownOf } from '../is-object.js'
import type { AnyQuery } from '../query-text.js'
import { relationshipSchema, typeSchema, type ClientSchema } from '../schema.js'
import type { Call } from './calls.js'
import type { TanstackSettings } from './options.js'
import { typesRead } from './types-of.js'

type Key = readonly unknown[]

/** The parts of a read: the beginning of its key, the position of its query, and the type of an action's records. */
interface Read {
  readonly path: Key
  readonly queryAt: number
}

/** A read's parts; undefined if the call is a standard write. */
export function readOf(schema: ClientSchema<unknown>, { type, method, given }: Call): Read | undefined {
  const [id, name] = given
  if (method === 'list') return { path: [type], queryAt: 0 }
  if (method === 'find') return { path: [type, id], queryAt: 1 }
  if (method === 'related') return { path: [type, id, name], queryAt: 2 }
  if (method === 'relationship') return { path: [type, id, 'relationships', name], queryAt: 2 }
  const action = ownOf(typeSchema(schema, type)?.actions ?? {}, method)
  if (!action) return undefined
  const of = action.on === 'record' ? [type, id] : [type]
  const queryAt = of.length
  return { path: [...of, '-actions', method, given[queryAt - 1] ?? {}], queryAt }
}

/** A key of JSON values only: the type, the id and the query. */
export function keyOf({ prefix }: TanstackSettings<unknown>, { path, queryAt }: Read, { given }: Call): Key {
  const parts = [...prefix, ...path, given[queryAt] ?? {}]
  const text = JSON.stringify(parts, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  return castTo<Key>(JSON.parse(text))
}

/** The query in a key. */
export const queryIn = (key: Key): AnyQuery => membersOf(key.filter(isObject).at(-1))

/** The types that the query with a key depends on; none if the query is not for this API. */
export function typesIn({ schema, prefix }: TanstackSettings<unknown>, key: Key): ReadonlySet<string> {
  const isOurs = prefix.every((part, index) => key[index] === part)
  const [type, ...rest] = key.slice(prefix.length).map((part) => (typeof part === 'string' ? part : ''))
  if (!isOurs || type === undefined || !typeSchema(schema, type)) return new Set()
  const at = rest.indexOf('-actions')
  const name = at < 0 ? '' : (rest[at + 1] ?? '')
  const output = ownOf(typeSchema(schema, type)?.actions ?? {}, name)?.output
  const related = relationshipSchema(schema, type, (rest[1] === 'relationships' ? rest[2] : rest[1]) ?? '')
  const roots = output === undefined ? (related?.types ?? [type]) : [output]
  return typesRead(schema, roots, queryIn(key)).add(type)
}
