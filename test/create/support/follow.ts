import { expect } from 'vitest'
import type { Database, Framework } from '../../../create/src/choices.js'
import { tutorialSteps, Walk } from './tutorial.js'

/**
 * Takes the steps of docs/tutorial.md in a new project, compares each response with its page, and returns the last one.
 */
export async function follow(folder: string, framework: Framework, database: Database): Promise<unknown> {
  const walk = new Walk(folder)
  try {
    let last: unknown
    for (const step of tutorialSteps(framework, database)) {
      if (step.kind === 'answer') expect(last).toMatchObject(step.document)
      else if (step.kind === 'printed') expect(last).toBe(step.text)
      else {
        const { status, body, printed } = await walk.take(step)
        const expected = step.kind === 'request' ? step.status : undefined
        expect({ step, status }).toEqual({ step, status: expected })
        last = body ?? printed
      }
    }
    return last
  } finally {
    await walk.end()
  }
}
