import { createApi, type OpenApiDocument } from '@jsonapi-gen/runtime'
import { beforeEach, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi as generated } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { seen } from './answers/observer.js'

const openapi = await generated.document()

/** The blog's document, in which the schema with the given name is replaced. */
function documentWith(name: string, schema: object): OpenApiDocument {
  const schemas = { ...(openapi.components?.['schemas'] as object), [name]: schema }
  return { ...openapi, components: { ...openapi.components, schemas } }
}

async function ask(document: OpenApiDocument | undefined, path: string, method = 'GET'): Promise<void> {
  const api = createApi({ registry, controllers, prefix: 'v1', ...(document && { openapi: document }) })
  await api.fetch(new Request(`http://blog.test/v1${path}`, { method }))
}

describe('support/answers (25.3): responses that the document does not describe are reported', () => {
  let before: { readonly answers: number; readonly errors: number }
  beforeEach(() => {
    before = { answers: seen.answers, errors: seen.errors }
  })

  test('a response that matches the OpenAPI document is not reported', async () => {
    for (const path of ['/', '/currencies', '/currencies/eur', '/nothing']) await ask(openapi, path)
    await ask(openapi, '/currencies/eur', 'HEAD')
    await ask(openapi, '/currencies', 'OPTIONS')
    await ask(openapi, '/openapi.json')
    expect([seen.answers - before.answers, seen.faults]).toEqual([5, []])
  })

  test('a response with a member outside its schema, and a response without a description, are reported', async () => {
    await ask(
      documentWith('currencies_resource', { properties: { type: { const: 'money' } } }),
      '/currencies',
    )
    const { '/currencies': _, ...paths } = openapi.paths
    await ask({ ...openapi, paths }, '/currencies')
    expect(seen.faults.splice(0).map((fault) => fault.split(' in {')[0])).toEqual([
      'http://blog.test/v1/currencies: currencies.index 200: data/data/0/type must be equal to constant',
      'http://blog.test/v1/currencies: GET /currencies 200 is not described',
    ])
  })

  test('an error that is not an error object is reported, even for an API without an OpenAPI document', async () => {
    await ask(documentWith('errors', { required: ['fault'] }), '/currencies?nosuch=1')
    await ask(undefined, '/nothing')
    expect([seen.answers - before.answers, seen.errors - before.errors]).toEqual([1, 1])
    expect(seen.faults.splice(0).map((fault) => fault.split(' in {')[0])).toEqual([
      "http://blog.test/v1/currencies?nosuch=1: currencies.index 400: data must have required property 'fault'",
    ])
  })
})
