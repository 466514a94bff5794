import { InvalidDocument } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'

/**
 * The path of an `href`, without the beginning of all addresses of the API. Undefined, with a fault, if it leads
 * elsewhere. A relative one is relative to the operations address.
 */
export function pathOfHref(href: string, base: string, faults: JsonapiError[]): string | undefined {
  const refuse = (detail: string): undefined => {
    faults.push(new InvalidDocument({ detail, source: { pointer: '/href' } }))
    return undefined
  }
  // A URL normalises dots, backslashes and blanks, so the result would be another address than the written one.
  if (isResolved(href.replace(/^[a-z][a-z\d+.-]*:\/\//i, ''))) {
    return refuse('An "href" has no dots to resolve, and no blanks.')
  }
  const from = `${base}/operations`
  if (!URL.canParse(href, from)) return refuse('An "href" is an address.')
  const { origin, pathname, username, password } = new URL(href, from)
  if (username !== '' || password !== '') return refuse('An "href" names no user.')
  if (/[?#]/.test(href)) return refuse('An "href" has neither parameters nor a fragment.')
  const own = new URL(base)
  const prefix = own.pathname.replace(/\/$/, '')
  if (origin !== own.origin || !pathname.startsWith(`${prefix}/`)) {
    return refuse(`An "href" leads to an address of this API, which begins with "${base}/".`)
  }
  return pathname.slice(prefix.length)
}

/**
 * Whether a URL changes the segments of a text: because of blanks, controls, backslashes, or segments of dots (rule
 * 15.14).
 */
function isResolved(text: string): boolean {
  return /[^!-[\]-\uffff]/.test(text) || text.split(/[/?#]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}
