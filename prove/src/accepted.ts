import { readFileSync } from 'node:fs'
import { isObject } from './cast.js'
import { ProveFault, reasonOf } from './fault.js'

/** An accepted finding, and why it is accepted. */
export interface Accepted {
  readonly id: string
  readonly reason: string
}

/** The file next to `prove.ts` that lists accepted findings. */
export const ACCEPTED_FILE = 'prove.accepted.json'

/** The accepted findings; empty if there is no file. Throws a ProveFault if the file has a different structure. */
export function acceptedIn(path: string): readonly Accepted[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  const expected = `${ACCEPTED_FILE} must be a list: [{ "finding": "GET /posts?filter[popular]", "reason": "counts are public" }]`
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (error) {
    throw new ProveFault(`${expected}: ${reasonOf(error)}`)
  }
  if (!Array.isArray(list)) throw new ProveFault(expected)
  return list.map((each: unknown) => {
    const { finding, reason } = isObject(each) ? each : {}
    const isWhole = typeof finding === 'string' && typeof reason === 'string' && reason.trim() !== ''
    if (!isWhole) throw new ProveFault(expected)
    return { id: finding, reason }
  })
}
