import { isObject, ownOf } from './is-object.js'
import { listOf } from './list-of.js'
import { filterEntries } from './filter-text.js'
import type { ClientSchema, TypeSchema } from './schema.js'
import { relationshipSchema } from './schema.js'

/** A query on any resource type, without exact types. */
export interface AnyQuery {
  readonly filter?: object
  readonly sort?: string | readonly string[]
  readonly page?: object
  readonly include?: string | readonly string[]
  readonly fields?: Readonly<Record<string, readonly string[] | undefined>>
  readonly extraFields?: Readonly<Record<string, readonly string[] | undefined>>
  readonly stats?: object
  readonly plain?: boolean
}

/**
 * The search string of a query: empty, or beginning with a question mark. If the query requests only some
 * fields of a type, the relationships that the query includes, or that a write contains, are added to the
 * fields, because records could not be linked without them.
 */
export function queryText(
  schema: ClientSchema<unknown>,
  roots: readonly string[],
  query: AnyQuery,
  written: readonly string[] = [],
): string {
  const { filter = {}, sort, page, include, fields = {}, extraFields, stats } = query
  const included = includedNames(schema, roots, [...listOf(include), ...written])
  const asked = Object.entries(fields).map(([type, names]) => [
    type,
    names && [...new Set([...listOf<string>(names), ...(included.get(type) ?? [])])],
  ])
  const parameters = {
    sort,
    page,
    include,
    fields: Object.fromEntries(asked),
    extra_fields: extraFields,
    stats,
  }
  const entries = [
    ...filterEntries(filter, (name) => isInexact(schema, name)),
    ...Object.entries(parameters).flatMap(([name, value]) => entriesOf(name, value)),
  ]
  // Brackets are not encoded, because every server accepts them and they are easier to read.
  const text = entries.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return text === '' ? '' : `?${text}`
}

/** Whether a filter may need more digits than a number has. This is true for every type except float. */
const isInexact = ({ types }: ClientSchema<unknown>, name: string): boolean =>
  !Object.values<TypeSchema>(types).some(({ attributes }) =>
    /^(?:float|json)/.test(ownOf(attributes, name) ?? ''),
  )

type Entry = readonly [name: string, value: string]

/**
 * One parameter, or a parameter for each member of an object. An empty list is omitted, except in `fields`, where it
 * means that no field of the type is requested.
 */
function entriesOf(name: string, value: unknown): Entry[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, member]) => entriesOf(`${name}[${key}]`, member))
  }
  const text = listOf(value).join(',')
  return value === null || value === undefined || (text === '' && !name.endsWith(']')) ? [] : [[name, text]]
}

/** The relationships on include paths, by type. */
function includedNames(
  schema: ClientSchema<unknown>,
  roots: readonly string[],
  paths: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>()
  for (const path of paths) {
    let types = roots
    for (const name of path.split('.')) {
      const having = types.filter((type) => relationshipSchema(schema, type, name))
      for (const type of having) names.set(type, (names.get(type) ?? new Set()).add(name))
      types = having.flatMap((type) => relationshipSchema(schema, type, name)?.types ?? [])
    }
  }
  return names
}
