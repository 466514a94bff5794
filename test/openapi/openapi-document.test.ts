import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApi, type OpenApiDocument } from '@jsonapi-gen/runtime'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import { openApiFrom, type OpenApiOptions, withSecurity } from '@jsonapi-gen/openapi'
import { type Contract, contractOf, loadSchema, openApiOf } from 'jsonapi-gen'
import { describe, expect, test } from 'vitest'
import contract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi as generated } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { api as blog } from '../../examples/blog/src/api/routes/index.js'
import { openapi as generatedSaas } from '../../examples/saas/src/api/generated/openapi.gen.js'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { oneIn } from '../support/sample.js'
import { operationsOf } from './support/described.js'

const [openapi, saas] = await Promise.all([generated.document(), generatedSaas.document()])
const full = openApiOf(contract as unknown as Contract, { full: true }) as unknown as OpenApiDocument

async function documentOf(yaml: string, options: OpenApiOptions = {}): Promise<OpenApiDocument> {
  const folder = await folderWith({ 'schema.yaml': yaml })
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  return JSON.parse(JSON.stringify(openApiOf(contractOf(loaded.schema), options))) as OpenApiDocument
}

/** The parts of a body's schema that the tests read. */
interface RecordSchema {
  readonly properties: {
    readonly data: {
      readonly required: readonly string[]
      readonly properties: Readonly<Record<string, object>>
      readonly allOf?: readonly object[]
    }
  }
}

/** The parts of a write operation that the tests read. */
interface Writing {
  readonly responses: Readonly<
    Record<string, { readonly headers?: Readonly<Record<string, { $ref: string }>> }>
  >
}

/** An API with features that the examples lack: keys of two columns, renamed columns, guards and hidden fields. */
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

describe('openapi/document (25.3): the OpenAPI document', () => {
  // Each document takes ten seconds.
  test.each(
    oneIn(2, [
      ['the blog', openapi],
      ['saas', saas],
    ] as const),
  )(
    '%s passes all OpenAPI rules of spectral, except those that require names to be repeated',
    async (title, document) => {
      const spectral = new spectralCore.Spectral()
      spectral.setRuleset({
        extends: [[spectralRulesets.oas as RulesetDefinition, 'all']],
        rules: {
          'oas3-parameter-description': 'off',
          'operation-description': 'off',
          'tag-description': 'off',
        },
      })
      const license = { name: 'MIT', url: 'https://opensource.org/license/mit' }
      const contact = { name: 'us', url: 'https://example.org', email: 'us@example.org' }
      const info = { ...document.info, title, license, contact }
      const found = await spectral.run(JSON.parse(JSON.stringify({ ...document, info })))
      expect(found.map(({ code, path, message }) => `${code} ${path.join('/')} ${message}`)).toEqual([])
    },
    60_000,
  )

  test('the OpenAPI document is deterministic, and the command line prints the same document', async () => {
    const { code, stdout } = await jsonapiGenHere(['openapi', '--schema', 'schema.example.yaml'], at('.'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual(openapi)
    const spelled = await jsonapiGenHere(['openapi', '--full', '--schema', 'schema.example.yaml'], at('.'))
    expect(JSON.parse(spelled.stdout)).toEqual(full)
    expect(await documentOf(SHOP)).toEqual(await documentOf(SHOP))
  })

  test('the OpenAPI document omits everything that nobody may see or do, and names the guards of everything else', async () => {
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
      'items.index filter[cost][gt] isBuyer',
      'items.index filter[cost][gte] isBuyer',
      'items.index filter[cost][lt] isBuyer',
      'items.index filter[cost][lte] isBuyer',
      'items.index extra_stats[cost] isBuyer',
      'items.show isBuyer',
      'items.shop.related isBuyer',
      'items.shop.linkage isBuyer',
    ])
    const schemas = document.components?.['schemas'] as Record<string, { properties: Record<string, object> }>
    expect(schemas['items_resource']?.properties['id']).toEqual({
      type: 'string',
      description: 'The values of shopId, code, separated by ~.',
    })
    const [included] = operationsOf(await documentOf(SHOP, { full: true }))
      .filter(({ operationId }) => operationId === 'shops.show')
      .flatMap(({ parameters }) => parameters.filter(({ name }) => name === 'filter[items][label][prefix]'))
    expect(included).toMatchObject({ 'x-requires': 'include=items' })
  })

  test('a required filter with one spelling is a required parameter, and a filter with several spellings requires any one of them', async () => {
    const document = await documentOf(`
resources:
  rows:
    attributes: { tenant: string, year: integer, name: string }
    filters:
      tenant: { operators: [eq], required: true }
      year: { operators: [eq, gt], required: true }
      name: { operators: [eq], aliases: [called], required: true }
      mine: { type: boolean, custom: true, required: true, if: isMember }
    sideloads: { rows: { kind: hasMany, resource: rows, foreignKey: rowId } }
`)
    const marksOf = (id: string): readonly unknown[] =>
      operationsOf(document)
        .filter(({ operationId }) => operationId === id)
        .flatMap(({ parameters }) => parameters)
        .filter((each) => each.required === true || each['x-required'] !== undefined)
        .map((each) => `${each.name} ${each.required ?? each['x-required']}`)
        .toSorted()
    const included = [
      'filter[rows][name] filter[rows][name]',
      'filter[rows][tenant] filter[rows][tenant]',
      'filter[rows][year] filter[rows][year]',
      'filter[rows][year][gt] filter[rows][year]',
    ]
    const own = [
      'filter[name] filter[name]',
      'filter[tenant] true',
      'filter[year] filter[year]',
      'filter[year][gt] filter[year]',
    ]
    expect(marksOf('rows.index')).toEqual([...own, ...included].toSorted())
    expect(marksOf('rows.show')).toEqual([...included, 'id true'])
  })

  const parameterOf = (document: OpenApiDocument, id: string, name: string) =>
    operationsOf(document)
      .find(({ operationId }) => operationId === id)
      ?.parameters.find((each) => each.name === name)

  test('a field that only some users may read lists its guards, and so does a sort (25.3)', async () => {
    const document = await documentOf(`
resources:
  vets:
    attributes: { name: string, pay: { type: integer, readable: isVet } }
    sideloads:
      boss: { kind: belongsTo, resource: vets, foreignKey: bossId, readable: isVet }
      mate: { kind: belongsTo, resource: vets, foreignKey: mateId }
`)
    const marks = ['fields[vets]', 'sort'].map(
      (name) => parameterOf(document, 'vets.index', name)?.['x-guards'],
    )
    expect(marks[0]).toEqual({ boss: ['isVet'], pay: ['isVet'] })
    expect(marks[1]).toMatchObject({ pay: ['isVet'] })
  })

  test('an include path whose records require a filter that has no parameter is omitted (25.3)', async () => {
    const document = await documentOf(`
resources:
  pets:
    attributes: { name: string }
    sideloads:
      owner: { kind: belongsTo, resource: owners, foreignKey: ownerId }
      keeper:
        kind: polymorphicBelongsTo
        groupBy: keeperType
        groups: { Owner: { resource: owners, foreignKey: keeperId }, Bill: { resource: invoices, foreignKey: keeperId } }
  owners:
    attributes: { name: string }
    sideloads:
      invoices: { kind: hasMany, resource: invoices, foreignKey: ownerId }
      pets: { kind: hasMany, resource: pets, foreignKey: ownerId }
  invoices:
    attributes: { clinic: integer }
    filters: { clinic: { operators: [eq], required: true } }
    sideloads: { owner: { kind: belongsTo, resource: owners, foreignKey: ownerId } }
`)
    const pathsOf = (id: string): readonly string[] | undefined => {
      const { items } = parameterOf(document, id, 'include')?.schema ?? {}
      return (items?.anyOf?.[0] ?? items)?.enum?.filter((path) => path.split('.').length < 3)
    }
    expect(pathsOf('pets.index')).toEqual(['owner', 'owner.pets'])
    expect(pathsOf('owners.index')).toEqual(['invoices', 'pets', 'invoices.owner', 'pets.owner'])
    expect(pathsOf('owners.pets.linkage')).toEqual(['pets', 'pets.owner'])
    // An include in a write requires the filters of the included records too.
    expect(pathsOf('pets.create')).toEqual(['owner', 'owner.pets'])
    expect(pathsOf('owners.update')).toEqual(['invoices', 'pets', 'invoices.owner', 'pets.owner'])
    expect(parameterOf(document, 'owners.update', 'filter[invoices][clinic]')).toMatchObject({
      'x-required': 'filter[invoices][clinic]',
      'x-requires': 'include=invoices',
    })
  })

  test('the description of a sort through a relationship says that the sort does not support cursors (24.4)', async () => {
    const schemaOf = (style: string): string => `
resources:
  teams: { attributes: { name: string } }
  players:
    attributes: { name: string }
    page: { style: ${style} }
    sorts: [team.name]
    sideloads:
      team: { kind: belongsTo, resource: teams, foreignKey: teamId }
`
    const own = ['id', '-id', 'name', '-name']
    const through = ['team.name', '-team.name']
    const sorts = await Promise.all(
      ['cursor', 'number'].map(
        async (style) =>
          parameterOf(await documentOf(schemaOf(style)), 'players.index', 'sort')?.schema.items,
      ),
    )
    expect(sorts).toEqual([
      {
        anyOf: [
          { type: 'string', enum: own },
          { type: 'string', enum: through, 'x-requires': 'page[number]' },
        ],
      },
      { type: 'string', enum: [...own, ...through] },
    ])
  })

  test('the OpenAPI document contains example requests for linkage and operations (25.3)', () => {
    const bodyOf = (id: string): unknown => {
      const { content = {} } =
        operationsOf(openapi).find(({ operationId }) => operationId === id)?.requestBody ?? {}
      return Object.values(content)[0]?.example
    }
    const without = operationsOf(openapi).flatMap(({ operationId, requestBody }) =>
      requestBody && bodyOf(operationId) === undefined ? [operationId] : [],
    )
    expect(without).toEqual([])
    expect(bodyOf('posts.author.replace')).toEqual({ data: { type: 'authors', id: '1' } })
    expect(bodyOf('authors.posts.add')).toEqual({ data: [{ type: 'posts', id: '1' }] })
    expect(bodyOf('operations')).toMatchObject({ 'atomic:operations': [{ op: 'add' }] })
  })

  const schemasOf = ({ components }: OpenApiDocument): Readonly<Record<string, unknown>> =>
    components?.['schemas'] ?? {}

  test('in the OpenAPI document, a new record has an id only if clients may choose it, and decimals have a pattern', async () => {
    const idsOf = async (yaml: string) => {
      const document = await documentOf(`resources:\n  notes:\n    attributes: { price: decimal }\n${yaml}`)
      const { properties } = schemasOf(document)['notes_create'] as {
        properties: {
          data: { required: string[]; properties: { id?: object; attributes: object }; not?: object }
        }
      }
      const { required, not } = properties.data
      expect(properties.data.properties.attributes).toMatchObject({
        properties: { price: { type: ['string', 'number'], pattern: '^-?\\d+(\\.\\d+)?$' } },
      })
      return [required.includes('id'), 'id' in properties.data.properties, not]
    }
    expect(
      await Promise.all(
        ['forbidden', 'allowed', 'required'].map((rule) => idsOf(`    clientIds: ${rule}\n`)),
      ),
    ).toEqual([
      [false, false, { required: ['id'] }],
      [false, true, undefined],
      [true, true, undefined],
    ])
  })

  test('bounds appear where the server enforces them: decimals as numbers, ids and integers in filters (25.3)', async () => {
    const document = await documentOf(`
resources:
  rates:
    attributes:
      price: { type: decimal, minimum: 0, maximum: '99999999999999999.99', description: What it costs. }
      share: { type: decimal, minimum: '0.50', maximum: '99999999.99' }
      debt: { type: decimal, maximum: '-0.1' }
      atoms: { type: bigint, maximum: 9007199254740994, writable: isMember }
      drops: { type: bigint, minimum: 9007199254740993 }
      ratio: { type: float, minimum: 0.5, maximum: 1 }
      count: integer
    filters: { id: , count: { operators: [gt] } }
`)
    const { properties } = schemasOf(document)['rates_create'] as {
      properties: { data: { properties: { attributes: { properties: object } } } }
    }
    const decimal = { type: ['string', 'number'], pattern: '^-?\\d+(\\.\\d+)?$' }
    const bigint = { type: ['string', 'integer'], pattern: '^-?\\d+$' }
    expect(properties.data.properties.attributes.properties).toEqual({
      price: { ...decimal, minimum: 0, description: 'What it costs. From 0 to 99999999999999999.99.' },
      share: { ...decimal, minimum: 0.5, maximum: 99_999_999.99, description: 'From 0.50 to 99999999.99.' },
      debt: { ...decimal, maximum: -0.1, description: 'At most -0.1.' },
      atoms: {
        ...bigint,
        maximum: 9_007_199_254_740_994,
        description: 'At most 9007199254740994. Only for requests that pass isMember.',
        'x-guard': ['isMember'],
      },
      drops: { ...bigint, description: 'At least 9007199254740993.' },
      ratio: { type: 'number', minimum: 0.5, maximum: 1 },
      count: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
    })
    expect(schemasOf(document)['rates_resource']).toMatchObject({
      properties: { attributes: { properties: { debt: { examples: ['-0.1'] } } } },
    })
    const bounded = { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 }
    const filters = operationsOf(document)
      .flatMap(({ parameters }) => parameters)
      .filter(({ name }) => name === 'filter[id]' || name === 'filter[count][gt]')
    expect(filters.map(({ name, schema }) => [name, schema])).toEqual([
      ['filter[count][gt]', bounded],
      ['filter[id]', { type: 'array', items: bounded }],
    ])
  })

  test('a required related record whose key cannot be null can be neither destroyed nor unlinked (27.8)', () => {
    const schemas = schemasOf(openapi) as Readonly<
      Record<string, { properties: Readonly<Record<string, { $ref: string; enum: string[] }>> }>
    >
    const named = ({ $ref }: { $ref: string } | undefined = { $ref: '' }) =>
      schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {}
    const methodsOf = (type: string, name: string): unknown =>
      named(named(schemas[`${type}_relationships`]?.properties[name])['data'])['method']?.enum
    const kept = ['create', 'update']
    expect([methodsOf('posts', 'author'), methodsOf('comments', 'post')]).toEqual([kept, kept])
    // The author of a comment is optional.
    expect(schemas['authors_written']?.properties['method']?.enum).toEqual([
      ...kept,
      'destroy',
      'disassociate',
    ])
  })

  test('records that cannot be moved after their creation can be nested in a new record, but not linked (27.8)', () => {
    const schemas = schemasOf(saas) as Readonly<
      Record<string, { properties: Readonly<Record<string, object>> }>
    >
    const { data } = (schemas['invoices_create']?.properties ?? {}) as {
      data: { properties: { relationships: { properties: { lines: { $ref: string } } } } }
    }
    const named = (reference: string) => schemas[reference.split('/').at(-1) ?? '']
    const lines = (named(data.properties.relationships.properties.lines.$ref)?.properties ?? {}) as {
      data: { items: { $ref: string } }
    }
    const { id, method } = named(lines.data.items.$ref)?.properties ?? {}
    expect([id, method]).toEqual([undefined, expect.objectContaining({ enum: ['create'] })])
  })

  test('if different sets of relationships can fill a key, a new record and its example must contain one of the sets (25.3)', async () => {
    const path = at('test/fixtures/generator/valid/shared-keys/schema.yaml')
    const loaded = await loadSchema(path, 'schema.yaml')
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    const document = openApiOf(contractOf(loaded.schema)) as unknown as OpenApiDocument
    const schemas = document.components?.['schemas'] as Readonly<Record<string, RecordSchema>>
    const linked = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const { required, properties } = schemas['registrations_create']?.properties.data ?? {}
    // The guide is not required, because a guard may restrict it. A floor in a room cannot be null.
    expect([required, properties?.['relationships']]).toEqual([
      ['type', 'attributes', 'relationships'],
      {
        type: 'object',
        properties: expect.anything(),
        additionalProperties: false,
        allOf: [
          {
            anyOf: [
              {
                type: 'object',
                required: ['floor'],
                properties: { floor: linked('floors_written_one') },
              },
              { type: 'object', required: ['room'], properties: { room: linked('rooms_written_one_2') } },
            ],
          },
          {
            anyOf: [
              { type: 'object', required: ['seat'], properties: { seat: linked('seats_written_one') } },
              {
                type: 'object',
                required: ['partner', 'program'],
                properties: {
                  partner: linked('partners_written_one'),
                  program: linked('programs_written_one'),
                },
              },
            ],
          },
        ],
      },
    ])
    const { required: ofBadges, allOf } = schemas['badges_create']?.properties.data ?? {}
    expect([ofBadges, allOf]).toEqual([
      ['type', 'attributes'],
      [
        {
          anyOf: [
            { type: 'object', required: ['id'], properties: { id: expect.anything() } },
            {
              type: 'object',
              required: ['relationships'],
              properties: {
                relationships: {
                  type: 'object',
                  required: ['registration'],
                  properties: { registration: linked('registrations_written_one') },
                },
              },
            },
          ],
        },
      ],
    ])
    // A nested registration is not restricted, because its parent already fills some of the keys.
    expect(JSON.stringify(schemas['registrations_nested'])).not.toMatch(/allOf/)
    const examples = operationsOf(document)
      .filter(({ operationId }) => /^(?:registrations|badges)\.create$/.test(operationId))
      .map(({ requestBody }) => requestBody?.content['application/vnd.api+json']?.example)
    expect(examples).toEqual([
      {
        data: {
          type: 'badges',
          attributes: { color: 'text' },
          relationships: { registration: { data: { type: 'registrations', id: '1' } } },
        },
      },
      {
        data: {
          type: 'registrations',
          attributes: { note: 'text' },
          relationships: {
            floor: { data: { type: 'floors', id: '1' } },
            seat: { data: { type: 'seats', id: '1~1' } },
          },
        },
      },
    ])
  })

  test('in the OpenAPI document, an oid has the bounds that PostgreSQL defines (25.3)', async () => {
    const folder = await folderWith({
      'schema.prisma': `datasource db {
  provider = "postgresql"
}
model Table {
  id    Int  @id @default(autoincrement())
  owner Int  @db.Oid
  group Int? @db.Oid
}
`,
      'schema.yaml': `prisma: { schema: schema.prisma, client: '@prisma/client' }
resources:
  tables: { attributes: { owner: , group: { maximum: 9 } } }
`,
    })
    const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    const told = contractOf(loaded.schema)
    expect(told.resources['tables']?.attributes).toMatchObject({
      owner: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
      group: { type: 'integer', minimum: 0, maximum: 9 },
    })
    const { components } = openApiOf(told) as unknown as OpenApiDocument
    expect(components?.['schemas']?.['tables_attributes']).toMatchObject({
      properties: { owner: { type: 'integer', minimum: 0, maximum: 4_294_967_295 } },
    })
  })

  test('in the OpenAPI document, a response has the cache header if all its types have the same header (26.7)', async () => {
    const { paths, components } = await documentOf(`
resources:
  countries:
    cache: public, max-age=60
    attributes: { name: string }
    sideloads:
      capital: { kind: belongsTo, resource: cities, foreignKey: capitalId }
      rival: { kind: belongsTo, resource: countries, foreignKey: rivalId }
  cities: { cache: private, attributes: { name: string } }
  rivers: { attributes: { name: string } }
`)
    const headersOf = (path: string): unknown => {
      const { get } = paths[path] as { get: { responses: { 200: { $ref: string } } } }
      const name = get.responses[200].$ref.split('/').at(-1) ?? ''
      const response = components?.['responses']?.[name] as { headers?: Record<string, { $ref: string }> }
      return response.headers && Object.values(response.headers).map(({ $ref }) => $ref.split('/').at(-1))
    }
    const shown = ['/countries', '/countries/{id}', '/cities', '/rivers', '/rivers/{id}']
    const related = ['/countries/{id}/capital', '/countries/{id}/rival']
    expect(Object.fromEntries([...shown, ...related].map((path) => [path, headersOf(path)]))).toEqual({
      '/countries': ['Cache-Control_2'],
      '/countries/{id}': ['ETag', 'Cache-Control_2'],
      '/cities': ['Cache-Control'],
      '/rivers': undefined,
      '/rivers/{id}': ['ETag'],
      '/countries/{id}/capital': ['ETag'],
      '/countries/{id}/rival': ['ETag', 'Cache-Control_2'],
    })
    const examples = ['Cache-Control_2', 'Cache-Control'].map((name) => components?.['headers']?.[name])
    expect(examples).toEqual([
      expect.objectContaining({ example: 'public, max-age=60' }),
      expect.objectContaining({ example: 'private' }),
    ])
  })

  test('the OpenAPI document describes the entity tag of each write that returns one (26.4)', async () => {
    const headersOf = async (type: string) => {
      const { paths, components } = await documentOf(`
resources:
  doors: { version: lock, cache: private, attributes: { lock: { type: integer, writable: false } } }
  walls: { cache: private, attributes: { name: string } }
`)
      const { post } = paths[`/${type}`] as { post: Writing }
      const { patch } = paths[`/${type}/{id}`] as { patch: Writing }
      const named = (headers: object | undefined): unknown =>
        Object.fromEntries(
          Object.entries(headers ?? {}).map(([name, { $ref }]) => [
            name,
            components?.['headers']?.[$ref.split('/').at(-1)],
          ]),
        )
      return [named(post.responses['201']?.headers), named(patch.responses['200']?.headers)]
    }
    const location = {
      description: 'The URL of the new record.',
      schema: { type: 'string', format: 'uri' },
    }
    const tag = {
      description: 'Identifies this version of the response.',
      schema: { type: 'string' },
    }
    const asked = {
      description: 'The current entity tag of the record, if `If-Match` contained one.',
      schema: { type: 'string' },
    }
    expect([await headersOf('doors'), await headersOf('walls')]).toEqual([
      [{ Location: location, ETag: tag }, { ETag: tag }],
      [{ Location: location }, { ETag: asked }],
    ])
  })

  test.each([false, true])(
    'a record in a nested write lists the guards of its create, and has a name (full: %s) (14.11)',
    async (full) => {
      const schemas = schemasOf(
        await documentOf(
          `
resources:
  festivals:
    attributes: { name: string }
    actions: { index: true, show: true, create: isStaff, update: isMember, destroy: false }
  sponsors:
    attributes: { name: string }
    actions: { index: true, show: true, create: false, update: isMember, destroy: false }
  programs:
    attributes: { name: string }
    sideloads:
      festival: { kind: belongsTo, resource: festivals, foreignKey: festivalId }
      sponsor: { kind: belongsTo, resource: sponsors, foreignKey: sponsorId }
`,
          { full },
        ),
      ) as Readonly<Record<string, { 'x-guard'?: unknown; description?: string; anyOf?: unknown }>>
      const of = (name: string): unknown => {
        const { 'x-guard': guard, description, anyOf } = schemas[name] ?? {}
        return { guard, description, anyOf }
      }
      const anyOf = [{ required: ['id'] }, { required: ['temp-id'] }, { required: ['lid'] }]
      expect(['festivals_nested', 'sponsors_nested', 'festivals_written'].map(of)).toEqual([
        {
          guard: ['isStaff'],
          description:
            'Creating a record is limited to requests that pass isStaff. Changing a record is limited to requests that pass isMember.',
          anyOf,
        },
        {
          guard: ['isMember'],
          description: 'Changing a record is limited to requests that pass isMember.',
          anyOf,
        },
        { guard: undefined, description: undefined, anyOf },
      ])
      expect([schemas['lid'], schemas['temp-id']]).toEqual([
        expect.objectContaining({ minLength: 1 }),
        expect.objectContaining({ minLength: 1 }),
      ])
    },
  )

  test.each([openapi, full, saas])(
    'component names in the OpenAPI document contain no dots, and statuses are not given as ranges',
    (document) => {
      const names = Object.values(document.components ?? {}).flatMap((of) => Object.keys(of))
      expect(names.length).toBeGreaterThan(50)
      expect(names.filter((name) => !/^[A-Za-z0-9_-]+$/.test(name))).toEqual([])
      const statuses = operationsOf(document).flatMap(({ responses }) => Object.keys(responses))
      expect([...new Set(statuses)].filter((status) => !/^(?:\d{3}|default)$/.test(status))).toEqual([])
    },
  )

  test('the OpenAPI document contains exactly the error codes of the runtime', async () => {
    const text = await readFile(at('runtime/src/error/errors.ts'), 'utf8')
    const more = await readFile(at('runtime/src/error/validation-error.ts'), 'utf8')
    // Several errors together have their own code. Unexpected server errors have a code that no error class has.
    const thrown = [...`${text}${more}`.matchAll(/code: '(\w+)'/g)].map(([, code]) => code)
    const codes = new Set([...thrown.filter((code) => code !== 'several_errors'), 'internal_error'])
    const { AnyFailure: failure } = (openapi.components?.['responses'] ?? {}) as Readonly<
      Record<string, { readonly 'x-codes'?: readonly string[] }>
    >
    const told = [...(failure?.['x-codes'] ?? [])]
    expect(told.toSorted()).toEqual([...codes].toSorted())
  })

  test("an include outside a list's whitelist is ignored, and documented as ignored", async () => {
    const include = (id: string) => parameterOf(openapi, id, 'include')?.description
    expect([include('posts.index'), include('authors.index')]).toEqual([
      'Any other path is ignored.',
      undefined,
    ])
  })

  test('in the OpenAPI document, a relationship that is part of the id can be set only when its record is created, and is never updated on its own (11.11)', async () => {
    const document = await documentOf(`
resources:
  halls: { attributes: { name: string } }
  seats:
    id: [hallId, row]
    attributes: { row: integer }
    sideloads:
      hall: { kind: belongsTo, resource: halls, foreignKey: hallId }
      guest: { kind: belongsTo, resource: halls, foreignKey: guestId, nullable: true }
`)
    const schemas = document.components?.['schemas'] as Record<
      string,
      {
        properties: {
          data: { properties: { relationships: { $ref?: string; properties?: object } } }
        } & Readonly<Record<string, object>>
      }
    >
    const writtenBy = (action: string): readonly string[] => {
      const { $ref, properties } = schemas[`seats_${action}`]?.properties.data.properties.relationships ?? {}
      return Object.keys(properties ?? schemas[$ref?.split('/').at(-1) ?? '']?.properties ?? {})
    }
    const changed = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
      path.includes('/relationships/') && 'patch' in operations ? [path] : [],
    )
    expect([writtenBy('create'), writtenBy('update'), changed]).toEqual([
      ['guest', 'hall'],
      ['guest'],
      ['/seats/{id}/relationships/guest'],
    ])
  })

  test('a composite id has an example that the server accepts, and clients cannot choose such an id', async () => {
    const document = await documentOf(SHOP)
    const [index] = operationsOf(await documentOf(SHOP, { full: true })).filter(
      ({ operationId }) => operationId === 'items.index',
    )
    expect(index?.parameters.find(({ name }) => name === 'filter[id]')?.example).toEqual([
      '3f2504e0-4f89-41d3-9a0c-0305e82c3301~text',
    ])
    const schemas = document.components?.['schemas'] as Record<
      string,
      { properties: { data: { properties: object } } }
    >
    expect(Object.keys(schemas['items_create']?.properties.data.properties ?? {})).not.toContain('id')
    expect(Object.keys(schemas['shops_create']?.properties.data.properties ?? {})).toContain('id')
  })

  test('with `--full`, each read documents the sorts of included records and the paths that those sorts require', async () => {
    const [tag, author] = ['tags.show', 'authors.show'].map((id) =>
      operationsOf(full)
        .find(({ operationId }) => operationId === id)
        ?.parameters.find(({ name }) => name === 'sort'),
    )
    expect([tag?.['x-requires'], tag?.description]).toEqual([
      'include=posts',
      'The order of the included records; a leading minus means descending.',
    ])
    expect(author?.schema.items?.anyOf?.map((each) => each['x-requires'])).toEqual([
      'include=attachments',
      'include=comments',
      'include=posts',
    ])
  })

  test('equal parts of the OpenAPI document are components, and operations define no parameters', () => {
    for (const document of [openapi, saas]) {
      const own = Object.values(document.paths).flatMap((item) =>
        Object.values(item as Readonly<Record<string, { readonly parameters?: readonly object[] }>>).flatMap(
          ({ parameters = [] }) => parameters.filter((each) => !('$ref' in each)),
        ),
      )
      expect(own).toEqual([])
    }
  })

  test('users may change a link whose key is in the related record if they may update that record (14.11)', async () => {
    const document = await documentOf(`
resources:
  shelves:
    attributes: { name: string }
    actions: { index: true, show: true, update: isKeeper }
    sideloads:
      books: { kind: hasMany, resource: books, foreignKey: shelfId }
      seals: { kind: hasMany, resource: seals, foreignKey: shelfId }
  books:
    attributes: { title: string }
    actions: { index: true, update: isReader }
    sideloads: { shelf: { kind: belongsTo, resource: shelves, foreignKey: shelfId } }
  seals:
    attributes: { title: string }
    actions: { index: true, update: false }
    sideloads: { shelf: { kind: belongsTo, resource: shelves, foreignKey: shelfId } }
`)
    const changes = operationsOf(document).flatMap((each) =>
      /\.(?:replace|add|remove)$/.test(each.operationId) ? [[each.operationId, each['x-guard']]] : [],
    )
    expect(Object.fromEntries(changes)).toEqual({
      'shelves.books.replace': ['isKeeper', 'isReader'],
      'shelves.books.add': ['isKeeper', 'isReader'],
      'shelves.books.remove': ['isKeeper', 'isReader'],
    })
  })

  test('equal parameters of several types appear once, under a name that does not contain a type', async () => {
    const document = await documentOf(`
resources:
  cats: { attributes: { name: string }, filters: { name: { operators: [eq, prefix] } }, page: { size: 5 } }
  dogs: { attributes: { name: string }, filters: { name: { operators: [eq, prefix] } } }
  eels: { attributes: { name: integer }, filters: { name: { operators: [eq] } } }
`)
    const names = Object.keys(document.components?.['parameters'] ?? {})
    expect(names.filter((name) => !/include|fields|If|^id$/.test(name))).toEqual(
      [
        'cats_page_size',
        'filter_name',
        'filter_name_prefix',
        'eels_filter_name',
        'page_after',
        'page_before',
        'page_number',
        'page_size',
        'sort',
      ].toSorted(),
    )
    const used = operationsOf(document).flatMap(({ operationId, parameters }) =>
      operationId.endsWith('.index') ? [[operationId, parameters.map(({ name }) => name)]] : [],
    )
    const own = ['sort', 'page[size]', 'page[number]', 'page[after]', 'page[before]']
    expect(used).toEqual([
      ['cats.index', ['filter[name]', 'filter[name][prefix]', ...own, 'fields[cats]']],
      ['dogs.index', ['filter[name]', 'filter[name][prefix]', ...own, 'fields[dogs]']],
      ['eels.index', ['filter[name]', ...own, 'fields[eels]']],
    ])
  })

  test('include paths are listed from the shortest, and become a pattern after forty, or after a hundred with `--full`', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `r${index}`)
    const sideloads = names.map(
      (name) => `      ${name}: { kind: belongsTo, resource: nodes, foreignKey: ${name}Id }\n`,
    )
    const yaml = `resources:\n  nodes:\n    attributes: { name: string }\n    sideloads:\n${sideloads.join('')}`
    const [few, many] = await Promise.all(
      [{}, { full: true }].map(async (options) => {
        const document = await documentOf(yaml, options)
        const [index] = operationsOf(document).filter(({ operationId }) => operationId === 'nodes.index')
        return index?.parameters.find(({ name }) => name === 'include')?.schema.items?.anyOf
      }),
    )
    // The short document lists a level of paths completely or not at all. The full one lists a hundred paths.
    expect(few?.[0]?.enum).toEqual(names)
    expect(many?.[0]?.enum).toHaveLength(100)
    expect(many?.[0]?.enum?.slice(0, 8)).toEqual([...names, 'r0.r0', 'r0.r1'])
    for (const all of [few, many]) expect('r0.r5.r3').toMatch(new RegExp(all?.[1]?.pattern ?? 'nothing'))
  })
})

describe('openapi/document (25.4): an API serves the document', () => {
  test.each(['express', 'fastify', 'hono', 'fetch'])(
    'the first routes/index.ts for %s passes the document to createApi if the schema enables it',
    async (framework) => {
      const schemaOf = (openapi: boolean): string =>
        `generate: { output: api, framework: ${framework}, openapi: ${openapi} }\nresources: { notes: { attributes: { text: string } } }\n`
      const [described, silent] = await Promise.all(
        [true, false].map(async (openapi) => {
          const folder = await folderWith({ 'schema.yaml': schemaOf(openapi) })
          await jsonapiGenHere(['generate'], folder)
          return readFile(join(folder, 'api/routes/index.ts'), 'utf8')
        }),
      )
      expect(described?.split('\n').filter((line) => line.includes('openapi'))).toEqual([
        "import { openapi } from '../generated/openapi.gen.js';",
        '  openapi, // GET /openapi.json, and GET / with the URL of each collection',
      ])
      expect(silent).not.toContain('openapi')
    },
  )

  const ask = async (path: string, options: object = {}, init: RequestInit = {}) => {
    const served = createApi({ registry, controllers, openapi, ...options })
    const response = await served.fetch(new Request(`http://blog.test${path}`, init))
    const text = await response.text()
    return { response, body: text === '' ? undefined : JSON.parse(text) }
  }

  test('the document at /openapi.json is limited to what its API serves', async () => {
    const { response, body } = await ask('/openapi.json')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
    const { '/operations': operations, ...paths } = openapi.paths
    expect(operations).toBeDefined()
    expect(body).toEqual({ ...openapi, paths })
    const behind = await ask('/api/v1/openapi.json', { prefix: '/api/v1', operations: true })
    expect(behind.body).toEqual({ ...openapi, servers: [{ url: '/api/v1' }] })
    const spelled = await ask('/openapi.json', { openapi: full })
    const strict = await ask('/openapi.json', { openapi: full, strict: true })
    const namesIn = (document: OpenApiDocument) =>
      JSON.stringify(document).match(/"name":"(?:extra_)?stats\[total\]"/g)
    expect(new Set(namesIn(strict.body))).toEqual(new Set(['"name":"extra_stats[total]"']))
    const departures = /"(?:#\/components\/parameters\/)?(?:\w+_)?(?<!extra__)stats_\w+"/
    expect([spelled.body, strict.body].map((each) => departures.test(JSON.stringify(each)))).toEqual([
      true,
      false,
    ])
  })

  test('the OpenAPI document has an entity tag, and every cache must revalidate it', async () => {
    const { response } = await ask('/openapi.json')
    const tag = response.headers.get('etag') ?? ''
    expect([tag, response.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"b\.[\w-]{22}"$/),
      'public, no-cache',
    ])
    const known = await ask('/openapi.json', {}, { headers: { 'if-none-match': tag } })
    expect([known.response.status, known.body, known.response.headers.get('etag')]).toEqual([
      304,
      undefined,
      tag,
    ])
    const strict = await ask('/openapi.json', { operations: true }, { headers: { 'if-none-match': tag } })
    expect(strict.response.status).toBe(200)
    const other = await ask('/openapi.json', {}, { headers: { 'if-match': '"other"' } })
    expect(other.response.status).toBe(412)
  })

  test('the OpenAPI document is built once, and `with` changes the served document', async () => {
    let made = 0
    const counted = generated.with((document) => {
      made++
      return { ...document, info: { ...document.info, title: 'The blog' } }
    })
    const titled = counted.with((document) =>
      withSecurity(document, { token: { type: 'http', scheme: 'bearer' } }),
    )
    const api = createApi({ registry, controllers, openapi: titled })
    const answers = await Promise.all(
      [1, 2, 3].map(async () => (await api.fetch(new Request('http://blog.test/openapi.json'))).json()),
    )
    const { '/operations': _, ...paths } = openapi.paths
    const changed = withSecurity(
      { ...openapi, paths, info: { ...openapi.info, title: 'The blog' } },
      { token: { type: 'http', scheme: 'bearer' } },
    )
    expect(answers).toEqual([changed, changed, changed])
    expect(made).toBe(1)
    expect(await generated.document()).toEqual(openapi)
  })

  test('createApi rejects a spread copy of the OpenAPI document and an empty object', () => {
    for (const spread of [{ ...generated, info: { title: 'The blog', version: '1' } }, {}]) {
      expect(() => createApi({ registry, controllers, openapi: spread as never })).toThrow(
        'The document in the option "openapi" has no paths. To change the document of openapi.gen.ts, write openapi.with((document) => ({ ...document, … })).',
      )
    }
  })

  test('if the function passed to `with` returns no document, the response is 500 and the operator receives a report', async () => {
    const { paths: _, ...pathless } = openapi
    const told: string[] = []
    const statuses: number[] = []
    for (const changed of [undefined, null, 'text', pathless]) {
      const api = createApi({
        registry,
        controllers,
        openapi: generated.with(() => changed as never),
        onError: (error) => void told.push(error instanceof TypeError ? error.message : ''),
      })
      statuses.push((await api.fetch(new Request('http://blog.test/openapi.json'))).status)
    }
    const begin = 'The function passed to openapi.with returned'
    const end = 'It must return the document: ({ ...document, … }).'
    expect([statuses, told]).toEqual([
      [500, 500, 500, 500],
      [
        `${begin} undefined. ${end}`,
        `${begin} null. ${end}`,
        `${begin} text. ${end}`,
        `${begin} a document without paths. ${end}`,
      ],
    ])
  })

  test('a contract that is invalid or has a different version is reported to the operator, and loaded again', async () => {
    const { resources } = contract
    const given: unknown[] = [
      null,
      [],
      { resources },
      { contract: 7, resources: {} },
      { ...contract, limits: undefined },
      { ...contract, resources: { ...resources, posts: { ...resources.posts, page: undefined } } },
      { ...contract, resources: { ...resources, authors: undefined } },
      { ...contract, resources: { posts: resources.posts } },
      { ...contract, contract: '1' },
      contract,
    ]
    const document = openApiFrom(async () => ({ default: given.shift() as never }))
    const told: string[] = []
    const api = createApi({
      registry,
      controllers,
      openapi: document,
      onError: (error) => void told.push(error instanceof Error ? error.message : ''),
    })
    const statuses: number[] = []
    for (let count = 0; count < 10; count++) {
      const { status } = await api.fetch(new Request('http://blog.test/openapi.json'))
      statuses.push(status)
    }
    const begin = 'generated/contract.gen.json'
    expect([statuses, told]).toEqual([
      [...Array.from({ length: 9 }, () => 500), 200],
      [
        `${begin} is not a contract. Run jsonapi-gen generate.`,
        `${begin} is not a contract. Run jsonapi-gen generate.`,
        `${begin} is not a contract. Run jsonapi-gen generate.`,
        `${begin} has format 7, but this runtime reads format 1. Run jsonapi-gen generate.`,
        ...Array.from(
          { length: 4 },
          () => `${begin} was changed after generate wrote it. Run jsonapi-gen generate.`,
        ),
        `${begin} is not a contract. Run jsonapi-gen generate.`,
      ],
    ])
  })

  test('the root of the API lists the collections, and its documents link to the description', async () => {
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
    // SvelteKit, for example, redirects /api/ to /api.
    const bare = await ask('/api', { prefix: 'api', baseUrl: 'https://blog.example' })
    expect([bare.response.status, bare.body]).toEqual([200, body])
    const documents = await Promise.all(['/currencies', '/currencies/eur'].map((path) => ask(path)))
    expect(documents.map(({ body: document }) => document.links.describedby)).toEqual(
      documents.map(() => 'http://blog.test/openapi.json'),
    )
    const without = await createApi({ registry, controllers }).fetch(
      new Request('http://blog.test/currencies'),
    )
    expect(JSON.stringify(await without.json())).not.toContain('describedby')
  })

  test('methods other than GET return 405, OPTIONS lists GET, and without a document the URL does not exist', async () => {
    for (const path of ['/', '/openapi.json']) {
      const options = await ask(path, {}, { method: 'OPTIONS' })
      expect([options.response.status, options.response.headers.get('allow')]).toEqual([
        204,
        'GET, HEAD, OPTIONS',
      ])
      expect((await ask(path, {}, { method: 'POST' })).response.status).toBe(405)
      const head = await ask(path, {}, { method: 'HEAD' })
      const get = await createApi({ registry, controllers, openapi }).fetch(
        new Request(`http://blog.test${path}`),
      )
      const length = String((await get.arrayBuffer()).byteLength)
      expect([head.response.status, head.body]).toEqual([200, undefined])
      expect(head.response.headers.get('content-length')).toBe(length)
      const none = createApi({ registry, controllers })
      expect((await none.fetch(new Request(`http://blog.test${path}`))).status).toBe(404)
    }
    expect(
      (await ask('/', {}, { headers: { accept: 'application/vnd.api+json;charset=utf-8' } })).response.status,
    ).toBe(406)
  })

  test("the OpenAPI document contains the application's security schemes", async () => {
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
