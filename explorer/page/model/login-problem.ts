import { isObject } from './json.js'
import type { Outcome } from './send.js'

/** Why a login or a logout failed, and what to do about it; undefined if it succeeded. */
export function loginProblem(outcome: Outcome): string | undefined {
  if (outcome.kind === 'refused') return outcome.problem
  const { status, document, request } = outcome
  if (status < 400) return undefined
  const said = reasonIn(document)
  const answer = `${request.method} ${new URL(request.url).pathname} returned ${status}${said === '' ? '' : `: ${said.replace(/\.$/, '')}`}.`
  return `${answer} ${adviceFor(status)}`
}

function adviceFor(status: number): string {
  if (status === 404 || status === 405) {
    return 'The application has no such path: correct the "login" of explorer().'
  }
  if (status === 429) return 'Wait, then log in again.'
  if (status >= 500) return 'The server log contains the reason.'
  return 'You are still not logged in: check your input, then try again.'
}

/** The text of an error, as applications usually send it. */
function reasonIn(document: unknown): string {
  if (!isObject(document)) return ''
  const { errors, error, message, detail } = document
  const [first] = Array.isArray(errors) ? errors : []
  const texts = [isObject(first) ? (first['detail'] ?? first['title']) : first, error, message, detail]
  const found = texts.find((text) => typeof text === 'string') ?? (isObject(error) ? error['message'] : '')
  return String(found).slice(0, 500)
}
