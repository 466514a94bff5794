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
  // What a URL makes of dots, backslashes and blanks is another address than the one that is written.
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

/** Whether a URL has other segments than its text: because of blanks, controls, backslashes, or segments of dots (rule 15.14). */
function isResolved(text: string): boolean {
  return /[^!-[\]-\uffff]/.test(text) || text.split(/[/?#]/).some((part) => /^(?:\.|%2e){1,2}$/i.test(part))
}
