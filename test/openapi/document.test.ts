import { join } from 'node:path'
import { createApi, type OpenApiDocument, withSecurity } from '@jsonapi-gen/runtime'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { contractOf, loadSchema, openApiOf } from 'jsonapi-gen'
import { describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { api as blog } from '../../examples/blog/src/api/routes/index.js'
import { openapi as saas } from '../../examples/saas/src/api/generated/openapi.gen.js'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { operationsOf } from './support/described.js'

async function documentOf(yaml: string): Promise<OpenApiDocument> {
  const folder = await folderWith({ 'schema.yaml': yaml })
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return JSON.parse(JSON.stringify(openApiOf(contractOf(loaded.schema)))) as OpenApiDocument
}

/** An API of many things that the examples have not: keys of two columns, columns of other names, guards, what is hidden. */
const SHOP = `
resources:
  items:
    id: [shopId, code]
    attributes:
      code: { type: string, maxLength: 9, pattern: "^[A-Z]+$" }
      label: { type: string, column: text_of_label }
      cost: { type: decimal, readable: isBuyer }
      secret: { type: string, readable: false, writable: false }
      password: { type: string, readable: false }
      tags: { type: "string[]" }
      size: { enum: [s, m] }
    filters: { id: , label: , cost: , secret: , size: , shop.name: { required: true } }
    stats: { cost: [sum], secret: [count] }
    actions: { index: true, show: isBuyer, create: true, update: false, destroy: false }
    sideloads:
      shop: { kind: belongsTo, resource: shops, foreignKey: shopId }
      buyer: { kind: belongsTo, resource: people, foreignKey: buyerId, readable: false }
      place:
        kind: polymorphicBelongsTo
        groupBy: placeType
        groups: { Shop: { resource: shops, foreignKey: placeId }, Person: { resource: people, foreignKey: placeId } }
  shops:
    id: uuid
    clientIds: required
    attributes: { name: string, opened: date? }
    sideloads:
      items: { kind: hasMany, resource: items, foreignKey: shopId, writable: isBuyer }
  people:
    id: string
    attributes: { name: string }
    actions: { index: false, show: false, create: false, update: false, destroy: false }
`

describe('openapi/document (25.3)', () => {
  test.each([
    ['the blog', openapi],
    ['saas', saas],
  ])(
    "%s is clean under all of spectral's rules for OpenAPI",
    async (title, document) => {
      const spectral = new spectralCore.Spectral()
      spectral.setRuleset({ extends: [[spectralRulesets.oas as RulesetDefinition, 'all']] })
      const license = { name: 'MIT', url: 'https://opensource.org/license/mit' }
      const contact = { name: 'us', url: 'https://example.org', email: 'us@example.org' }
      const info = { ...document.info, title, license, contact }
      const found = await spectral.run(JSON.parse(JSON.stringify({ ...document, info })))
      expect(found.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`)).toEqual([])
    },
    60_000,
  )

  test('it is deterministic, and the command line prints it', async () => {
    const { code, stdout } = await jsonapiGenHere(['openapi', '--schema', 'schema.example.yaml'], at('.'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(openapi)
    expect(await documentOf(SHOP)).toEqual(await documentOf(SHOP))
  })

  test('what nobody may see or do is not in it, and what some may is marked with their guards', async () => {
    const document = await documentOf(SHOP)
    const text = JSON.stringify(document)
    expect(
      ['secret', 'buyerId', 'text_of_label', 'placeType', '"/people'].filter((name) => text.includes(name)),
    ).toEqual([])
    const operations = operationsOf(document).map(({ operationId }) => operationId)
    expect(operations).toEqual([
      'root',
      'operations',
      'items.index',
      'items.create',
      'items.show',
      'items.shop.related',
      'items.shop.linkage',
      'shops.index',
      'shops.create',
      'shops.show',
      'shops.update',
      'shops.destroy',
      'shops.items.related',
      'shops.items.linkage',
      'shops.items.replace',
      'shops.items.add',
      'shops.items.remove',
    ])
    const marked = operationsOf(document).flatMap(({ operationId, parameters, ...rest }) => [
      ...('x-guard' in rest ? [`${operationId} ${String(rest['x-guard'])}`] : []),
      ...parameters.flatMap((each) =>
        each['x-guard'] && operationId === 'items.index'
          ? [`${operationId} ${each.name} ${String(each['x-guard'])}`]
          : [],
      ),
    ])
    expect(marked).toEqual([
      'items.index filter[cost] isBuyer',
      'items.index filter[cost][not_eq] isBuyer',
      'items.index filter[cost][gt] isBuyer',
      'items.index filter[cost][not_gt] isBuyer',
      'items.index filter[cost][gte] isBuyer',
      'items.index filter[cost][not_gte] isBuyer',
      'items.index filter[cost][lt] isBuyer',
      'items.index filter[cost][not_lt] isBuyer',
      'items.index filter[cost][lte] isBuyer',
      'items.index filter[cost][not_lte] isBuyer',
      'items.index extra_stats[cost] isBuyer',
      'items.index stats[cost] isBuyer',
      'items.show isBuyer',
      'items.shop.related isBuyer',
      'items.shop.linkage isBuyer',
      'shops.items.replace isBuyer',
      'shops.items.add isBuyer',
      'shops.items.remove isBuyer',
    ])
    const schemas = document.components?.['schemas'] as Record<string, { properties: Record<string, object> }>
    expect(schemas['items.resource']?.properties['id']).toEqual({
      type: 'string',
      description: 'The values of shopId, code, with ~ between.',
    })
    const [required] = operationsOf(document)
      .filter(({ operationId }) => operationId === 'items.index')
      .flatMap(({ parameters }) => parameters.filter((each) => each.required))
    expect(required).toMatchObject({ name: 'filter[shop.name]', required: true })
    const [included] = operationsOf(document)
      .filter(({ operationId }) => operationId === 'shops.show')
      .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'filter[items][label][prefix]'))
    expect(included).toMatchObject({ 'x-requires': 'include=items' })
  })

  test('include paths are named, the shallowest first, and are a pattern behind the hundredth', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `r${index}`)
    const sideloads = names.map(
      (name) => `      ${name}: { kind: belongsTo, resource: nodes, foreignKey: ${name}Id }\n`,
    )
    const document = await documentOf(
      `resources:\n  nodes:\n    attributes: { name: string }\n    sideloads:\n${sideloads.join('')}`,
    )
    const [index] = operationsOf(document).filter(({ operationId }) => operationId === 'nodes.index')
    const include = index?.parameters.find(({ name }) => name === 'include')
    const [named, pattern] = include?.schema.items?.anyOf ?? []
    expect(named?.enum).toHaveLength(100)
    expect(named?.enum?.slice(0, 8)).toEqual([...names, 'r0.r0', 'r0.r1'])
    expect('r0.r5.r3').toMatch(new RegExp(pattern?.pattern ?? 'nothing'))
  })
})

describe('openapi/document (25.4): an API serves it', () => {
  const ask = async (path: string, options: object = {}, init: RequestInit = {}) => {
    const served = createApi({ registry, controllers, openapi, ...options })
    const response = await served.fetch(new Request(`http://blog.test${path}`, init))
    const text = await response.text()
    return { response, body: text === '' ? undefined : JSON.parse(text) }
  }

  test('at /openapi.json, with what this API serves', async () => {
    const { response, body } = await ask('/openapi.json')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    const { '/operations': operations, ...paths } = openapi.paths
    expect(operations).toBeDefined()
    expect(body).toEqual({ ...openapi, paths })
    const behind = await ask('/api/v1/openapi.json', { prefix: '/api/v1', operations: true })
    expect(behind.body).toEqual({ ...openapi, servers: [{ url: '/api/v1' }] })
    const strict = await ask('/openapi.json', { strict: true })
    const namesIn = (document: OpenApiDocument) =>
      JSON.stringify(document).match(/"name":"(?:extra_)?stats\[total\]"/g)
    expect(new Set(namesIn(strict.body))).toEqual(new Set(['"name":"extra_stats[total]"']))
    expect(JSON.stringify(strict.body)).not.toContain('posts.stats.total')
  })

  test('the root lists the collections, and documents lead to the description', async () => {
    const { body } = await ask('/api/', { prefix: 'api', baseUrl: 'https://blog.example' })
    expect(body).toEqual({
      jsonapi: { version: '1.1' },
      links: { self: 'https://blog.example/api/', describedby: 'https://blog.example/api/openapi.json' },
      meta: {
        collections: Object.fromEntries(
          [...registry.keys()].map((type) => [type, `https://blog.example/api/${type}`]),
        ),
      },
    })
    const documents = await Promise.all(['/currencies', '/currencies/eur'].map((path) => ask(path)))
    expect(documents.map(({ body: document }) => document.links.describedby)).toEqual(
      documents.map(() => 'http://blog.test/openapi.json'),
    )
    const without = await createApi({ registry, controllers }).fetch(
      new Request('http://blog.test/currencies'),
    )
    expect(JSON.stringify(await without.json())).not.toContain('describedby')
  })

  test('other methods are a 405, OPTIONS names GET, and without a document there is nothing', async () => {
    for (const path of ['/', '/openapi.json']) {
      const options = await ask(path, {}, { method: 'OPTIONS' })
      expect([options.response.status, options.response.headers.get('allow')]).toEqual([
        204,
        'GET, HEAD, OPTIONS',
      ])
      expect((await ask(path, {}, { method: 'POST' })).response.status).toBe(405)
      const head = await ask(path, {}, { method: 'HEAD' })
      expect([head.response.status, head.body]).toEqual([200, undefined])
      const none = createApi({ registry, controllers })
      expect((await none.fetch(new Request(`http://blog.test${path}`))).status).toBe(404)
    }
    expect(
      (await ask('/', {}, { headers: { accept: 'application/vnd.api+json;charset=utf-8' } })).response.status,
    ).toBe(406)
  })

  test('with the security schemes of the application', async () => {
    const schemes = {
      token: { type: 'http', scheme: 'bearer' },
      session: { type: 'apiKey', in: 'cookie', name: 's' },
    }
    const secured = withSecurity(openapi, schemes)
    expect([secured['security'], secured.components?.['securitySchemes']]).toEqual([
      [{ token: [] }, { session: [] }],
      schemes,
    ])
    expect(withSecurity(secured, {}, [{ token: [], session: [] }])).toMatchObject({
      security: [{ token: [], session: [] }],
      components: { securitySchemes: schemes },
    })
    expect(openapi.components).not.toHaveProperty('securitySchemes')
    const response = await blog.fetch(new Request('http://blog.test/openapi.json'))
    expect(await response.json()).toMatchObject({ info: { title: 'The blog' } })
  })
})
