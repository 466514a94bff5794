import { isObject } from './is-object.js'
import { listOf } from './list-of.js'
import { filterEntries } from './filter-text.js'
import type { ClientSchema, TypeSchema } from './schema.js'
import { relationshipSchema } from './schema.js'

/** A query as any type has it. */
export interface AnyQuery {
  readonly filter?: object
  readonly sort?: string | readonly string[]
  readonly page?: object
  readonly include?: string | readonly string[]
  readonly fields?: object
  readonly extraFields?: object
  readonly stats?: object
}

/**
 * The search part of an address for a query: empty, or with its question mark. Fields that are asked of a type get the names of the
 * relationships that the query includes from it, or that a write names, because a record without them leads nowhere.
 */
export function queryText(
  schema: ClientSchema<unknown>,
  roots: readonly string[],
  query: AnyQuery,
  written: readonly string[] = [],
): string {
  const paths = listOf(query.include)
  const entries = [
    ...filterEntries(query.filter ?? {}, (name) => isInexact(schema, name)),
    ...listed('sort', query.sort),
    ...pageEntries(query.page ?? {}),
    ...listed('include', paths),
    ...fieldsEntries(query.fields ?? {}, includedNames(schema, roots, [...paths, ...written])),
    ...members(query.extraFields, 'extra_fields'),
    ...members(query.stats, 'stats'),
  ]
  // Brackets stand as they are: every server takes them, and people read them.
  const text = entries.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return text === '' ? '' : `?${text}`
}

/** Whether a filter may be of digits that a number can't hold: of anything but a float. */
const isInexact = ({ types }: ClientSchema<unknown>, name: string): boolean =>
  !Object.values<TypeSchema>(types).some(({ attributes }) => /^(?:float|json)/.test(attributes[name] ?? ''))

type Entry = readonly [name: string, value: string]

const listed = (name: string, values: string | readonly string[] | undefined): Entry[] =>
  values === undefined || values.length === 0 ? [] : [[name, listOf(values).join(',')]]

const members = (asked: object | undefined, name: string): Entry[] =>
  Object.entries(asked ?? {}).flatMap(([key, values]) =>
    values === undefined ? [] : [[`${name}[${key}]`, listOf<unknown>(values).join(',')]],
  )

function pageEntries(page: object, path = 'page'): Entry[] {
  return Object.entries(page).flatMap(([name, value]) => {
    if (isObject(value)) return pageEntries(value, `${path}[${name}]`)
    return value === null || value === undefined ? [] : [[`${path}[${name}]`, String(value)]]
  })
}

function fieldsEntries(fields: object, included: ReadonlyMap<string, ReadonlySet<string>>): Entry[] {
  return Object.entries(fields).flatMap(([type, names]) =>
    names === undefined
      ? []
      : [
          [
            `fields[${type}]`,
            [...new Set([...listOf<string>(names), ...(included.get(type) ?? [])])].join(','),
          ],
        ],
  )
}

/** The relationships that include paths go through, by the type that has them. */
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
