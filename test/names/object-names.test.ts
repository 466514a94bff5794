import { type Api, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { databases, type NamesClient, type OpenDatabase } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'

const JSONAPI = 'application/vnd.api+json'
const KINDS = ['toString', 'constructor', 'valueOf', 'hasOwnProperty'] as const

/** The columns named like methods of Object, with a value for each. */
const VALUES: Readonly<Record<string, unknown>> = {
  toString: 'text',
  valueOf: 7,
  constructor: 'made',
  hasOwnProperty: true,
  isPrototypeOf: '2026-01-02T03:04:05.000Z',
}

/** The attributes of a record that was created with an empty body. */
const EMPTY = {
  toString: null,
  valueOf: null,
  constructor: 'built',
  hasOwnProperty: null,
  isPrototypeOf: null,
  kind: 'toString',
}

const heirsOn = (adapter: Adapter): ResourceClass =>
  class Heirs extends Resource {
    static {
      this.type('heirs')
      this.model('Heir')
      this.useAdapter(adapter)
      this.id('integer')
      this.attribute('toString', 'string?')
      this.attribute('valueOf', 'integer?')
      this.attribute('constructor', { type: 'string', default: 'built' })
      this.attribute('hasOwnProperty', 'boolean?')
      this.attribute('isPrototypeOf', 'datetime?')
      this.attribute('kind', { enum: KINDS, default: 'toString' })
      for (const name of Object.keys(VALUES)) this.allowFilter(name)
      this.allowFilter('kind')
      this.allowFilter('toLocaleString.constructor')
      this.allowFilter('propertyIsEnumerable.valueOf')
      this.allowFilter('__lookupGetter__', { type: 'string', column: 'toString' })
      this.allowStat({
        valueOf: ['sum', 'maximum'] as const,
        toString: ['count'] as const,
        constructor: ['count'] as const,
      })
      this.extraField('__defineGetter__', { type: 'string', value: () => 'extra' })
      this.belongsTo('toLocaleString', { resource: 'heirs', foreignKey: 'parentId' })
      this.hasMany('propertyIsEnumerable', { resource: 'heirs', foreignKey: 'parentId' })
    }
  }

describe.each(
  databases.flatMap((database) =>
    (['prisma', 'kysely'] as const).map((engine) => ({ database, engine, name: database.name })),
  ),
)('names/object-names (15.10): names of Object’s methods on $engine and $name', ({ database, engine }) => {
  let store: OpenDatabase<NamesClient>
  let api: Api<undefined>
  let close: () => Promise<void> = async () => {}
  beforeAll(async () => {
    store = await database.openNames()
    const opened = engine === 'kysely' ? kyselyAdapter(store) : undefined
    if (opened) close = opened.close
    api = apiOf(
      class extends ActionsController {},
      [heirsOn(opened?.adapter ?? prismaAdapter(store.prisma))],
      {
        operations: true,
      },
    )
  })
  afterAll(async () => {
    await close()
    await store.close()
  })
  beforeEach(async () => {
    await store.prisma.heir.deleteMany({})
  })

  async function ask(method: string, path: string, body?: unknown) {
    const init =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': JSONAPI } }
    const answer = await api.fetch(new Request(`http://test.example${path}`, { method, ...init }), undefined)
    const text = await answer.text()
    return { status: answer.status, document: text === '' ? undefined : (JSON.parse(text) as Document) }
  }
  interface Entry {
    readonly id: string
    readonly attributes: Readonly<Record<string, unknown>>
    readonly relationships: Readonly<Record<string, { readonly data?: unknown }>>
  }
  interface Document {
    readonly data: Entry & readonly Entry[]
    readonly included?: readonly Entry[]
    readonly meta?: unknown
    readonly errors?: unknown
  }
  const create = async (attributes: object, relationships: object = {}): Promise<Entry> => {
    const { status, document } = await ask('POST', '/heirs', {
      data: { type: 'heirs', attributes, relationships },
    })
    expect({ status, errors: document?.errors }).toEqual({ status: 201, errors: undefined })
    return (document as Document).data
  }
  const idsOf = async (search: string): Promise<unknown> => {
    const { status, document } = await ask('GET', `/heirs?${search}`)
    return status === 200 ? document?.data.map(({ id }) => id) : document
  }

  test('a body that omits attributes named like Object methods writes nulls and defaults', async () => {
    const { id, attributes } = await create({})
    expect(attributes).toEqual(EMPTY)
    const { document } = await ask('PATCH', `/heirs/${id}`, {
      data: { type: 'heirs', id, attributes: { valueOf: 1 } },
    })
    expect(document?.data.attributes).toEqual({ ...EMPTY, valueOf: 1 })
    expect(
      (await ask('PATCH', `/heirs/${id}`, { data: { type: 'heirs', id } })).document?.data.attributes,
    ).toEqual({
      ...EMPTY,
      valueOf: 1,
    })
  })

  test('values of attributes named like Object methods are written, rendered and found by each operator', async () => {
    const { id, attributes } = await create(VALUES)
    const other = await create({})
    expect(attributes).toEqual({ ...VALUES, kind: 'toString' })
    for (const [name, value] of Object.entries(VALUES)) {
      expect([name, await idsOf(`filter[${name}]=${String(value)}`)]).toEqual([name, [id]])
      expect([name, await idsOf(`filter[${name}][not_eq]=${String(value)}`)]).toEqual([name, [other.id]])
      expect([name, await idsOf(`filter[not][${name}]=${String(value)}&sort=${name}`)]).toEqual([
        name,
        [other.id],
      ])
      const { document } = await ask('GET', `/heirs/${id}?fields[heirs]=${name}`)
      expect(document?.data.attributes).toEqual({ [name]: value })
    }
    expect(await idsOf('filter[__lookupGetter__]=text')).toEqual([id])
    expect(await idsOf('sort=-constructor,toString&page[size]=1')).toEqual([id])
    expect(await idsOf('filter[__lookupSetter__]=x')).toMatchObject({ errors: [{ code: 'bad_filter' }] })
  })

  test('enum values named like Object methods are written and found', async () => {
    const ids = new Map<string, string>()
    for (const kind of KINDS) ids.set(kind, (await create({ kind })).id)
    for (const kind of KINDS) expect(await idsOf(`filter[kind]=${kind}`)).toEqual([ids.get(kind)])
    const { status } = await ask('POST', '/heirs', {
      data: { type: 'heirs', attributes: { kind: 'isPrototypeOf' } },
    })
    expect(status).toBe(422)
    expect(await idsOf('filter[kind]=isPrototypeOf')).toMatchObject({
      errors: [{ code: 'invalid_filter_value' }],
    })
  })

  test('stats and extra fields named like Object methods work', async () => {
    await create(VALUES)
    await create({ valueOf: 2 })
    const { document } = await ask(
      'GET',
      '/heirs?stats[valueOf]=sum,maximum&stats[toString]=count&stats[constructor]=count&extra_fields[heirs]=__defineGetter__',
    )
    expect(document?.meta).toEqual({
      stats: { valueOf: { sum: 9, maximum: 7 }, toString: { count: 1 }, constructor: { count: 2 } },
    })
    expect(document?.data.map(({ attributes }) => attributes['__defineGetter__'])).toEqual(['extra', 'extra'])
    expect((await ask('GET', '/heirs?stats[hasOwnProperty]=count')).status).toBe(400)
  })

  test('relationships named like Object methods are written, omitted, included, filtered through, and read at their URLs', async () => {
    const parent = await create({ constructor: 'parent' })
    const to = { type: 'heirs', id: parent.id }
    const child = await create({ valueOf: 5 }, { toLocaleString: { data: to } })
    const { document } = await ask(
      'GET',
      '/heirs?include=toLocaleString,propertyIsEnumerable.toLocaleString&sort=id',
    )
    const linked = document?.data.map(({ relationships }) => [
      relationships['toLocaleString']?.data,
      relationships['propertyIsEnumerable']?.data,
    ])
    expect(linked).toEqual([
      [null, [{ type: 'heirs', id: child.id }]],
      [to, []],
    ])
    expect(await idsOf('filter[toLocaleString.constructor]=parent')).toEqual([child.id])
    expect(await idsOf('filter[propertyIsEnumerable.valueOf]=5')).toEqual([parent.id])
    expect(
      (await ask('GET', `/heirs/${parent.id}/propertyIsEnumerable`)).document?.data.map(({ id }) => id),
    ).toEqual([child.id])
    expect((await ask('GET', `/heirs/${child.id}/relationships/toLocaleString`)).document?.data).toEqual(to)
    for (const name of ['constructor', 'valueOf', 'hasOwnProperty']) {
      expect((await ask('GET', `/heirs/${child.id}/${name}`)).status).toBe(404)
      expect((await ask('GET', `/heirs?include=${name}`)).status).toBe(400)
    }
    expect(
      (await ask('PATCH', `/heirs/${child.id}/relationships/toLocaleString`, { data: null })).status,
    ).toBe(204)
    expect(await idsOf('filter[propertyIsEnumerable.valueOf]=5')).toEqual([])
  })

  test('a nested write creates records whose attributes are named like Object methods', async () => {
    const lid = (name: string) => ({ type: 'heirs', 'temp-id': name, method: 'create' })
    const { status, document } = await ask('POST', '/heirs', {
      data: {
        type: 'heirs',
        attributes: { constructor: 'top' },
        relationships: { propertyIsEnumerable: { data: [lid('a'), lid('b')] } },
      },
      included: [
        { type: 'heirs', 'temp-id': 'a', attributes: { toString: 'a' } },
        { type: 'heirs', 'temp-id': 'b', attributes: { valueOf: 2 } },
      ],
    })
    expect([status, document?.errors]).toEqual([201, undefined])
    const rows = await store.prisma.heir.findMany({ orderBy: { id: 'asc' } })
    expect(rows.map((row) => [row.constructor, row.toString, row.valueOf, row.parentId === null])).toEqual([
      ['top', null, null, true],
      ['built', 'a', null, false],
      ['built', null, 2, false],
    ])
  })
})
