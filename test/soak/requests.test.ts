import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { adapterTo } from '../support/stores.js'
import { openConnections } from '../write/support/connections.js'
import { dice, SEED } from '../support/dice.js'
import { serveWrites } from '../write/support/serve.js'
import { typesResources } from '../write/support/types.js'
import { isSoak } from '../support/sample.js'
import { prismaAdapter } from '../support/facts.js'

const REQUESTS = Number(process.env['SOAK_REQUESTS'] ?? (isSoak ? 50_000 : 120))
/** The number of requests after which the heap should no longer grow. */
const WARM = Math.min(5000, Math.floor(REQUESTS / 10))
const WORKERS = 8
const MEDIA_TYPE = 'application/vnd.api+json'
const NAME = `soak_${process.pid}`

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const chance = dice(SEED)

async function heap(): Promise<number> {
  for (let times = 0; times < 3; times++) {
    collectGarbage()
    await sleep(50)
  }
  return process.memoryUsage().heapUsed / 2 ** 20
}

describe.each(databases)(
  'soak/requests: requests with aborts and killed connections on $name',
  (database) => {
    let opened: OpenDatabase<TypesClient>
    let prisma: TypesClient
    let url = ''
    let close = async (): Promise<void> => {}
    const unhandled: unknown[] = []
    /**
     * When a backend is terminated, an unhandled error from the driver may end the process. Operators install such a
     * handler.
     */
    const handle = (error: unknown): number => unhandled.push(error)
    beforeAll(async () => {
      process.on('uncaughtException', handle)
      opened = await database.openTypes()
      const located = new URL(opened.url)
      if (database.name === 'postgresql') located.searchParams.set('application_name', NAME)
      const address = database.name === 'sqlite' ? opened.url : located.href
      prisma = await createClient('types', database.name, adapterTo(database.name, address, 4))
      const served = serveWrites(typesResources(prismaAdapter(prisma)), { answerErrors: true })
      const server = createServer(express().use(toExpress(served.api)))
      await once(server.listen(0, '127.0.0.1'), 'listening')
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      close = async () => {
        server.closeAllConnections()
        server.close()
        await once(server, 'close')
      }
    })
    afterAll(async () => {
      await opened.close()
      process.off('uncaughtException', handle)
    })

    async function killConnections(): Promise<void> {
      if (database.name === 'postgresql') {
        await opened.prisma.$executeRawUnsafe(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '${NAME}'`,
        )
      }
      if (database.name !== 'mariadb') return
      const processes = await opened.prisma.$queryRawUnsafe<readonly { id: bigint; own: unknown }[]>(
        'SELECT id, info AS own FROM information_schema.processlist WHERE db = DATABASE() AND id <> connection_id()',
      )
      for (const { id } of processes) await opened.prisma.$executeRawUnsafe(`KILL ${id}`).catch(() => {})
    }

    const tree = (count: number) => ({
      data: {
        type: 'nodes',
        attributes: { name: `tree ${count}` },
        relationships: { children: { data: [1, 2, 3].map((lid) => ({ type: 'nodes', lid: String(lid) })) } },
      },
      included: [1, 2, 3].map((lid) => ({ type: 'nodes', lid: String(lid), attributes: { name: 'leaf' } })),
    })
    const roots = new Set<string>()

    const requestOf = (count: number): readonly [method: string, path: string, body?: object] => {
      const id = chance.of(['1', ...roots].slice(-200))
      return chance.of<() => readonly [method: string, path: string, body?: object]>([
        () => ['GET', '/nodes?include=children.parent&page[size]=10&page[children][size]=2'],
        () => ['GET', '/nodes?filter[name][prefix]=tree&sort=-id&page[size]=5&include=children'],
        () => ['GET', `/nodes/${id}?include=children`],
        () => ['GET', `/nodes/${id}/children?page[size]=2`],
        () => ['GET', '/nodes?filter[nosuch]=1&sort=nosuch'],
        () => ['POST', '/nodes', tree(count)],
        () => ['POST', '/nodes', { data: { type: 'nodes', attributes: { name: 7, nosuch: 1 } } }],
        () => ['PATCH', `/nodes/${id}`, { data: { type: 'nodes', id, attributes: { position: count } } }],
        () => ['DELETE', `/documents/${count}`],
        () => ['PATCH', '/nodes/1', '{"data"' as never],
      ])()
    }

    test(`${REQUESTS} requests leave behind no open connections, no partial writes and no larger heap`, async () => {
      await opened.prisma.node.create({ data: { name: 'first' } })
      const statuses = new Map<string, number>()
      let count = 0
      const send = async (): Promise<string> => {
        const [method, path, body] = requestOf(count)
        const signal = chance.below(10) === 0 ? AbortSignal.timeout(1 + chance.below(40)) : null
        const answer = await fetch(url + path, {
          method,
          signal,
          ...(body && {
            body: typeof body === 'string' ? body : JSON.stringify(body),
            headers: { 'content-type': MEDIA_TYPE },
          }),
        })
        const text = await answer.text()
        if (answer.status === 201) {
          roots.add((JSON.parse(text) as { data: { id: string } }).data.id)
          if (roots.size > 500) roots.delete([...roots][0] ?? '')
        }
        return String(answer.status)
      }
      const worker = async (until: number): Promise<void> => {
        while (count < until) {
          count++
          if (count % 997 === 0 || (!isSoak && count % 47 === 0)) await killConnections()
          const status = await send().catch((error: Error) => error.name)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
        }
      }
      const phase = (until: number) => Promise.all(Array.from({ length: WORKERS }, () => worker(until)))
      await phase(WARM)
      const warm = await heap()
      await phase(REQUESTS)
      const last = await heap()
      if (isSoak) {
        process.stdout.write(
          `${database.name}: ${JSON.stringify({ seed: SEED, warm, last, unhandled: unhandled.length, statuses: [...statuses] })}\n`,
        )
      }
      const expected = [
        '200',
        '201',
        '400',
        '404',
        '409',
        '503',
        '500',
        'AbortError',
        'TimeoutError',
        'TypeError',
        '405',
      ]
      expect([...statuses.keys()].filter((status) => !expected.includes(status))).toEqual([])
      // The engine's own use varies by a few megabytes. A leak of one kilobyte per request would add 45.
      expect(last - warm).toBeLessThan(isSoak ? 12 : 40)
      const open = { parentId: null, name: { startsWith: 'tree' } }
      const trees = await opened.prisma.node.findMany({ where: open, include: { children: true } })
      expect(trees.filter(({ children }) => children.length !== 3)).toEqual([])
      expect(await opened.prisma.node.count({ where: { name: 'leaf' } })).toBe(trees.length * 3)
      if (database.name !== 'sqlite') while ((await openConnections(opened)).busy > 0) await sleep(20)
      await close()
      await prisma.$disconnect()
      await sleep(200)
      if (database.name === 'postgresql') {
        const [row] = await opened.prisma.$queryRawUnsafe<readonly { open: bigint }[]>(
          `SELECT count(*) AS open FROM pg_stat_activity WHERE application_name = '${NAME}'`,
        )
        expect(Number(row?.open)).toBe(0)
      }
      if (database.name === 'mariadb') expect((await openConnections(opened)).open).toBeLessThan(6)
    }, 3_600_000)
  },
)
