import { Controller, createApi, defineRegistry, RecordNotFound } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { currentFrame } from '../../../runtime/src/resource/frame.js'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { written } from '../support/documents.js'
import { dumpBlog } from '../support/dump.js'
import { conflict, failingClient, failure, unreachable } from '../support/failing-client.js'
import { prepareGround, threeLevels } from '../support/graph.js'
import { recordedBlog } from '../support/recorded.js'
import { send } from '../support/send.js'
import { serveWrites } from '../support/serve.js'

describe.each(databases)('write/faults: injected faults on $name', (database) => {
  const blog = writableBlog(database)

  /** The blog on a client that fails, with hooks that record which types were committed. */
  function failing() {
    const client = failingClient(blog.prisma)
    const { resources } = recordedBlog(client.prisma)
    const committed: string[] = []
    for (const [type, resource] of Object.entries(resources)) {
      resource.afterCommit(['create', 'update', 'destroy'], () => void committed.push(type))
    }
    return { client, committed, served: serveWrites(resources, { answerErrors: true }) }
  }

  test.each([
    ['fails', 'instead'],
    ['succeeds and then reports a failure', 'afterwards'],
  ] as const)(
    'if any store call of a graph of three levels %s, no data changes, and the next request works',
    async (_, moment) => {
      const { client, committed, served } = failing()
      const ground = await prepareGround(blog.prisma)
      const before = await dumpBlog(blog.prisma)
      const { path, body } = threeLevels(ground, `fault-${moment}`)
      let attempts = 0
      for (let n = 1; ; n++) {
        client.failAt(n, failure, moment)
        const answer = await served.send('PATCH', path, body)
        attempts = n
        if (committed.length > 0) break
        expect([n, answer.status, JSON.stringify(answer.body).includes('the store has failed')]).toEqual([
          n,
          500,
          false,
        ])
        expect(await dumpBlog(blog.prisma)).toEqual(before)
        expect(currentFrame()).toMatchObject({ context: undefined, namespace: undefined, unit: undefined })
        client.failAt(0, failure)
        expect((await served.send('GET', '/posts/1')).status).toBe(200)
      }
      // Reads that look up the records, and then one write for each. Calls after the commit only read records for the response.
      expect(attempts).toBeGreaterThan(20)
      expect(committed.toSorted()).toEqual([
        'attachments',
        'attachments',
        'authors',
        'authors',
        'comments',
        'comments',
        'comments',
        'comments',
        'posts',
        'profiles',
        'tags',
      ])
    },
    120_000,
  )

  test('an error while the response is created after the commit does not undo the write', async () => {
    const { client, committed, served } = failing()
    // The first write to a set also looks up the name of its table.
    const first = threeLevels(await prepareGround(blog.prisma), `first-${database.name}`)
    written(await served.send('PATCH', first.path, first.body))
    const ground = await prepareGround(blog.prisma)
    const { path, body } = threeLevels(ground, `late-${database.name}`)
    client.failAt(0, failure)
    written(await served.send('PATCH', path, body))
    const total = client.calls
    const again = threeLevels(await prepareGround(blog.prisma), `later-${database.name}`)
    committed.length = 0
    client.failAt(total, failure)
    expect((await served.send('PATCH', again.path, again.body)).status).toBe(500)
    expect(committed).toHaveLength(11)
    expect(await blog.prisma.tag.count({ where: { name: `later-${database.name}` } })).toBe(1)
  })

  test.each([
    ['error', failure, 500],
    ['unavailability', unreachable, 503],
    ['refusal', refused, 404],
    ['thrown-text', thrown, 500],
  ] as const)(
    'if each store call in turn %s, the response says correctly whether the write took effect (14.6)',
    async (what, fail, before) => {
      const { client, served } = failing()
      const outcomes = new Set<string>()
      for (let n = 1; ; n += 2) {
        const mark = `told-${what}-${n}`
        const { path, body } = threeLevels(await prepareGround(blog.prisma), mark)
        client.failAt(n, fail)
        const answer = await served.send('PATCH', path, body)
        const isWritten = (await blog.prisma.tag.count({ where: { name: mark } })) > 0
        const { errors = [] } = answer.body as { errors?: readonly { meta?: unknown }[] }
        outcomes.add(`${answer.status} ${isWritten}`)
        if (answer.status === 200) break
        expect([n, answer.status, errors[0]?.meta]).toEqual([
          n,
          isWritten ? 500 : before,
          isWritten ? { written: true } : undefined,
        ])
      }
      expect(outcomes).toEqual(new Set([`${before} false`, '500 true', '200 true']))
    },
    120_000,
  )

  test.each([
    ['conflict', conflict, 409],
    ['lock of another process', busy, 503],
  ] as const)(
    "a %s ends the application's transaction, because a retry within it would be lost (19.4)",
    async (_, fail, status) => {
      const { resources } = recordedBlog(blog.prisma)
      const { tags: Tags } = resources
      if (!Tags) throw new Error('There are tags.')
      let attempts = 0
      class Failing extends Tags {
        override async create(): Promise<never> {
          attempts++
          return fail()
        }
      }
      class Within extends Controller {
        static {
          this.jsonapi(Failing)
        }
        async create(): Promise<Response> {
          await this.jsonapiResource.transaction(() => this.jsonapiCreate())
          return this.renderNothing()
        }
      }
      const api = createApi({
        registry: defineRegistry({ ...resources, tags: Failing }),
        controllers: { tags: Within },
        onError: () => {},
      })
      const answer = await send(api, 'POST', '/tags', {
        data: { type: 'tags', attributes: { name: 'within' } },
      })
      expect([answer.status, attempts]).toEqual([status, 1])
    },
  )

  test('a serialization failure at any step is retried without the client noticing', async () => {
    const { client, committed, served } = failing()
    for (const n of [1, 5, 9, 13, 17]) {
      const { path, body } = threeLevels(await prepareGround(blog.prisma), `retry-${database.name}-${n}`)
      client.failAt(n, conflict)
      committed.length = 0
      written(await served.send('PATCH', path, body))
      expect([n, committed.length]).toEqual([n, 11])
    }
  })
})

/** This is an error in the application, not a failure of the store. */
function refused(): never {
  throw new RecordNotFound({ detail: 'It is gone.' })
}

/** The error from SQLite if another process has the lock. */
function busy(): never {
  throw Object.assign(new Error('SQLITE_BUSY: database is locked'), { code: 'SQLITE_BUSY' })
}

function thrown(): never {
  // oxlint-disable-next-line typescript/only-throw-error
  throw 'no error'
}
