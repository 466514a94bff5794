import type { ControllerClass } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../support/databases.js'
import { adapterResource } from '../support/people.js'
import { type Answer, controllerOf, serve, type Served } from '../support/serve.js'
import { seededPeople } from '../support/seeded-people.js'
import { ids } from '../sideload/support.js'
import { narrowed } from '../support/scopes.js'

const TYPE = 'application/vnd.api+json'

/** The request may reach the nodes 2, 3 and 4. Node 1 is their root, and 5 and 6 form a separate tree. */
describe.each(databases)('http/related-scope: recordScope on $name', (database) => {
  const people = seededPeople(database)
  let api: Served
  let before: readonly object[]

  const nodes = (condition: object) =>
    narrowed(people.adapter.all(adapterResource('nodes', 'Node')), condition)
  const mine = () => nodes({ id: { in: [2, 3, 4] } })
  const rows = (): Promise<readonly object[]> => people.prisma.node.findMany({ orderBy: { id: 'asc' } })
  const send = (method: string, path: string, data?: unknown): Promise<Answer> =>
    api.fetch(path, {
      method,
      headers: { 'content-type': TYPE, accept: TYPE },
      ...(data !== undefined && { body: JSON.stringify({ data }) }),
    })
  const node = (id: number) => ({ type: 'nodes', id: String(id) })

  /** A controller that overrides only this operation, and keeps everything else as it is generated. */
  const narrowing = (): ControllerClass =>
    class extends controllerOf(people.resources.nodes) {
      override recordScope(): unknown {
        return mine()
      }
      async show(): Promise<Response> {
        return this.renderJsonapi(this.recordScope(), { id: this.params.id })
      }
      async update(): Promise<Response> {
        const [record, success] = await this.jsonapiUpdate()
        return success ? this.renderJsonapi(record, { scope: false }) : this.renderErrorsFor(record)
      }
      async destroy(): Promise<Response> {
        await this.jsonapiDestroy()
        return this.renderNothing()
      }
    }

  beforeEach(async () => {
    api = serve(people.resources.all, { controllers: { ...people.api.controllers, nodes: narrowing() } })
    before = await rows()
  })

  test.each([
    ['GET', '/nodes/1'],
    ['GET', '/nodes/1/children'],
    ['GET', '/nodes/1/parent'],
    ['GET', '/nodes/1/relationships/children'],
    ['GET', '/nodes/1/relationships/children?include=children'],
    ['PATCH', '/nodes/1', { ...node(1), attributes: { name: 'Taken' } }],
    ['PATCH', '/nodes/1/relationships/parent', node(5)],
    ['PATCH', '/nodes/1/relationships/children', []],
    ['POST', '/nodes/1/relationships/children', [node(5)]],
    ['DELETE', '/nodes/1/relationships/children', [node(2)]],
    ['DELETE', '/nodes/1'],
  ])(
    '%s %s returns 404 for a record outside the scope, and changes nothing',
    async (method, path, data?: unknown) => {
      const { status, body } = await send(method, path, data)
      expect({
        status,
        codes: (body as { errors?: { code: string }[] }).errors?.map(({ code }) => code),
      }).toEqual({
        status: 404,
        codes: ['record_not_found'],
      })
      expect(await rows()).toEqual(before)
    },
  )

  test('every URL of a record inside the scope returns a response', async () => {
    expect((await send('GET', '/nodes/2')).status).toBe(200)
    expect(ids((await send('GET', '/nodes/2/children')).body)).toEqual([4])
    expect((await send('GET', '/nodes/2/relationships/parent')).body).toMatchObject({ data: node(1) })
    expect((await send('DELETE', '/nodes/2/relationships/children', [node(4)])).status).toBe(204)
    expect((await send('POST', '/nodes/3/relationships/children', [node(4)])).status).toBe(204)
    expect((await send('PATCH', '/nodes/4/relationships/parent', node(2))).status).toBe(204)
    expect((await send('PATCH', '/nodes/2', { ...node(2), attributes: { name: 'Node 2' } })).status).toBe(200)
    expect(await rows()).toEqual(before)
  })

  test('a scope that is passed to the call overrides recordScope', async () => {
    class Others extends narrowing() {
      async update(): Promise<Response> {
        const scope = nodes({ id: 5 })
        const [record, success] = await this.jsonapiUpdate({ scope })
        return success ? this.renderJsonapi(record, { scope: false }) : this.renderErrorsFor(record)
      }
    }
    api = serve(people.resources.all, { controllers: { ...people.api.controllers, nodes: Others } })
    const rename = (id: number) =>
      send('PATCH', `/nodes/${id}`, { ...node(id), attributes: { name: `Node ${id}` } })
    expect([(await rename(2)).status, (await rename(5)).status]).toEqual([404, 200])
  })

  test("without an override, recordScope contains all records of the resource's baseScope", async () => {
    const seen: unknown[] = []
    class Seen extends people.resources.nodes {
      override baseScope(context?: object): unknown {
        seen.push(context?.constructor.name)
        return mine()
      }
    }
    class Nodes extends controllerOf(Seen) {
      async show(): Promise<Response> {
        return this.renderJsonapi(this.recordScope(), { id: this.params.id })
      }
    }
    api = serve([...people.resources.all.filter((one) => one !== people.resources.nodes), Seen], {
      controllers: { ...people.api.controllers, nodes: Nodes },
    })
    expect((await send('GET', '/nodes/1')).status).toBe(404)
    expect((await send('GET', '/nodes/2')).status).toBe(200)
    expect(seen).toEqual(['Nodes', 'Nodes'])
  })
})
