import { castTo } from './cast.js'
import type { Extension } from './extension.js'
import { ownOf } from './is-object.js'
import { listOf } from './list-of.js'
import { type ClientSchema, relationshipSchema } from './schema.js'
import type { WithIncluded } from './types/collection-types.js'
import type { Identifier } from './types/record-types.js'

type Member = Readonly<Record<string, unknown>>
type Linked = Member & Identifier

/**
 * Makes queries with `plain: true` return plain records, which have no circular references and can be serialized as
 * JSON. They work with structural sharing, dehydration and devtools.
 *
 * ```ts
 * const api = createClient({ baseUrl, schema, use: [plain] });
 * const answer = await api.comments.list({ include: 'post', plain: true });
 * const [comment] = answer.data;
 * console.log(comment?.post); // { type: 'posts', id: '1' }
 * console.log(comment && recordIn(answer, comment.post)?.title);
 * ```
 *
 * In a plain record, relationships are linkage and datetimes are strings. Included records are in `included`, by type
 * and id.
 */
export const plain: Extension<'plain'> = {
  name: 'plain',
  flatten(data, schema) {
    const primary = listOf(castTo<Linked | readonly Linked[] | null>(data))
    const seen = new Set(primary)
    const flat = new Map<Linked, Member>()
    for (const record of seen) flat.set(record, flattened(record, schema, seen))
    const records = primary.map((record) => flat.get(record))
    for (const record of primary) flat.delete(record)
    return {
      data: Array.isArray(data) ? Object.freeze(records) : (records[0] ?? null),
      included: byType(flat),
    }
  },
}

/**
 * Returns the record that linkage in a plain result refers to; undefined if the result does not contain the record, or
 * if the linkage is null.
 *
 * ```ts
 * const answer = await api.comments.find('1', { include: 'post', plain: true });
 * console.log(recordIn(answer, answer.data.post)?.title);
 * ```
 */
export function recordIn<
  Included extends { readonly [Name in Type]?: { readonly [id: string]: unknown } },
  Type extends string,
>(
  answer: WithIncluded<Included> & { readonly data: unknown },
  linkage: Identifier<Type> | null | undefined,
): NonNullable<Included[Type]>[string] | undefined {
  if (!linkage) return undefined
  const { type, id } = linkage
  const included = castTo<Readonly<Record<string, Readonly<Record<string, Linked>>>>>(answer.included)
  const found =
    ownOf(ownOf(included, type) ?? {}, id) ??
    listOf(castTo<Linked | readonly Linked[] | null>(answer.data)).find(
      (record) => record.type === type && record.id === id,
    )
  return castTo<NonNullable<Included[Type]>[string] | undefined>(found)
}

/** A record with linkage instead of related records, which are collected in `seen`. */
function flattened(record: Linked, schema: ClientSchema<unknown>, seen: Set<Linked>): Member {
  const members = Object.entries(record).map(([name, value]) => {
    const relationship = relationshipSchema(schema, record.type, name)
    if (!relationship) return [name, textOf(value)]
    const related = listOf(castTo<Linked | readonly Linked[] | null>(value))
    for (const one of related) seen.add(one)
    const linkage = related.map(({ type, id }) => Object.freeze({ type, id }))
    return [name, relationship.many ? Object.freeze(linkage) : (linkage[0] ?? null)]
  })
  return frozen(members)
}

function byType(records: ReadonlyMap<Linked, Member>): Member {
  const types = new Map<string, [id: string, record: Member][]>()
  for (const [{ type, id }, record] of records) {
    const entries = types.get(type) ?? []
    types.set(type, entries)
    entries.push([id, record])
  }
  return frozen([...types].map(([type, entries]) => [type, frozen(entries)]))
}

/** An object built with `fromEntries`, which accepts every name, even `__proto__`. */
const frozen = (entries: Iterable<readonly unknown[]>): Member =>
  Object.freeze(castTo<Member>(Object.fromEntries(entries)))

/** Returns a datetime in its JSON form. */
function textOf(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  const isOfDates = Array.isArray(value) && value[0] instanceof Date
  return isOfDates ? Object.freeze(value.map(textOf)) : value
}
