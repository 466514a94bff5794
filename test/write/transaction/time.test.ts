import { setTimeout as sleep } from 'node:timers/promises'
import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../../support/counting.js'
import {
  type BlogClient,
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
  type TypesClient,
} from '../../support/databases.js'
import { openConnections } from '../support/connections.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'
import { typesResources } from '../support/types.js'
import { informed, prismaAdapter } from '../../support/facts.js'

const TIME = 1500
const LATE = {
  status: 503,
  body: {
    errors: [{ code: 'service_unavailable', detail: expect.stringContaining(`longer than ${TIME} ms`) }],
  },
}
const later = async <Result>(result: Promise<Result>): Promise<Result> => {
  const found = await result
  await sleep(TIME * 2)
  return found
}

describe.each(databases)('write/time (14.4): the time limit for a request, on $name', (database) => {
  let opened: OpenDatabase<TypesClient>
  let operations: string[]
  let client: ReturnType<typeof counted>
  beforeAll(async () => {
    opened = await database.openTypes()
    client = counted(opened.prisma)
    operations = client.operations
    // The first write loads the code for writes.
    await opened.prisma.document.count()
    const warm = typesResources(prismaAdapter(client.prisma))
    await serveWrites(warm).send('POST', '/documents', body('warm'))
  })
  beforeEach(() => operations.splice(0))
  afterAll(() => opened.close())

  const body = (slug: string) => ({
    data: { type: 'documents', attributes: { slug, folder: slug, title: slug } },
  })
  const isWritten = async (slug: string): Promise<boolean> =>
    (await opened.prisma.document.count({ where: { slug } })) === 1
  /** Writes a document. One step of the write takes longer than the time limit. */
  const write = (slug: string, adapter: PrismaAdapter, change?: (documents: ResourceClass) => void) => {
    const resources = typesResources(adapter)
    const { documents } = resources
    if (documents) change?.(documents)
    const errors: unknown[] = []
    const served = serveWrites(resources, {
      limits: { time: TIME },
      onError: (error: unknown) => errors.push(error),
      answerErrors: true,
    } as object)
    return served.send('POST', '/documents', body(slug)).then((answer) => ({ answer, errors }))
  }

  test('if the time limit expires before the commit, the response is 503, onError is called, and no data is committed later', async () => {
    const { answer, errors } = await write('before', prismaAdapter(client.prisma), (documents) =>
      documents.beforeCommit('create', () => sleep(TIME * 2)),
    )
    expect(answer).toMatchObject(LATE)
    expect(errors).toHaveLength(1)
    await sleep(TIME * 2)
    expect([await isWritten('before'), errors.length]).toEqual([false, 1])
  })

  test('if the time limit expires during the commit, the response is a 503 that says that the outcome is unknown', async () => {
    class SlowCommit extends PrismaAdapter {
      override transaction<Result>(block: () => Promise<Result>): Promise<Result> {
        return later(super.transaction(block))
      }
    }
    const { answer } = await write('while', informed(new SlowCommit(client.prisma)))
    expect(answer).toMatchObject({ ...LATE, body: { errors: [{ meta: { written: 'unknown' } }] } })
    expect(await isWritten('while')).toBe(true)
  })

  test('if the time limit expires after the commit, the response is a 500 that reports the write, and follow-up work is completed', async () => {
    const done: unknown[] = []
    const { answer } = await write('behind', prismaAdapter(client.prisma), (documents) =>
      documents.afterCommit('create', async () => {
        await sleep(TIME * 2)
        const resources = typesResources(prismaAdapter(opened.prisma))
        const nodes = new (resources['nodes'] as unknown as new () => Resource)()
        done.push(await nodes.create({ name: 'follows' }))
      }),
    )
    expect(answer).toMatchObject({ status: 500, body: { errors: [{ meta: { written: true } }] } })
    expect(await isWritten('behind')).toBe(true)
    while (done.length === 0) await sleep(20)
  })

  test('a read that takes too long returns 503 and starts no further queries', async () => {
    const { node } = opened.prisma
    const parent = await node.create({ data: { name: 'slow' } })
    await node.create({ data: { name: 'child', parentId: parent.id } })
    class Slow extends PrismaAdapter {
      override read(...of: Parameters<PrismaAdapter['read']>) {
        return later(super.read(...of))
      }
    }
    const served = serveWrites(typesResources(informed(new Slow(client.prisma))), {
      limits: { time: TIME },
      answerErrors: true,
    })
    operations.splice(0)
    expect(await served.send('GET', `/nodes/${parent.id}?include=children.parent`)).toMatchObject(LATE)
    await sleep(TIME * 3)
    expect(operations).toEqual(['Node.findMany'])
  })

  test('the server does not wait beyond the time limit for a body that does not arrive', async () => {
    const { api } = serveWrites(typesResources(prismaAdapter(client.prisma)), {
      limits: { time: TIME },
      answerErrors: true,
    })
    const stream = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"data"')),
    })
    const init = {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'content-type': 'application/vnd.api+json' },
    }
    expect((await api.fetch(new Request('http://blog.test/documents', init as RequestInit))).status).toBe(408)
  })

  test('if the client disconnects, no further query starts, and uncommitted work is rolled back', async () => {
    let abortAt = 0
    let started = 0
    let gone = new AbortController()
    const watched = (
      client.prisma as unknown as { $extends(extension: object): typeof client.prisma }
    ).$extends({
      query: {
        async $allOperations({ args, query }: { args: unknown; query: (args: unknown) => Promise<unknown> }) {
          if (++started === abortAt) gone.abort()
          return query(args)
        },
      },
    })
    const { api } = serveWrites(typesResources(prismaAdapter(watched)), { answerErrors: true })
    // The first request of a process also reads the session's settings.
    await api.fetch(new Request('http://blog.test/nodes'))
    const outcomes: (readonly [number, boolean])[] = []
    let count = Number.POSITIVE_INFINITY
    for (abortAt = 1; abortAt <= count; abortAt++) {
      gone = new AbortController()
      started = 0
      const tree = {
        data: {
          type: 'nodes',
          attributes: { name: `tree ${abortAt}` },
          relationships: { children: { data: [1, 2].map((lid) => ({ type: 'nodes', lid: String(lid) })) } },
        },
        included: [1, 2].map((lid) => ({
          type: 'nodes',
          lid: String(lid),
          attributes: { name: `leaf ${abortAt}` },
        })),
      }
      const init = {
        method: 'POST',
        body: JSON.stringify(tree),
        signal: gone.signal,
        headers: { 'content-type': 'application/vnd.api+json' },
      }
      const { status } = await api.fetch(new Request('http://blog.test/nodes', init))
      const queries = started
      const trees = await opened.prisma.node.count({ where: { name: `tree ${abortAt}` } })
      const leaves = await opened.prisma.node.count({ where: { name: `leaf ${abortAt}` } })
      expect(leaves).toBe(trees * 2)
      if (!gone.signal.aborted) count = abortAt
      else expect(queries).toBe(abortAt)
      outcomes.push([status, trees === 1])
    }
    expect(outcomes[0]).toEqual([499, false])
    expect(outcomes.some(([status, isThere]) => status === 500 && isThere)).toBe(true)
    expect(outcomes.at(-1)).toEqual([201, true])
    expect(outcomes.length).toBeGreaterThan(4)
  })
})

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'write/time (14.4): a row that another transaction has locked, on $name',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    let prisma: BlogClient
    beforeAll(async () => {
      opened = await database.open({ seed: true })
      prisma = await openClient('blog', opened, { connections: 2 })
    })
    afterAll(async () => {
      await closeClient(prisma)
      await opened.close()
    })

    test('with a pool of two, ten updates of the row all return a response, and the connections return to the pool', async () => {
      const adapter = prismaAdapter(prisma)
      class Tags extends Resource {
        static {
          this.type('tags')
          this.model('Tag')
          this.id('integer')
          this.useAdapter(adapter)
          this.attribute('name', 'string')
        }
      }
      const served = serveWrites({ tags: Tags }, { limits: { time: TIME }, answerErrors: true })
      const patch = (name: string) =>
        served.send('PATCH', '/tags/1', { data: { type: 'tags', id: '1', attributes: { name } } })
      const before = await opened.prisma.tag.findUnique({ where: { id: 1 } })
      const answers: Answer[] = []
      await opened.prisma
        .$transaction(
          async (locking) => {
            await locking.tag.update({ where: { id: 1 }, data: { name: 'locked' } })
            const writers = Array.from({ length: 10 }, (_, writer) => patch(`by ${writer}`))
            const readers = Array.from({ length: 10 }, () => served.send('GET', '/tags'))
            // All responses arrive while the row is still locked.
            answers.push(...(await Promise.all([...writers, ...readers])))
            throw new Error('unlocked')
          },
          { timeout: 60_000 },
        )
        .catch((error: Error) => expect(error.message).toBe('unlocked'))
      expect(new Set(answers.slice(0, 10).map(({ status }) => status))).toEqual(new Set([503]))
      expect(answers.slice(10).filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
      while ((await openConnections(opened)).busy > 0) await sleep(50)
      expect(await opened.prisma.tag.findUnique({ where: { id: 1 } })).toEqual(before)
      expect((await patch('free again')).status).toBe(200)
      expect(await openConnections(opened)).toMatchObject({ busy: 0 })
    }, 60_000)
  },
)
