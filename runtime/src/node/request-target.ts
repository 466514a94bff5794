/**
 * Path and query of a request, from the target in its request line. The routers of Node's frameworks match the path as it
 * was sent, but to make a URL of it resolves dot segments and turns backslashes into slashes. Such a path becomes one that
 * no endpoint has, so that nobody gets past what guards a path (rule 15.14).
 */
export function pathOfTarget(target: string): string {
  // Of a proxy's `GET http://host/path` only the path is ours; `OPTIONS *` has none.
  const address = target.replace(ORIGIN, '')
  const rooted = address.startsWith('/') ? address : `/${address}`
  const end = rooted.search(/[?#]/)
  const path = end === -1 ? rooted : rooted.slice(0, end)
  if (!isMoved(path)) return rooted
  // An empty segment leads nowhere, and what is escaped twice stays where it is.
  const kept = path.replace(/[^\w/-]/g, (sign) => `%25${sign.charCodeAt(0).toString(16)}`)
  return `/${kept}${rooted.slice(path.length)}`
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/** Whether a URL that is made of a path has other segments than the path as it was sent. */
function isMoved(path: string): boolean {
  return MOVING.test(path) || path.split('/').some((segment) => DOTS.test(segment))
}

/** Backslashes, blanks and control characters. */
const MOVING = /[^!-[\]-\uffff]/

const DOTS = /^(?:\.|%2e){1,2}$/i
