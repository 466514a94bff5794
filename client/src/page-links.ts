import { castTo } from './cast.js'
import { isObject } from './is-object.js'
import type { PageLinks, PlaceOfPage } from './types/record-types.js'

/** The pages beside a page, as the links of its document name them. */
export function pageLinks(document: Readonly<Record<string, unknown>>): PageLinks {
  const links = isObject(document['links']) ? document['links'] : {}
  const { first, last, prev, next } = links
  return Object.freeze({
    first: placeOf(first),
    last: placeOf(last),
    prev: placeOf(prev),
    next: placeOf(next),
    cursors: Object.freeze(cursorsOf(document['data'])),
  })
}

/**
 * The page that a link leads to. Only its parameters are taken, never its host: what a request carries goes nowhere else.
 */
function placeOf(link: unknown): PlaceOfPage | undefined {
  const href = isObject(link) ? link['href'] : link
  if (typeof href !== 'string' || !URL.canParse(href, BASE)) return undefined
  const params = new URL(href, BASE).searchParams
  const entries = ['number', 'size', 'after', 'before'].flatMap((name, index) => {
    const value = params.get(`page[${name}]`)
    const isNumber = index < 2
    return value === null || (isNumber && /\D|^$/.test(value))
      ? []
      : [[name, isNumber ? Number(value) : value]]
  })
  return Object.freeze(castTo<PlaceOfPage>(Object.fromEntries(entries)))
}

/** What a link without a host is resolved with; its own host is not looked at. */
const BASE = 'http://localhost'

function cursorsOf(data: unknown): readonly string[] {
  return (Array.isArray(data) ? data : []).flatMap((object: unknown) => {
    const meta = isObject(object) ? object['meta'] : undefined
    const page = isObject(meta) ? meta['page'] : undefined
    const cursor = isObject(page) ? page['cursor'] : undefined
    return typeof cursor === 'string' ? [cursor] : []
  })
}
