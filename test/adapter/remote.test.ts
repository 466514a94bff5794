import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serve, type Served } from '../support/serve.js'

/** A request to the remote service, built step by step. The scope is a plain object. */
interface RemoteScope {
  readonly ids?: readonly string[]
  readonly city?: string
  readonly order?: readonly string[]
  readonly offset?: number
  readonly limit?: number
}

const STATIONS = [
  { key: 'a', title: 'Alpha', city: 'ber', temperature: 3.5 },
  { key: 'b', title: 'Beta', city: 'ber', temperature: -1 },
  { key: 'c', title: 'Gamma', city: 'ham', temperature: 8 },
]

const requests: string[] = []

/** The remote service, which does not know JSON:API. */
function remoteService(): Server {
  return createServer((request, response) => {
    requests.push(request.url ?? '')
    const { searchParams } = new URL(request.url ?? '/', 'http://remote')
    if (searchParams.has('fail')) {
      response.writeHead(503).end('down for maintenance at 10.1.2.3')
      return
    }
    const ids = searchParams.get('ids')?.split(',')
    const city = searchParams.get('city')
    const found = STATIONS.filter(
      (station) => (ids?.includes(station.key) ?? true) && (city === null || station.city === city),
    )
    const sorted =
      searchParams.get('order') === '-temperature'
        ? found.toSorted((a, b) => b.temperature - a.temperature)
        : found
    const offset = Number(searchParams.get('offset') ?? 0)
    const limit = Number(searchParams.get('limit') ?? sorted.length)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(sorted.slice(offset, offset + limit)))
  })
}

let remote: Server
let api: Served
const errors: unknown[] = []

beforeAll(async () => {
  remote = remoteService().listen(0, '127.0.0.1')
  await once(remote, 'listening')
  const { port } = remote.address() as AddressInfo

  class StationResource extends Resource {
    static {
      this.type('stations')
      this.useAdapter(NullAdapter)
      this.attribute('title', 'string')
      this.attribute('temperature', 'float')
      this.allowFilter('id', { type: 'string' }, (scope, value) => ({
        ...(scope as RemoteScope),
        ids: [value].flat(),
      }))
      this.allowFilter('city', { type: 'string' }, (scope, value) => ({
        ...(scope as RemoteScope),
        city: value,
      }))
      this.allowFilter('broken', { type: 'boolean' }, (scope) => ({ ...(scope as RemoteScope), fail: 1 }))
      this.sort((scope, attribute, direction) => {
        const { order = [] } = scope as RemoteScope
        return {
          ...(scope as RemoteScope),
          order: [...order, `${direction === 'desc' ? '-' : ''}${attribute}`],
        }
      })
      this.paginate((scope, page, size) => ({
        ...(scope as RemoteScope),
        offset: (page - 1) * size,
        limit: size,
      }))
    }

    override baseScope(): RemoteScope {
      return {}
    }

    override async resolve(scope: RemoteScope): Promise<object[]> {
      const { order, ids, ...others } = scope
      const search = new URLSearchParams(
        Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]),
      )
      if (ids) search.set('ids', ids.join(','))
      if (order?.[0] !== undefined) search.set('order', order[0])
      const response = await fetch(`http://127.0.0.1:${port}/stations?${search}`)
      if (!response.ok) throw new Error(`The weather service: ${response.status} ${await response.text()}`)
      const rows = (await response.json()) as typeof STATIONS
      return rows.map(({ key, title, city, temperature }) => ({ id: key, title, cityId: city, temperature }))
    }
  }

  class CityResource extends Resource {
    static {
      this.type('cities')
      this.useAdapter(NullAdapter)
      this.allowFilter('id', { type: 'string' }, (scope) => scope)
      this.sort((scope) => scope)
      this.paginate((scope) => scope)
      this.allowSideload('stations', {
        resource: StationResource,
        scope: (parents: readonly { id: string }[]): RemoteScope =>
          parents.length === 1 && parents[0] ? { city: parents[0].id } : {},
        assign: (parents: { id: string; stations: object[] }[], stations: readonly { cityId: string }[]) => {
          for (const parent of parents) {
            parent.stations = stations.filter(({ cityId }) => cityId === parent.id)
          }
        },
      })
    }
    override baseScope(): unknown {
      return []
    }
    override async resolve(): Promise<object[]> {
      return [{ id: 'ber' }, { id: 'ham' }]
    }
  }
  api = serve([StationResource, CityResource], { onError: (error) => errors.push(error) })
})
beforeEach(() => {
  requests.splice(0)
  errors.splice(0)
})
afterAll(async () => {
  remote.close()
  await once(remote, 'close')
})

describe('a resource on the Null adapter over a remote HTTP service', () => {
  test('a request to an API over a remote service becomes a single request to the service', async () => {
    const { status, body } = await api.get(
      '/stations?filter[city]=ber&sort=-temperature&page[size]=1&page[number]=2',
    )
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: [{ type: 'stations', id: 'b', attributes: { title: 'Beta', temperature: -1 } }] },
    })
    expect(requests).toEqual(['/stations?city=ber&offset=1&limit=1&order=-temperature'])
  })

  test('a record in a remote service is found by its id', async () => {
    expect((await api.get('/stations/c')).body).toMatchObject({
      data: { id: 'c', attributes: { title: 'Gamma' } },
    })
    expect((await api.get('/stations/z')).status).toBe(404)
    expect(requests).toEqual(['/stations?ids=c', '/stations?ids=z'])
  })

  test('a sideload for several parents sends one request to the remote service', async () => {
    const { body } = await api.get('/cities?include=stations')
    expect(
      (
        body as {
          data: readonly { id: string; relationships: { stations: { data: readonly { id: string }[] } } }[]
        }
      ).data.map(({ id, relationships }) => [id, relationships.stations.data.map((station) => station.id)]),
    ).toEqual([
      ['ber', ['a', 'b']],
      ['ham', ['c']],
    ])
    expect(requests).toEqual(['/stations?order=id'])
  })

  test('an error in a remote service results in a 500 without details, and the log contains the details', async () => {
    const { status, body } = await api.get('/stations?filter[broken]=true')
    expect({ status, tells: JSON.stringify(body).includes('10.1.2.3') }).toEqual({
      status: 500,
      tells: false,
    })
    expect(String(errors[0])).toBe('Error: The weather service: 503 down for maintenance at 10.1.2.3')
  })
})
