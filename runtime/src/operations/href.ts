import { InvalidDocument } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'

/**
 * The path of an `href`, behind what every address of the API begins with; undefined, with a fault, where it leads elsewhere.
 * A relative one begins where the operations do.
 */
export function pathOfHref(href: string, base: string, faults: JsonapiError[]): string | undefined {
  const refuse = (detail: string): undefined => {
    faults.push(new InvalidDocument({ detail, source: { pointer: '/href' } }))
    return undefined
  }
  const from = `${base}/operations`
  if (!URL.canParse(href, from)) return refuse('An "href" is an address.')
  const { origin, pathname, search, hash, username, password } = new URL(href, from)
  if (username !== '' || password !== '') return refuse('An "href" names no user.')
  if (search !== '' || hash !== '') return refuse('An "href" has neither parameters nor a fragment.')
  const own = new URL(base)
  const prefix = own.pathname.replace(/\/$/, '')
  if (origin !== own.origin || !pathname.startsWith(`${prefix}/`)) {
    return refuse(`An "href" leads to an address of this API, which begins with "${base}/".`)
  }
  return pathname.slice(prefix.length)
}
