import type { Collected, CutPage, DocumentEntry, Linkage } from './collect.js'
import { type Links, recordAddress } from './links.js'

/**
 * Adds the address of the next page to each cut linkage of an included relationship (rule 24.9). It is the address of
 * the relationship, as JSON:API defines for the links of a relationship object, and it includes the records themselves.
 */
export function addNextLinks({ primary, included }: Collected, links: Links): void {
  for (const entry of [...primary, ...included]) {
    for (const linkage of entry.linkage ?? []) {
      if (linkage.cut) linkage.next = nextLink(entry, linkage, linkage.cut, links)
    }
  }
}

function nextLink(
  { id, resource }: DocumentEntry,
  { name, related }: Linkage,
  { page }: CutPage,
  links: Links,
): string | undefined {
  const { next, size, number } = page
  const last = related.at(-1)
  const address = recordAddress(links, resource.type, id)
  if (!next || !last || address === undefined) return undefined
  const cursor = next.behind?.(last.record, JSON.stringify([resource.type, id, name]))
  const parameters = new URLSearchParams([
    ...next.parameters.map(([key, text]): [string, string] => [key, text]),
    ['page[size]', String(size)],
    cursor === undefined ? ['page[number]', String(number + 1)] : ['page[after]', cursor],
  ])
  return `${address}/relationships/${encodeURIComponent(name)}?${parameters}`
}
