import { castTo } from './cast.js'
import { isObject, membersOf } from './is-object.js'
import { listOf } from './list-of.js'
import type { PageLinks, PlaceOfPage } from './types/record-types.js'

/** The previous and the next page, from the document's links. */
export function pageLinks(document: Readonly<Record<string, unknown>>): PageLinks {
  const { first, last, prev, next } = membersOf(document['links'])
  return Object.freeze({
    first: placeOf(first),
    last: placeOf(last),
    prev: placeOf(prev),
    next: placeOf(next),
    cursors: Object.freeze(cursorsOf(document['data'])),
  })
}

/**
 * The page that a link refers to. Only the link's parameters are used, never its host, so headers and credentials are
 * not sent to a different server. The parameters are parsed by hand, because React Native has neither `URL.canParse`
 * nor `URLSearchParams.get`.
 */
function placeOf(link: unknown): PlaceOfPage | undefined {
  const href = isObject(link) ? link['href'] : link
  if (typeof href !== 'string') return undefined
  const place: Record<string, string | number> = {}
  for (const [, name = '', text = ''] of href.matchAll(PARAMETERS)) {
    const value = decoded(text)
    if (name === 'after' || name === 'before') place[name] ??= value
    else if (/^\d+$/.test(value)) place[name] ??= Number(value)
  }
  return Object.freeze(castTo<PlaceOfPage>(place))
}

const PARAMETERS = /[?&]page(?:\[|%5B)(number|size|after|before)(?:\]|%5D)=([^&#]*)/gi

/** A decoded query value; unchanged if it cannot be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

function cursorsOf(data: unknown): readonly string[] {
  return listOf(data).flatMap((object) => {
    const { cursor } = membersOf(membersOf(membersOf(object)['meta'])['page'])
    return typeof cursor === 'string' ? [cursor] : []
  })
}
