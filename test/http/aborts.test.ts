import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Controller, createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { createClient } from '../support/clients.js'
import { dice, SEED } from '../support/dice.js'
import { databases } from '../support/databases.js'
import { adapterTo } from '../support/stores.js'
import { openConnections } from '../write/support/connections.js'
import { serveWrites } from '../write/support/serve.js'
import { typesResources } from '../write/support/types.js'
import { FRAMEWORKS, listening } from './support/frameworks.js'
import { closeEngine, noteUrl } from '../support/engine.js'
import { prismaAdapter } from '../support/facts.js'

describe.each(FRAMEWORKS)('http/aborts (14.4): a client that disconnects from %s', (_, start) => {
  test.each(['GET', 'POST'])(
    'if a client disconnects, the signal of its %s request is aborted',
    async (method) => {
      class Things extends Resource {
        static {
          this.type('things')
          this.useAdapter(NullAdapter)
        }
        override async create(): Promise<object> {
          return {}
        }
      }
      const signals: AbortSignal[] = []
      let begun = (): void => {}
      const began = new Promise<void>((resolve) => (begun = resolve))
      class ThingsController extends Controller {
        static {
          this.jsonapi(Things)
        }
        async index(): Promise<Response> {
          signals.push(this.request.signal)
          begun()
          if (!this.request.signal.aborted) await once(this.request.signal, 'abort')
          return this.renderNothing()
        }
        create(): Promise<Response> {
          return this.index()
        }
      }
      const api = createApi({
        registry: defineRegistry({ things: Things }),
        controllers: { things: ThingsController },
      })
      const { url, close } = await start(api)
      const client = new AbortController()
      const body = {
        body: JSON.stringify({ data: { type: 'things' } }),
        headers: { 'content-type': 'application/vnd.api+json' },
      }
      const asked = fetch(`${url}/things`, { method, signal: client.signal, ...(method === 'POST' && body) })
      await Promise.race([
        began,
        asked.then(async (answer) => Promise.reject(new Error(await answer.text()))),
      ])
      expect(signals.map(({ aborted }) => aborted)).toEqual([false])
      client.abort()
      await expect(asked).rejects.toThrow('abort')
      while (signals[0]?.aborted !== true) await sleep(5)
      await close()
    },
  )
})

// Hono's own server creates the requests that Hono receives.
describe.each(FRAMEWORKS.filter(([name]) => name !== 'Hono'))(
  'http/aborts (14.4): a client that sends several requests at once and disconnects from %s',
  (_, start) => {
    test('the signals of all its requests are aborted, and none of them reads', async () => {
      let reads = 0
      class Things extends Resource {
        static {
          this.type('things')
          this.useAdapter(NullAdapter)
        }
        override resolve(): Promise<object[]> {
          reads++
          return Promise.resolve([])
        }
      }
      const signals: AbortSignal[] = []
      let open = (): void => {}
      const opened = new Promise<void>((resolve) => (open = resolve))
      const ends: string[] = []
      class ThingsController extends Controller {
        static {
          this.jsonapi(Things)
        }
        async index(): Promise<Response> {
          signals.push(this.request.signal)
          await opened
          try {
            const answer = await this.renderJsonapi({})
            ends.push('read')
            return answer
          } catch (error) {
            ends.push('stopped')
            throw error
          }
        }
      }
      const api = createApi({
        registry: defineRegistry({ things: Things }),
        controllers: { things: ThingsController },
        onError: () => {},
      })
      const { url, close } = await start(api)
      const client = connect(Number(new URL(url).port), '127.0.0.1')
      client.write('GET /things HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(3))
      while (signals.length < 3) await sleep(5)
      expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false])
      client.destroy()
      while (signals.some(({ aborted }) => !aborted)) await sleep(5)
      open()
      while (ends.length < 3) await sleep(5)
      expect([ends, reads]).toEqual([['stopped', 'stopped', 'stopped'], 0])
      await close()
    })
  },
)

describe.each(databases)(
  'http/aborts (14.4): clients that disconnect at random moments, $name',
  (database) => {
    test('if clients disconnect at random moments, no write is partial, and every connection returns to the pool', async () => {
      const opened = await database.openTypes()
      const prisma = await createClient('types', database.name, adapterTo(database.name, opened.url, 3))
      noteUrl(prisma, opened)
      const { api } = serveWrites(typesResources(prismaAdapter(prisma)), { answerErrors: true })
      const { url, close } = await listening(createServer(express().use(toExpress(api))))
      const tree = (name: string) => ({
        data: {
          type: 'nodes',
          attributes: { name },
          relationships: {
            children: { data: [1, 2, 3].map((lid) => ({ type: 'nodes', lid: String(lid) })) },
          },
        },
        included: [1, 2, 3].map((lid) => ({
          type: 'nodes',
          lid: String(lid),
          attributes: { name: `of ${name}` },
        })),
      })
      const write = async (name: string, signal: AbortSignal | null): Promise<number> => {
        const headers = { 'content-type': 'application/vnd.api+json' }
        const answer = await fetch(`${url}/nodes`, {
          method: 'POST',
          headers,
          body: JSON.stringify(tree(name)),
          signal,
        })
        return answer.status
      }
      // The first writes take many times as long as later ones, so the last one shows the usual duration.
      let usual = 0
      for (const count of [1, 2, 3, 4, 5]) {
        const start = performance.now()
        expect(await write(`whole ${count}`, null)).toBe(201)
        usual = performance.now() - start
      }
      const chance = dice(SEED)
      const outcomes: string[] = []
      const worker = async (of: number): Promise<void> => {
        for (let count = 0; count < 10; count++) {
          const status = write(`tree ${of} ${count}`, AbortSignal.timeout(Math.ceil(chance.upTo(usual * 2))))
          outcomes.push(await status.then(String, () => 'gone'))
        }
      }
      await Promise.all([1, 2, 3].map(worker))
      const unexpected = outcomes.filter((outcome) => !['gone', '201', '409', '503'].includes(outcome))
      expect([unexpected, outcomes.includes('gone')]).toEqual([[], true])
      if (database.name !== 'sqlite') {
        while ((await openConnections(opened)).busy > 0) await sleep(20)
      }
      expect(await write('afterwards', null)).toBe(201)
      const roots = await opened.prisma.node.findMany({
        where: { parentId: null },
        include: { children: true },
      })
      expect(roots.filter(({ children }) => children.length !== 3)).toEqual([])
      expect(await opened.prisma.node.count()).toBe(roots.length * 4)
      await close()
      await closeEngine(prisma)
      await prisma.$disconnect()
      await opened.close()
    }, 120_000)
  },
)
