import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApi, defineRegistry, Resource } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import express, { Router } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../frameworks/support/exchange.js'
import { controllerOf } from '../support/serve.js'

class Size extends Resource {
  static {
    this.type('größen')
    this.useAdapter(NullAdapter)
    this.attribute('name', 'string')
    this.sort((scope) => scope)
    this.paginate((scope) => scope)
    this.allowFilter('id', {}, (scope, ids) =>
      (scope as { id: string }[]).filter(({ id }) => [ids].flat().includes(id)),
    )
  }
  override baseScope(): unknown {
    return ['a b', 'ä/b', 'a\\b', '%31'].map((id) => ({ id, name: id }))
  }
  override async resolve(scope: unknown): Promise<object[]> {
    return [...(scope as object[])]
  }
}

class Thing extends Size {
  static {
    this.type('things')
  }
}

const registry = defineRegistry({ größen: Size, things: Thing })
const controllers = { größen: controllerOf(Size), things: controllerOf(Thing) }
const PATH = '/gr%C3%B6%C3%9Fen'

/** Targets that a URL parser, but no router, treats as the path of a type below a prefix. */
const otherSpellings = (prefix: string, path: string): readonly string[] => [
  `${prefix}/./${path.slice(1)}`,
  `${prefix}/%2e${path}`,
  `${prefix}/x/..${path}`,
  `${prefix}/x/%2e%2e${path}`,
  `${prefix}/x/.%2E${path}`,
  `${prefix}/x\\..\\${path.slice(1)}`,
  `${prefix}/${path}`,
  `${prefix}${path}%2f1`,
  `http://x${prefix}/x/..${path}`,
  `http://x${prefix}/.${path}`,
]

async function listening(app: express.Express): Promise<Server> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

const originOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Returns the status of a request whose target is sent unchanged. `fetch` would normalize the target. */
async function statusAt(origin: string, target: string): Promise<number> {
  const text = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  return Number((await sendRaw(origin, text)).split(' ')[1])
}

describe('http/paths (15.14): path spellings', () => {
  let server: Server
  let origin: string

  beforeAll(async () => {
    const inner = Router().use('/v1', toExpress(createApi({ registry, controllers, prefix: '/api/v1' })))
    const app = express()
    app.use(`/api/v1${PATH}/locked`, (_request, response) => void response.status(403).end())
    app.use('/api', inner)
    server = await listening(app)
    origin = originOf(server)
  })
  afterAll(() => closed(server))

  const statusOf = (target: string): Promise<number> => statusAt(origin, target)

  test('a type in a path has a single spelling, even in a mounted router', async () => {
    expect(await statusOf(`/api/v1${PATH}`)).toBe(200)
    const others = [
      ...otherSpellings('/api/v1', PATH),
      `/api/v1\\${PATH.slice(1)}`,
      `/api/v1/../v1${PATH}`,
      `/api/v1/%67r%C3%B6%C3%9Fen`,
      '/api/v1/gr%c3%b6%c3%9fen',
      `/api/v1${PATH}/x/..`,
      `/api/%761${PATH}`,
      `/API/v1${PATH}`,
    ]
    const statuses = await Promise.all(
      others.map(async (target) => ({ target, status: await statusOf(target) })),
    )
    expect(statuses).toEqual(others.map((target) => ({ target, status: 404 })))
  })

  test('an id may be encoded in any way that keeps it in its segment', async () => {
    const ids = ['a%20b', '%61%20b', '%C3%A4%2Fb', '%c3%a4%2fb', 'a%5Cb', '%2531']
    const statuses = await Promise.all(ids.map((id) => statusOf(`/api/v1${PATH}/${id}`)))
    expect(statuses).toEqual(ids.map(() => 200))
    expect(await statusOf(`/api/v1${PATH}/a\\b`)).toBe(404)
  })

  test('an absolute request URL is routed by its path', async () => {
    expect(await statusOf(`http://other.example/api/v1${PATH}?page[size]=1`)).toBe(200)
    expect(await statusOf(`http:///api/v1${PATH}`)).toBe(200)
  })

  test('every link of a type with non-ASCII characters can be fetched (15.8)', async () => {
    const answer = await fetch(`${origin}/api/v1${PATH}`)
    const { data } = (await answer.json()) as { data: { id: string; links: { self: string } }[] }
    expect(data.map(({ links }) => links.self)).toContain(`${origin}/api/v1${PATH}/a%20b`)
    for (const { id, links } of data) {
      expect({ id, status: (await fetch(links.self)).status }).toEqual({ id, status: 200 })
    }
  })
})

describe('http/paths (16.1): middleware that guards a path', () => {
  let guarded: Server
  beforeAll(async () => {
    const app = express()
      .use('/things', (_request, response) => void response.status(403).send('guarded'))
      .use(toExpress(createApi({ registry, controllers })))
    guarded = await listening(app)
  })
  afterAll(() => closed(guarded))

  test.each(['/things', '/THINGS', '/things/1', '/things?x=/../', '/things/1/relationships/none'])(
    'middleware that guards a path sees requests to %s',
    async (target) => {
      expect(await statusAt(originOf(guarded), target)).toBe(403)
    },
  )

  test.each([...otherSpellings('', '/things'), '/%74hings', '/%74hings/1'])(
    'middleware that guards a path cannot be bypassed with %s',
    async (target) => {
      expect(await statusAt(originOf(guarded), target)).toBe(404)
    },
  )
})
