import { castTo } from './cast.js'
import { isObject, membersOf } from './is-object.js'
import { listOf } from './list-of.js'
import type { PageLinks, PlaceOfPage } from './types/record-types.js'

/** The previous and the next page, as the links of the document name them. */
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
 * The page that a link leads to. Only the parameters of the link are used, never its host: headers and logins go to no
 * other server. They are read by hand, because React Native has no `URL.canParse` and no `URLSearchParams.get`.
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

/** A decoded value of a query; unchanged if it cannot be decoded. */
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
