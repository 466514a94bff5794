import type { ReadPlan } from '../../plan/plan.js'
import type { CursorPage } from '../../plan/paging.js'
import type { StatsMeta } from '../../shape/stats-meta.js'
import { CURSOR_PROFILE } from '../../vocabulary/cursor-profile.js'
import type { Context } from '../context.js'

/** A page that was read: of a resolved scope, or of a complete list of records. */
export interface ReadResult {
  readonly plan: ReadPlan
  readonly stats: StatsMeta | undefined
  readonly hasNext: boolean
  /** Undefined if the page has a number. */
  readonly cursors?: CursorPage | undefined
}

/**
 * The links of a page (JSON:API, "Pagination"); each keeps every other parameter of the request (rule 12.1). There is a
 * next link only if more records follow, and a last link only if the request counted the records.
 */
export function pageLinks(
  { address }: Context,
  { plan, stats, hasNext, cursors }: ReadResult,
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

/** The addresses of pages by number; parses the parameters once. */
function pagesOf(address: string): (number: number) => string {
  const [path = '', search = ''] = address.split('?', 2)
  const params = new URLSearchParams(search)
  return (number) => {
    params.set('page[number]', String(number))
    return `${path}?${params}`
  }
}

/** The links of a page by cursors (rule 24.2); a range continues beyond its ends. */
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

/** The cursors of the records of a page, for their documents. */
export const recordCursors = (
  records: readonly object[],
  { cursors }: CursorPage,
): ReadonlyMap<object, string> => new Map(records.map((record, index) => [record, cursors[index] ?? '']))

/** The `meta.page` of a page by cursors: the total number of records if the request counts them (rule 24.2). */
export function pageMeta(
  cursors: CursorPage,
  stats: StatsMeta | undefined,
): { readonly page?: Readonly<Record<string, unknown>> } {
  const total = stats?.['total']?.['count']
  const page = {
    ...(typeof total === 'number' && { total }),
    ...(cursors.rangeTruncated && { rangeTruncated: true }),
  }
  return Object.keys(page).length > 0 ? { page } : {}
}

/** The profile that a document of this page applies, as the request spells it. */
export const profileOf = ({ settings }: Context): string => settings?.cursorProfile ?? CURSOR_PROFILE

/** The address of a request in links: with encoded brackets, otherwise as the request has it. */
export function normalAddress(base: string, path: string, search: string): string {
  if (search === '') return base + path
  const params = new URLSearchParams(search)
  return params.size === 0 ? base + path : `${base}${path}?${params}`
}
