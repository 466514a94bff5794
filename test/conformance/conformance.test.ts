import { Agent } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Listening } from '../http/support/frameworks.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { chapters } from './chapters/index.js'
import { type Answer, ask, shortErrors, valueAt } from './support/answer.js'
import type { Clause, Everywhere, Exchange, Shown } from './support/clause.js'
import { markdown } from './support/markdown.js'
import { keepRows } from './support/rows.js'
import { BINDINGS, conformanceApi } from './support/servers.js'

const clauses: readonly Clause[] = chapters.flatMap((chapter) => chapter.clauses)
const shown = clauses.filter((clause): clause is Shown => 'shownBy' in clause)
const everywhere = clauses.filter((clause): clause is Everywhere => 'everywhere' in clause)

describe.each(BINDINGS)(
  'conformance/conformance (13.1, 15.1 to 15.12, 16.1 to 16.7, 24.1 to 24.4) with %s',
  (_name, listen) => {
    const agent = new Agent({ keepAlive: true })
    const answers: Answer[] = []
    const servers: Listening[] = []
    let database: OpenDatabase<BlogClient>
    let putBack: () => Promise<void>
    let hasChanged = false

    beforeAll(async () => {
      database = await sqlite.open({ seed: true })
      putBack = await keepRows(database.prisma)
      for (const strict of [false, true]) servers.push(await listen(conformanceApi(database.prisma, strict)))
    })
    afterAll(async () => {
      agent.destroy()
      for (const server of servers) await server.close()
      await database.close()
    })

    test.each(shown)(
      'the sample requests for $id show that the server follows the specification',
      async ({ shownBy }) => {
        if (hasChanged) await putBack()
        hasChanged = false
        let last: Answer | undefined
        for (const exchange of shownBy) {
          last = await ask(servers[exchange.strict ? 1 : 0]?.url ?? '', exchange, last, agent)
          answers.push(last)
          hasChanged ||= !/^(GET|HEAD|OPTIONS) /.test(last.asked) && last.status < 300
          expect({ asked: last.asked, ...partsOf(last, exchange) }).toEqual({
            asked: last.asked,
            ...expectedOf(exchange),
          })
        }
      },
    )

    test.each(everywhere)(
      'every response meets the requirement $id of the specification',
      ({ everywhere: check }) => {
        const about = answers.flatMap((answer) => {
          const faults = check(answer)
          return faults ? [{ asked: answer.asked, faults }] : []
        })
        expect(about.filter(({ faults }) => faults.length > 0)).toEqual([])
        expect(about.length).toBeGreaterThan(0)
      },
    )
  },
)

describe('conformance/conformance: the table', () => {
  test('each id occurs only once in the conformance table', () => {
    const ids = clauses.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test('the conformance table matches docs/conformance.md, which `npx vitest run test/conformance -u` writes', async () => {
    await expect(
      markdown(chapters),
      'docs/conformance.md is not the table of test/conformance: `npx vitest run test/conformance -u` writes it anew',
    ).toMatchFileSnapshot('../../docs/conformance.md')
  })
})

/** The parts of a response that an exchange compares, in the same form as the expected parts. */
function partsOf(answer: Answer, { answers, document, at, errors }: Exchange): object {
  return {
    status: answer.status,
    ...(answers && {
      answers: Object.fromEntries(Object.keys(answers).map((name) => [name, answer.headers[name] ?? null])),
    }),
    ...(document !== undefined && { document: answer.text === '' ? null : answer.document }),
    ...(at && {
      at: Object.fromEntries(Object.keys(at).map((pointer) => [pointer, valueAt(answer.document, pointer)])),
    }),
    // If a request is rejected, its errors are compared, unless the exchange compares only parts of the document.
    ...((errors ?? !at) && answer.status !== 200 && { errors: shortErrors(answer.document) }),
  }
}

function expectedOf({ status, answers, document, at, errors }: Exchange): object {
  const parts = Object.entries(at ?? {}).map(([pointer, value]) => [
    pointer,
    value instanceof RegExp ? expect.stringMatching(value) : value,
  ])
  return {
    status,
    ...(answers && { answers }),
    ...(document !== undefined && { document }),
    ...(at && { at: Object.fromEntries(parts) }),
    ...((errors ?? !at) && status !== 200 && { errors: errors ?? [] }),
  }
}
