import { expect } from 'vitest'
import { sent, stepsOf } from '../create/support/tutorial.js'
import type { Block } from './blocks.js'

/**
 * Sends the requests in a guide in order, compares each response with the page, and returns the number of
 * requests.
 */
export async function followed(
  url: string,
  blocks: readonly Block[],
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  let last: unknown
  let count = 0
  for (const step of stepsOf(blocks.filter(({ language }) => language === 'http' || language === 'json'))) {
    if (step.kind === 'answer') expect(last).toMatchObject(step.document)
    else if (step.kind === 'request') {
      for (const [name, value] of Object.entries(headers)) step.headers.set(name, value)
      const { status, body } = await sent(url, step)
      expect({ line: step.line, body: step.body, status, answer: status === step.status || body }).toEqual({
        line: step.line,
        body: step.body,
        status: step.status,
        answer: true,
      })
      last = body
      count += 1
    }
  }
  return count
}
