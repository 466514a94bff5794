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

const registry = defineRegistry({ größen: Size })
const controllers = { größen: controllerOf(Size) }
const PATH = '/gr%C3%B6%C3%9Fen'

describe('http/paths (15.14)', () => {
  let server: Server
  let origin: string

  beforeAll(async () => {
    const inner = Router().use('/v1', toExpress(createApi({ registry, controllers, prefix: '/api/v1' })))
    const app = express()
    app.use(`/api/v1${PATH}/locked`, (_request, response) => void response.status(403).end())
    app.use('/api', inner)
    server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  const statusOf = async (target: string): Promise<number> => {
    const text = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    return Number((await sendRaw(origin, text)).split(' ')[1])
  }

  test('a type has one spelling, also below the routers that it is mounted in', async () => {
    expect(await statusOf(`/api/v1${PATH}`)).toBe(200)
    const others = [
      `/api/v1/../v1${PATH}`,
      `/api/v1/./${PATH.slice(1)}`,
      `/api/v1/x/..${PATH}`,
      `/api/v1/x/%2E.${PATH}`,
      `/api/v1/%67r%C3%B6%C3%9Fen`,
      '/api/v1/gr%c3%b6%c3%9fen',
      `/api/v1\\${PATH.slice(1)}`,
      `/api/v1${PATH}/x/..`,
      `/api/%761${PATH}`,
      `/API/v1${PATH}`,
      `http://x/api/v1/x/..${PATH}`,
    ]
    const statuses = await Promise.all(
      others.map(async (target) => ({ target, status: await statusOf(target) })),
    )
    expect(statuses).toEqual(others.map((target) => ({ target, status: 404 })))
  })

  test('an id has any spelling that keeps it in its segment', async () => {
    const ids = ['a%20b', '%61%20b', '%C3%A4%2Fb', '%c3%a4%2fb', 'a%5Cb', '%2531']
    const statuses = await Promise.all(ids.map((id) => statusOf(`/api/v1${PATH}/${id}`)))
    expect(statuses).toEqual(ids.map(() => 200))
    expect(await statusOf(`/api/v1${PATH}/a\\b`)).toBe(404)
  })

  test('a target that is an address is routed by its path', async () => {
    expect(await statusOf(`http://other.example/api/v1${PATH}?page[size]=1`)).toBe(200)
    expect(await statusOf(`http:///api/v1${PATH}`)).toBe(200)
  })

  test('every link of a type outside of ASCII can be fetched (15.8)', async () => {
    const answer = await fetch(`${origin}/api/v1${PATH}`)
    const { data } = (await answer.json()) as { data: { id: string; links: { self: string } }[] }
    expect(data.map(({ links }) => links.self)).toContain(`${origin}/api/v1${PATH}/a%20b`)
    for (const { id, links } of data) {
      expect({ id, status: (await fetch(links.self)).status }).toEqual({ id, status: 200 })
    }
  })
})
