import type { ReadPlan } from '../plan/plan.js'
import type { CursorPage } from '../cursors/cursor-plan.js'
import type { StatsMeta } from '../shape/stats-meta.js'
import { CURSOR_PROFILE } from '../cursors/profile.js'
import type { Context } from './host.js'

/** What was read: the page of a scope that is resolved, or of records that are all there. */
export interface Read {
  readonly plan: ReadPlan
  readonly stats: StatsMeta | undefined
  readonly hasNext: boolean
  /** Undefined where the page is by number. */
  readonly cursors?: CursorPage | undefined
}

/**
 * The links of a page (JSON:API, "Pagination"): each keeps every other parameter of the request (rule 12.1). There is a
 * next page only where there are records behind this one; a last one only where the request counted them.
 */
export function pageLinks(
  { address }: Context,
  { plan, stats, hasNext, cursors }: Read,
  count: number,
): Readonly<Record<string, string | null>> | undefined {
  if (address === undefined) return undefined
  const { page } = plan.root
  if (!page) return { self: address }
  if (cursors) return { self: address, ...cursorLinks(address, cursors) }
  const total = stats?.['total']?.['count']
  const last =
    typeof total === 'number' && page.size > 0 ? Math.max(1, Math.ceil(total / page.size)) : undefined
  const at = pagesOf(address)
  return {
    self: address,
    first: page.size === 0 ? null : at(1),
    ...(last !== undefined && { last: at(last) }),
    prev: page.number > 1 && page.size > 0 ? at(page.number - 1) : null,
    next: hasNext && count > 0 ? at(page.number + 1) : null,
  }
}

/** The address of each page: its parameters are parsed once for all of them. */
function pagesOf(address: string): (number: number) => string {
  const [path = '', search = ''] = address.split('?', 2)
  const params = new URLSearchParams(search)
  return (number) => {
    params.set('page[number]', String(number))
    return `${path}?${params}`
  }
}

/** The links of a page by cursors (rule 24.2): a range leads on beyond its ends. */
function cursorLinks(
  address: string,
  { prev, next, edge }: CursorPage,
): Readonly<Record<'first' | 'last' | 'prev' | 'next', string | null>> {
  const [path = '', search = ''] = address.split('?', 2)
  const at = (name: 'after' | 'before', cursor: string): string => {
    const params = new URLSearchParams(search)
    for (const other of ['after', 'before', 'number']) params.delete(`page[${other}]`)
    params.set(`page[${name}]`, cursor)
    return `${path}?${params}`
  }
  return {
    first: at('after', edge),
    last: at('before', edge),
    prev: prev === null ? null : at('before', prev),
    next: next === null ? null : at('after', next),
  }
}

/** The cursors of the records of a page, for the documents that they stand in. */
export function recordCursors(
  records: readonly object[],
  { cursors }: Pick<Read, 'cursors'>,
): ReadonlyMap<object, string> | undefined {
  if (!cursors) return undefined
  return new Map(records.map((record, index) => [record, cursors.cursors[index] ?? '']))
}

/** What a page by cursors says in `meta.page`: the number of all records where the request counts them (rule 24.2). */
export function pageMeta({ cursors, stats }: Pick<Read, 'cursors' | 'stats'>): {
  readonly page?: Readonly<Record<string, unknown>>
} {
  if (!cursors) return {}
  const total = stats?.['total']?.['count']
  const page = {
    ...(typeof total === 'number' && { total }),
    ...(cursors.rangeTruncated && { rangeTruncated: true }),
  }
  return Object.keys(page).length > 0 ? { page } : {}
}

/** The profile that a document of this page has applied, as the request has spelled it. */
export const profileOf = ({ settings }: Context, { cursors }: Pick<Read, 'cursors'>): string | undefined =>
  cursors && (settings?.cursorProfile ?? CURSOR_PROFILE)

/** The address of a request as it is linked: brackets encoded, everything else as it was sent. */
export function normalAddress(base: string, path: string, search: string): string {
  const params = new URLSearchParams(search)
  return params.size === 0 ? base + path : `${base}${path}?${params}`
}
