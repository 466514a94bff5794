import type { FilterContract, ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { isOpen, type Known, offeredIncludes, resourceOf } from './contract.js'
import { including, withPage } from './edit.js'
import { printUrl } from './print-url.js'
import { type ExplorerQuery, type FilterCondition, queryFor } from './query.js'

/** A request for a type's records that demonstrates one feature. */
export interface Example {
  readonly name: string
  readonly url: string
  /** The sort or the stat that it demonstrates. */
  readonly of?: string
}

/** One example for each read that a type offers; each can be sent unchanged. */
export interface Examples {
  readonly list: Example | undefined
  /** By filter, one example for each operator. */
  readonly filters: { readonly [name: string]: readonly Example[] }
  readonly sorts: readonly Example[]
  readonly includes: { readonly [name: string]: Example }
  readonly stats: readonly Example[]
  readonly pages: readonly Example[]
}

/** The examples of a type. */
export function examplesOf(known: Known, type: string): Examples | undefined {
  const resource = resourceOf(known, type)
  if (!resource) return undefined
  const { filters, sorts, relationships, stats, page, actions } = resource
  const isListed = actions.index.address && isOpen(actions.index.who)
  if (!isListed) {
    return { list: undefined, filters: {}, sorts: [], includes: {}, stats: [], pages: [] }
  }
  const offered = offeredIncludes(known, { type }, '')
  const required = Object.entries(filters).filter(([, filter]) => filter.required)
  const base: ExplorerQuery = {
    ...queryFor({ type }),
    filters: required.map(([name, filter]) => condition(name, filter, filter.operators[0] ?? 'eq')),
  }
  return {
    list: example(type, base),
    filters: Object.fromEntries(
      Object.entries(filters).flatMap(([name, filter]) =>
        isOpen(filter.who)
          ? [
              [
                name,
                filter.operators.map((operator) => {
                  const others = base.filters.filter((each) => each.kind === 'group' || each.name !== name)
                  return example(operator, {
                    ...base,
                    filters: [...others, condition(name, filter, operator)],
                  })
                }),
              ] as const,
            ]
          : [],
      ),
    ),
    sorts: Object.entries(sorts).flatMap(([name, who]) =>
      isOpen(who)
        ? [false, true].map((isDescending) => ({
            ...example(`${isDescending ? '-' : ''}${name}`, { ...base, sort: [{ name, isDescending }] }),
            of: name,
          }))
        : [],
    ),
    includes: Object.fromEntries(
      Object.entries(relationships).flatMap(([name, { read }]) =>
        isOpen(read) && offered.includes(name) ? [[name, example(name, including(base, name))] as const] : [],
      ),
    ),
    stats: Object.entries(stats).flatMap(([of, { who, calculations }]) =>
      isOpen(who)
        ? calculations.map((calculation) => ({
            ...example(`${of} ${calculation}`, {
              ...base,
              stats: [
                { parameter: known.settings.strict ? 'extra_stats' : 'stats', of, names: [calculation] },
              ],
            }),
            of,
          }))
        : [],
    ),
    pages: [
      example(`size ${page.max}`, withPage(base, '', 'size', String(page.max))),
      example('number 2', withPage(base, '', 'number', '2')),
    ],
  }
}

const example = (name: string, query: ExplorerQuery): Example => ({ name, url: printUrl(query) })

function condition(name: string, filter: FilterContract, operator: string): FilterCondition {
  return {
    kind: 'condition',
    at: '',
    name,
    operator: operator === 'eq' ? '' : operator,
    texts: [operator.endsWith('null') ? 'true' : valueFor(filter)],
    isList: false,
  }
}

/** Text that represents a value of a type. */
function valueFor({ type, values = [] }: ValueContract): string {
  switch (type) {
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
      return '1'
    case 'boolean':
      return 'true'
    case 'enum':
      return values[0] ?? 'a'
    case 'date':
      return '2026-01-31'
    case 'datetime':
      return '2026-01-31T12:00:00Z'
    case 'uuid':
      return '00000000-0000-4000-8000-000000000000'
    case 'bytes':
      return 'YQ=='
    case 'json':
      return '{{{1}}}'
    case 'string':
      return 'a'
  }
}
