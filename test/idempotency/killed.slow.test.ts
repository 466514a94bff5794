import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientDirectory } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { freePort } from '../real/support/server.js'
import { bundle } from '../support/bundle.js'
import { PROVIDERS } from '../support/clients.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { factsOf } from '../support/facts.js'
import { openProxy } from '../support/proxy.js'
import { isSoak } from '../support/sample.js'
import type { ServerOrders } from './support/server-worker.js'

const WRITES = isSoak ? 2000 : 100
const CLIENTS = 5
const SERVERS = 2
/** The number of responses after which a server is killed. */
const KILL_AFTER = isSoak ? 60 : 25
const STATUSES_THAT_PASS = new Set([409, 502, 503])

describe.each(databases)(
  'idempotency/killed (30.1): lost connections and killed servers on $name',
  (database) => {
    const directory = at(`.tmp/idempotency-${process.pid}-${database.name}`)
    let opened: OpenDatabase<TypesClient> | undefined
    beforeAll(async () => {
      await mkdir(directory, { recursive: true })
      await bundle(directory, {
        worker: at('test/idempotency/support/server-worker.ts'),
        client: join(clientDirectory('types', PROVIDERS[database.name]), 'client.ts'),
      })
      opened = await database.openTypes()
    }, 120_000)
    afterAll(async () => {
      await opened?.close()
      await rm(directory, { recursive: true, force: true })
    })

    test(`${WRITES} writes from seed ${SEED} each happen exactly once`, async () => {
      if (!opened) throw new Error('The tables are opened before.')
      const { prisma, url } = opened
      const chance = dice(SEED)
      const ports: number[] = []
      while (ports.length < SERVERS) ports.push(await freePort())
      const orders = {
        client: pathToFileURL(join(directory, 'client.mjs')).href,
        url,
        facts: factsOf(prisma),
      }
      const start = (port: number) => startServer(join(directory, 'worker.mjs'), { ...orders, port })
      const servers = await Promise.all(ports.map(start))
      const proxies = await Promise.all(ports.map((port) => openProxy(`http://127.0.0.1:${port}`)))
      const seen = { cut: 0, killed: 0, repeated: 0, unexpected: [] as unknown[] }
      for (const proxy of proxies) {
        proxy.judge = (packet) => {
          const drawn = packet.startsWith('POST') ? chance.below(8) : 7
          if (drawn < 2) seen.cut++
          return drawn === 0 ? 'cut before' : drawn === 1 ? 'cut after' : 'pass'
        }
      }
      const ids = new Map<string, string>()
      let answered = 0
      let isKilling = false
      const kill = async (): Promise<void> => {
        if (isKilling) return
        isKilling = true
        const which = chance.below(ports.length)
        await wait(chance.below(20))
        servers[which]?.kill('SIGKILL')
        seen.killed++
        servers[which] = await start(ports[which] ?? 0)
        isKilling = false
      }
      const kills: Promise<void>[] = []
      const writeOne = async (name: string): Promise<void> => {
        for (let attempt = 0; ; attempt++) {
          if (attempt > 400) throw new Error(`"${name}" has no answer.`)
          if (attempt > 0) seen.repeated++
          try {
            const { status, text } = await post(`${proxies[chance.below(ports.length)]?.url}nodes`, name)
            if (status === 201) {
              ids.set(name, (JSON.parse(text) as { data: { id: string } }).data.id)
              if (++answered % KILL_AFTER === 0) kills.push(kill())
              return
            }
            if (!STATUSES_THAT_PASS.has(status)) seen.unexpected.push([name, status, text])
          } catch {
            // The connection was cut, or the server was killed.
          }
          await wait(10 + chance.below(40))
        }
      }
      const names = Array.from({ length: WRITES }, (_, index) => `w${index}`)
      const left = [...names]
      const client = async (): Promise<void> => {
        for (let name = left.shift(); name !== undefined; name = left.shift()) await writeOne(name)
      }
      await Promise.all(Array.from({ length: CLIENTS }, client))
      await Promise.all(kills)
      for (const proxy of proxies) await proxy.close()
      for (const server of servers) server.kill('SIGKILL')
      const rows = await prisma.node.findMany({ orderBy: { id: 'asc' } })
      expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
      expect(Object.fromEntries(rows.map(({ id, name }) => [name, String(id)]))).toEqual(
        Object.fromEntries(ids),
      )
      expect(await prisma.idempotencyKey.count()).toBe(WRITES)
      expect(seen.unexpected).toEqual([])
      expect(seen).toMatchObject({
        cut: expect.toSatisfy((count: number) => count > WRITES / 10),
        killed: expect.toSatisfy((count: number) => count > 1),
        repeated: expect.toSatisfy((count: number) => count > WRITES / 10),
      })
    }, 900_000)
  },
)

/** Creates a node with its name as the key, on a separate connection. Rejects if the connection fails. */
function post(url: string, name: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/vnd.api+json', 'idempotency-key': name }
    const sent = request(url, { method: 'POST', headers, agent: false, timeout: 10_000 }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => (text += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject).on('aborted', () => reject(new Error('The answer broke off.')))
    })
    sent.on('error', reject).on('timeout', () => sent.destroy(new Error('There is no answer.')))
    sent.end(JSON.stringify({ data: { type: 'nodes', attributes: { name } } }))
  })
}

async function startServer(worker: string, orders: ServerOrders): Promise<ChildProcess> {
  const child = spawn(process.execPath, [worker, JSON.stringify(orders)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as unknown[]
  if (String(first) !== 'listening') throw new Error('The server does not start.')
  return child
}
