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
  }
  override baseScope(): unknown {
    return []
  }
  override async resolve(): Promise<object[]> {
    return []
  }
}

class Things extends controllerOf(Thing) {
  async create(): Promise<Response> {
    return Response.json({ body: this.body ?? null })
  }
  async update(): Promise<Response> {
    return this.create()
  }
  async destroy(): Promise<Response> {
    return this.renderNothing()
  }
}

const api = serve([Thing], { controllers: { things: Things } })
const TYPE = 'application/vnd.api+json'

describe('http/negotiation (15.1): the Accept header', () => {
  test.each([
    [undefined],
    [''],
    ['*/*'],
    ['application/*'],
    [TYPE],
    ['APPLICATION/VND.API+JSON'],
    [`${TYPE};q=0.8`],
    [`${TYPE}; q=0.8`],
    [`${TYPE};profile="http://a/b,c;d"`],
    [`${TYPE}; profile="http://a http://b"; q=0.5`],
    [`${TYPE};charset=utf-8, ${TYPE}`],
    [`text/html, ${TYPE};profile="x\\",y";q=0.1`],
    ['text/html, */*;q=0.1'],
    [`${TYPE};`],
  ])('the Accept header %s is accepted', async (accept) => {
    const { status, headers } = await api.get('/things', accept === undefined ? {} : { accept })
    expect({ status, type: headers.get('content-type'), vary: headers.get('vary') }).toEqual({
      status: 200,
      type: TYPE,
      vary: 'Accept',
    })
  })

  test.each([
    ['text/html'],
    ['application/json'],
    [`${TYPE};charset=utf-8`],
    [`${TYPE};ext="https://jsonapi.org/ext/atomic"`],
    [`${TYPE};ext=https://jsonapi.org/ext/atomic`],
    [`${TYPE};EXT="x"`],
    [`${TYPE};foo=bar, ${TYPE};charset=utf-8`],
    [`${TYPE};charset=utf-8, */*`],
    [`${TYPE};q=0`],
    [`${TYPE};q=0.000`],
    [`${TYPE};q=0, */*`],
    ['*/*;q=0'],
    ['application/*;q=0, */*'],
  ])('the Accept header %s returns 406', async (accept) => {
    const answer = await api.get('/things', { accept })
    expect(answer).toMatchObject({
      status: 406,
      body: {
        jsonapi: { version: '1.1' },
        errors: [
          { status: '406', code: 'not_acceptable', title: 'Not acceptable', source: { header: 'Accept' } },
        ],
      },
    })
    expect([answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([TYPE, 'Accept'])
  })
})

describe('http/negotiation (15.1): the Content-Type header', () => {
  const post = (type: string | undefined, method = 'POST', body: string | null = '{"data":null}') =>
    api.fetch(method === 'POST' ? '/things' : '/things/1', {
      method,
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    })

  test.each([
    [TYPE],
    [`${TYPE};profile="http://a/b,c;d"`],
    [`${TYPE}; profile=x`],
    ['Application/Vnd.Api+Json'],
  ])('the Content-Type %s is accepted', async (type) => {
    expect(await post(type)).toMatchObject({ status: 200, body: { body: { data: null } } })
    expect(await post(type, 'PATCH')).toMatchObject({ status: 200, body: { body: { data: null } } })
  })

  test.each([
    [undefined],
    ['application/json'],
    ['text/plain'],
    [`${TYPE};charset=utf-8`],
    [`${TYPE};q=1`],
    [`${TYPE};ext="https://jsonapi.org/ext/atomic"`],
    [`${TYPE}, ${TYPE}`],
    [`x${TYPE}`],
  ])('the Content-Type %s returns 415', async (type) => {
    const answer = await post(type)
    expect(answer).toMatchObject({
      status: 415,
      body: {
        errors: [{ status: '415', code: 'unsupported_media_type', source: { header: 'Content-Type' } }],
      },
    })
    expect(answer.headers.get('vary')).toBe('Accept')
  })

  test('a request without a body needs no Content-Type, and a body in a DELETE is ignored', async () => {
    expect(await post(undefined, 'POST', null)).toMatchObject({ status: 200, body: { body: null } })
    expect(await post('text/plain', 'DELETE')).toMatchObject({ status: 204, body: undefined })
    expect(await post(TYPE, 'DELETE')).toMatchObject({ status: 204 })
  })
})
