import { Resource } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { describe, expect, test } from 'vitest'
import { controllerOf, serve } from '../support/serve.js'

class Thing extends Resource {
  static {
    this.type('things')
    this.useAdapter(NullAdapter)
    this.sort((scope) => scope)
    this.paginate((scope) => scope)
    this.allowFilter('id', { type: 'string' }, (scope, id) =>
      (scope as { id: string }[]).filter((row) => row.id === id),
    )
    this.hasMany('parts', { resource: 'parts', foreignKey: 'thingId' })
  }
  override baseScope(): unknown {
    return [{ id: '1' }]
  }
  override async resolve(scope: unknown): Promise<object[]> {
    return [...(scope as object[])]
  }
}

class Part extends Thing {
  static {
    this.type('parts')
    this.actions('index')
  }
}

class Things extends controllerOf(Thing) {
  async update(): Promise<Response> {
    return Response.json({ action: this.actionName, id: this.params.id })
  }
}

const api = serve([Thing, Part], { controllers: { things: Things, parts: controllerOf(Part) } })
const error = (answer: unknown) => (answer as { body: { errors: unknown[] } }).body.errors[0]

describe('http/methods (15.5): paths and HTTP methods', () => {
  test.each([
    ['/'],
    [''],
    ['/nosuch'],
    ['/nosuch/1'],
    ['/things/'],
    ['//things'],
    ['/things//1'],
    ['/Things'],
    ['/things/1/parts/2'],
    ['/things/1/nosuch'],
    ['/things/1/relationships/nosuch'],
    ['/things/1/relations/parts'],
    ['/constructor'],
    ['/__proto__'],
    ['/toString/1'],
    ['/things/1/constructor'],
    ['/things/1/__proto__'],
    ['/things/%'],
    ['/things/%ff'],
    ['/parts/1'],
  ])('GET %s returns a 404 document', async (path) => {
    const answer = await api.get(path)
    expect(answer).toMatchObject({ status: 404, body: { jsonapi: { version: '1.1' } } })
    expect(error(answer)).toMatchObject({ status: '404', code: 'not_found', title: 'Not found' })
    expect(answer.headers.get('vary')).toBe('Accept')
  })

  test.each([
    ['POST', '/things', 'GET, HEAD, OPTIONS'],
    ['PUT', '/things', 'GET, HEAD, OPTIONS'],
    ['TRACED', '/things/1', 'GET, HEAD, PATCH, OPTIONS'],
    ['DELETE', '/things/1', 'GET, HEAD, PATCH, OPTIONS'],
    ['PATCH', '/parts', 'GET, HEAD, OPTIONS'],
    ['QUERY', '/parts', 'GET, HEAD, OPTIONS'],
  ])('%s %s returns 405 with Allow: %s', async (method, path, allow) => {
    const answer = await api.fetch(path, { method })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(error(answer)).toEqual({
      status: '405',
      code: 'method_not_allowed',
      title: 'Method not allowed',
      detail: `This path does not support ${method}. It supports ${allow}.`,
    })
  })

  test.each([
    ['/things', 'GET, HEAD, OPTIONS'],
    ['/things/1', 'GET, HEAD, PATCH, OPTIONS'],
    ['/things/999', 'GET, HEAD, PATCH, OPTIONS'],
    ['/things/1/parts', 'GET, HEAD, OPTIONS'],
    ['/things/1/relationships/parts', 'GET, HEAD, PATCH, POST, DELETE, OPTIONS'],
    ['/parts', 'GET, HEAD, OPTIONS'],
  ])('OPTIONS %s returns 204 with Allow: %s', async (path, allow) => {
    const answer = await api.fetch(path, { method: 'OPTIONS', headers: { accept: 'text/html' } })
    expect([answer.status, answer.body, answer.headers.get('allow'), answer.headers.get('vary')]).toEqual([
      204,
      undefined,
      allow,
      'Accept',
    ])
  })

  test.each(['/nosuch', '/parts/1', '/things/1/nosuch', '/things/1/parts/2'])(
    'OPTIONS %s returns 404, because the path does not exist',
    async (path) => {
      expect((await api.fetch(path, { method: 'OPTIONS' })).status).toBe(404)
    },
  )

  test.each(['/things', '/things/1', '/things/2', '/nosuch', '/things?filter[x]=1'])(
    'HEAD %s returns the headers and length of GET without the body',
    async (path) => {
      const get = await api.get(path)
      const head = await api.fetch(path, { method: 'HEAD' })
      const length = String(Buffer.byteLength(JSON.stringify(get.body)))
      expect({ status: head.status, headers: Object.fromEntries(head.headers), body: head.body }).toEqual({
        status: get.status,
        headers: { ...Object.fromEntries(get.headers), 'content-length': length },
        body: undefined,
      })
    },
  )

  test('X-HTTP-Method-Override is accepted only in a POST, and only with the value PATCH', async () => {
    const override = (method: string, value: string) =>
      api.fetch('/things/1', { method, headers: { 'x-http-method-override': value } })
    expect(await override('POST', 'PATCH')).toMatchObject({
      status: 200,
      body: { action: 'update', id: '1' },
    })
    expect(await override('POST', 'patch')).toMatchObject({ status: 200, body: { action: 'update' } })
    expect(await override('POST', 'DELETE')).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'invalid_parameter', source: { header: 'X-HTTP-Method-Override' } }] },
    })
    expect((await override('GET', 'PATCH')).body).toHaveProperty('data')
  })
})
