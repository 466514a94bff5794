import { type Asked, requestLine } from './asked.js'
import { type Change, describeChange } from './changes.js'
import type { Hiding, Pair } from './pair.js'
import type { Table } from './tables.js'

/** A response or a write that depends on something that the viewer may not see. */
export interface Finding {
  /** Identifies the finding in the file of accepted findings; the same in every run. */
  readonly id: string
  readonly viewer: string
  /** The smallest request that shows the finding. */
  readonly request: string
  /** The viewer who must send the same request first. */
  readonly after?: string
  readonly type: string
  /** The finding in one sentence. */
  readonly summary: string
  /** The smallest difference between the worlds that causes the finding. */
  readonly differences: readonly string[]
  /** The responses of the two worlds. */
  readonly responses: readonly string[]
  /** The handwritten code that runs for the request. */
  readonly places: readonly string[]
}

export interface FindingOptions {
  readonly pair: Pick<Pair, 'viewer' | 'offers' | 'hidden'>
  readonly asked: Asked
  readonly after: string | undefined
  readonly changes: readonly Change[]
  readonly responses: readonly string[]
  readonly places: readonly string[]
  /** The rules that hide the first row; empty if the API does not explain them. */
  readonly hiders?: readonly string[]
  /** The hidden row that the write changed. */
  readonly touched?: string
}

export function findingFrom({
  pair,
  asked,
  after,
  changes,
  responses,
  places,
  hiders = [],
  touched,
}: FindingOptions): Finding {
  const request = requestLine(asked)
  const as = `${request} as ${pair.viewer}${after === undefined ? '' : ` after ${after}`}`
  const [first] = changes
  const cause =
    touched === undefined
      ? first
        ? `depends on ${causeOf(first, pair, hiders)}`
        : 'depends on hidden rows'
      : `changes ${touched}`
  const where = places.length === 0 ? '' : `: ${places[0]}`
  return {
    id: findingId(asked, after),
    viewer: pair.viewer,
    request,
    ...(after !== undefined && { after }),
    type: asked.type,
    summary: `${as} ${cause}${where}`,
    differences: changes.map(describeChange),
    responses,
    places,
  }
}

/** The request without ids and values. */
export function findingId({ method, path, query, body, covers }: Asked, after?: string): string {
  const [, type = '', id, ...rest] = path.split('/')
  const template = ['', type, ...(id === undefined ? [] : id === '-actions' ? [id] : ['{id}']), ...rest].join(
    '/',
  )
  const names = query.map(([name, value]) =>
    /^(include|sort|extra_fields)/.test(name) ? `${name}=${value}` : name,
  )
  const search = names.length === 0 ? '' : `?${names.toSorted().join('&')}`
  const what = body === undefined ? '' : ` (${covers.map((each) => each.replace(/ \d+$/, '')).join(', ')})`
  return `${method} ${template}${search}${what}${after === undefined ? '' : ' after another viewer'}`
}

function causeOf(change: Change, pair: FindingOptions['pair'], hiders: readonly string[]): string {
  const { table, row } = change
  const name = rowName(table, row)
  const hiding = pair.hidden(table, row) ?? (change.kind === 'add' ? 'scopes' : undefined)
  if (hiding === undefined && change.kind === 'set') {
    const columns = Object.keys(change.values).join(', ')
    return `${columns} of ${name}, which ${pair.viewer} may not read`
  }
  const isExplained = hiders.length > 0 && (hiding ?? 'scopes') === 'scopes'
  const hider = isExplained ? `${listed(hiders)} hide${hiders.length === 1 ? 's' : ''}` : undefined
  return `${name}, which ${hider ?? hiderOf(hiding ?? 'scopes', table, pair)}`
}

/** `a`, `a and b`. */
const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((each) => each !== '').join(' and ')

/** A row in words: `Post 7`. */
export const rowName = (table: Table, row: Change['row']): string =>
  `${table.model} ${table.key.map((column) => String(row[column] ?? null)).join('~')}`

function hiderOf(hiding: Hiding, table: Table, { offers }: FindingOptions['pair']): string {
  if (hiding === 'tenant') return 'belongs to another tenant (tenant in prove.ts)'
  if (hiding === 'sees') return '"sees" in prove.ts hides'
  const offer = [...offers.values()].find((each) => each.table?.model === table.model)
  if (!offer) return 'is hidden'
  const { scopes, defaultFilters } = offer.resource.config
  const named = [...scopes.values()].flatMap(({ read }) =>
    typeof read === 'string' ? [read] : read ? ['the read scope'] : [],
  )
  const filters = [...defaultFilters.keys()].map((each) => `the default filter ${each}`)
  const all = [...named, ...filters]
  return all.length === 0 ? 'no list shows' : `${all.join(' or ')} hides`
}
