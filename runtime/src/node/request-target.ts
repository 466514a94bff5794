/**
 * Path and query of a request, from the target in its request line. The routers of Node's frameworks match the path as
 * it was sent, but a URL resolves dot segments and turns backslashes into slashes. A path that a URL would change
 * becomes one without an endpoint, so that nobody gets around the guard of a path (rule 15.14).
 */
export function pathOfTarget(target: string): string {
  // A proxy sends `GET http://host/path`, and we need its path; `OPTIONS *` has none.
  const address = target.replace(ORIGIN, '')
  const rooted = address.startsWith('/') ? address : `/${address}`
  const end = rooted.search(/[?#]/)
  const path = end === -1 ? rooted : rooted.slice(0, end)
  if (!isMoved(path)) return rooted
  // An empty segment has no endpoint, and a path that is escaped twice keeps its segments.
  const kept = path.replace(/[^\w/-]/g, (sign) => `%25${sign.charCodeAt(0).toString(16)}`)
  return `/${kept}${rooted.slice(path.length)}`
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/** Whether a URL would change the segments of a path. */
function isMoved(path: string): boolean {
  return MOVING.test(path) || path.split('/').some((segment) => DOTS.test(segment))
}

/** Backslashes, blanks and control characters. */
const MOVING = /[^!-[\]-\uffff]/

const DOTS = /^(?:\.|%2e){1,2}$/i
