import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BlogClient,
  closeClient,
  databases,
  openClient,
  type OpenDatabase,
} from '../../support/databases.js'
import { openProxy, type Proxy } from '../../support/proxy.js'
import { failingClient } from '../support/failing-client.js'
import { prepareGround, threeLevels } from '../support/graph.js'
import { recordedBlog } from '../support/recorded.js'
import type { Answer } from '../support/send.js'
import { serveWrites, type Served } from '../support/serve.js'

const servers = databases.filter(({ name }) => name !== 'sqlite')

/** The outcome of a write according to its response: done, not done, or unknown. */
function told({ status, body }: Answer): boolean | 'unknown' {
  const { errors = [] } = (body ?? {}) as { errors?: readonly { meta?: { written?: boolean | 'unknown' } }[] }
  return status < 300 || (errors[0]?.meta?.written ?? false)
}

describe.each(servers)(
  'write/lost-connections: a connection to $name that is lost during a write',
  (database) => {
    let opened: OpenDatabase<BlogClient>
    let proxy: Proxy
    let lossy: BlogClient
    beforeAll(async () => {
      opened = await database.open({ seed: true })
      proxy = await openProxy(opened.url)
      lossy = await openClient('blog', { name: database.name, url: proxy.url })
    })
    afterAll(async () => {
      proxy.judge = undefined
      await closeClient(lossy)
      await proxy.close()
      await opened.close()
    })

    /** Ends every connection of the lossy client on the server. */
    async function terminate(): Promise<void> {
      const ports = proxy.ports().join(', ')
      if (database.name === 'postgresql') {
        const theirs = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port IN (${ports})`
        await opened.prisma.$executeRawUnsafe(theirs)
        return
      }
      const processes = await opened.prisma.$queryRawUnsafe<readonly { id: bigint }[]>(
        `SELECT id FROM information_schema.processlist WHERE SUBSTRING_INDEX(host, ':', -1) IN (${ports})`,
      )
      for (const { id } of processes) await opened.prisma.$executeRawUnsafe(`KILL ${id}`).catch(() => {})
    }

    const isWritten = async (mark: string): Promise<boolean> =>
      (await opened.prisma.tag.count({ where: { name: mark } })) > 0

    const serveLossy = (client = lossy): Served =>
      serveWrites(recordedBlog(client).resources, { answerErrors: true })

    test.each([
      ['before', false],
      ['after', true],
    ] as const)(
      'if the connection is lost %s COMMIT has arrived, the write returns 503 and says that the outcome is unknown (14.6)',
      async (when, expected) => {
        const mark = `commit-${when}-${database.name}`
        const { path, body } = threeLevels(await prepareGround(opened.prisma), mark)
        const served = serveLossy()
        await served.send('GET', '/posts/1')
        proxy.judge = (packet) => (/COMMIT|commit\0?$/.test(packet) ? `cut ${when}` : 'pass')
        const answer = await served.send('PATCH', path, body)
        proxy.judge = undefined
        expect([answer.status, answer.body]).toEqual([
          503,
          {
            jsonapi: { version: '1.1' },
            errors: [
              {
                id: expect.stringMatching(/^[\da-f-]{36}$/),
                status: '503',
                code: 'service_unavailable',
                title: 'Service unavailable',
                detail:
                  'The connection was lost during the commit: the write may or may not have been saved.',
                meta: { written: 'unknown' },
              },
            ],
          },
        ])
        expect(await isWritten(mark)).toBe(expected)
        expect((await served.send('GET', '/posts/1')).status).toBe(200)
      },
    )

    test('if the connection is lost at any packet, the write either returns 503 and writes no data, or returns a 500 that reports the write (14.6)', async () => {
      const served = serveLossy()
      const outcomes: (readonly [status: number, told: boolean | 'unknown'])[] = []
      for (let n = 1, left = 0; left === 0; n++) {
        const mark = `packet-${n}-${database.name}`
        const { path, body } = threeLevels(await prepareGround(opened.prisma), mark)
        await served.send('GET', '/posts/1')
        left = n
        proxy.judge = () => (left > 0 && --left === 0 ? 'cut before' : 'pass')
        const answer = await served.send('PATCH', path, body)
        proxy.judge = undefined
        outcomes.push([answer.status, told(answer)])
        const written = await isWritten(mark)
        expect([n, told(answer), written]).toEqual([
          n,
          told(answer) === 'unknown' ? 'unknown' : written,
          written,
        ])
      }
      expect(new Set(outcomes.map(String))).toEqual(
        new Set(['503,false', '503,unknown', '500,true', '200,true']),
      )
    }, 120_000)

    test('if the server ends the connection at any step, the response says correctly whether data was written (14.6)', async () => {
      const client = failingClient(lossy)
      const served = serveLossy(client.prisma)
      const outcomes: (readonly [status: number, told: boolean | 'unknown'])[] = []
      for (let n = 1; outcomes.at(-1)?.[0] !== 200; n += 3) {
        const mark = `ended-${n}-${database.name}`
        const { path, body } = threeLevels(await prepareGround(opened.prisma), mark)
        client.failAt(n, terminate)
        const answer = await served.send('PATCH', path, body)
        client.failAt(0, terminate)
        outcomes.push([answer.status, told(answer)])
        const written = await isWritten(mark)
        expect([n, answer.status, told(answer)]).toEqual([n, answer.status, written])
      }
      const kinds = new Set(outcomes.map(String))
      expect(kinds).toContain('503,false')
      expect(kinds).not.toContain('500,false')
    }, 120_000)
  },
)
