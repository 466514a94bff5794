import type { ReadPlan } from '../plan/plan.js'
import type { StatsMeta } from '../shape/stats-meta.js'
import type { Context } from './host.js'

/** What was read: the page of a scope that is resolved, or of records that are all there. */
export interface Read {
  readonly plan: ReadPlan
  readonly stats: StatsMeta | undefined
  readonly hasNext: boolean
}

/**
 * The links of a page (JSON:API, "Pagination"): each keeps every other parameter of the request (rule 12.1). There is a
 * next page only where there are records behind this one; a last one only where the request counted them.
 */
export function pageLinks(
  { address }: Context,
  { plan, stats, hasNext }: Read,
  count: number,
): Readonly<Record<string, string | null>> | undefined {
  if (address === undefined) return undefined
  const { page } = plan.root
  if (!page) return { self: address }
  const total = stats?.['total']?.['count']
  const last =
    typeof total === 'number' && page.size > 0 ? Math.max(1, Math.ceil(total / page.size)) : undefined
  const at = (number: number): string => withPage(address, number)
  return {
    self: address,
    first: page.size === 0 ? null : at(1),
    ...(last !== undefined && { last: at(last) }),
    prev: page.number > 1 && page.size > 0 ? at(page.number - 1) : null,
    next: hasNext && count > 0 ? at(page.number + 1) : null,
  }
}

function withPage(address: string, number: number): string {
  const [path = '', search = ''] = address.split('?', 2)
  const params = new URLSearchParams(search)
  params.set('page[number]', String(number))
  return `${path}?${params}`
}

/** The address of a request as it is linked: brackets encoded, everything else as it was sent. */
export function normalAddress(base: string, path: string, search: string): string {
  const params = new URLSearchParams(search)
  return params.size === 0 ? base + path : `${base}${path}?${params}`
}
