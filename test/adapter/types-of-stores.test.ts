import { afterEach, afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { sample, samples, type SampleRow } from '../support/samples.js'
import { serve, type Served } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

interface Document {
  readonly data: readonly { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> }[]
}

/**
 * An attribute, its value in the store, in a document and in a filter, and the databases that can store the
 * value.
 */
type Case = readonly [
  attribute: string,
  stored: unknown,
  rendered: unknown,
  filter: string,
  only?: readonly string[],
]

const UUID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'
const SERVERS = ['postgresql', 'mariadb']

const CASES: readonly Case[] = [
  ['string', 'Ünïcödé 🚀 "quoted"', 'Ünïcödé 🚀 "quoted"', '{{Ünïcödé 🚀 "quoted"}}'],
  ['string', 'a, b', 'a, b', '{{a, b}}'],
  ['string', 'null', 'null', '{{null}}'],
  ['string', '', '', '{{{""}}}'],
  ['integer', 2_147_483_647, 2_147_483_647, '2147483647'],
  ['integer', -2_147_483_648, -2_147_483_648, '-2147483648'],
  ['bigint', 9_223_372_036_854_775_807n, '9223372036854775807', '9223372036854775807'],
  ['bigint', -9_223_372_036_854_775_808n, '-9223372036854775808', '-9223372036854775808'],
  ['bigint', 9_007_199_254_740_993n, '9007199254740993', '9007199254740993'],
  ['float', 0.1, 0.1, '0.1'],
  ['float', 1.797693134862315e308, 1.797693134862315e308, '1.797693134862315e308'],
  ['float', 0.1 + 0.2, 0.30000000000000004, '0.30000000000000004'],
  ['float', -0.5, -0.5, '-0.5'],
  ['decimal', '0.3', '0.3', '0.3'],
  ['decimal', '-12345.6789', '-12345.6789', '-12345.6789'],
  [
    'decimal',
    '12345678901234567890.123456789012345678',
    '12345678901234567890.123456789012345678',
    '12345678901234567890.123456789012345678',
    SERVERS,
  ],
  ['decimal', '1e30', '1000000000000000000000000000000', '1e30', ['sqlite']],
  ['boolean', true, true, 'true'],
  ['date', new Date('2024-02-29T00:00:00.000Z'), '2024-02-29', '2024-02-29'],
  ['date', new Date('9999-12-31T00:00:00.000Z'), '9999-12-31', '9999-12-31'],
  ['datetime', new Date('2024-02-29T23:59:59.999Z'), '2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
  [
    'datetime',
    new Date('2024-02-29T23:59:59.999Z'),
    '2024-02-29T23:59:59.999Z',
    '2024-03-01T00:59:59.999%2B01:00',
  ],
  ['datetime', new Date('1969-12-31T23:59:59.001Z'), '1969-12-31T23:59:59.001Z', '1969-12-31T23:59:59.001Z'],
  ['bytes', new Uint8Array([0, 1, 254, 255]), 'AAH+/w==', 'AAH%2B/w=='],
  ['bytes', new Uint8Array([]), '', '{{{""}}}'],
  ['color', 'green', 'green', 'green'],
  ['uuid', UUID, UUID, UUID],
  ['uuid', UUID, UUID, UUID.toUpperCase()],
  [
    'json',
    { nested: [1, 'two', null, { three: true }] },
    { nested: [1, 'two', null, { three: true }] },
    '{{{{"nested":[1,"two",null,{"three":true}]}}}}',
  ],
]

describe.each(databases)('column types on $name', ({ name, openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let api: Served
  beforeAll(async () => {
    database = await openTypes()
    api = serve([samples(prismaAdapter(database.prisma))])
  })
  afterEach(() => database.prisma.sample.deleteMany())
  afterAll(() => database.close())

  const create = (id: string, of: Partial<SampleRow>) =>
    database.prisma.sample.create({ data: sample(id, of) })
  const read = async (search: string): Promise<Document['data']> => {
    const { status, body } = await api.get(`/samples?${search}`)
    expect({ status, search, body: status === 200 ? 'data' : body }).toEqual({
      status: 200,
      search,
      body: 'data',
    })
    return (body as Document).data
  }

  const here = CASES.filter(([, , , , only]) => only?.includes(name) ?? true).map(
    ([attribute, stored, rendered, filter]) => ({ attribute, stored, rendered, filter }),
  )
  test.each(here)(
    'a filter on $attribute finds the stored value, which is rendered exactly as $rendered',
    async ({ attribute, stored, rendered, filter }) => {
      await create('it', { [attribute]: stored, [`${attribute}OrNull`]: stored })
      await create('other', {})
      expect((await read(`filter[${attribute}OrNull]=null`)).map(({ id }) => id)).toEqual(['other'])
      const [it] = await read('filter[id]=it')
      expect([it?.attributes[attribute], it?.attributes[`${attribute}OrNull`]]).toEqual([rendered, rendered])
      for (const filtered of [attribute, `${attribute}OrNull`]) {
        expect((await read(`filter[${filtered}]=${filter}&filter[id]=it`)).map(({ id }) => id)).toEqual([
          'it',
        ])
        expect(await read(`filter[${filtered}][not_eq]=${filter}&filter[id]=it`)).toEqual([])
      }
    },
  )

  test('a null value of any type is rendered as null, and can be found by a filter', async () => {
    await create('nulls', {})
    const [it] = await read(
      'filter[stringOrNull]=null&filter[decimalOrNull]=null&filter[bytesOrNull]=null&filter[jsonOrNull]=null&filter[colorOrNull]=null&filter[uuidOrNull]=null',
    )
    const nullable = Object.entries(it?.attributes ?? {}).filter(([attribute]) =>
      attribute.endsWith('OrNull'),
    )
    expect(nullable).toHaveLength(12)
    expect(new Set(nullable.map(([, value]) => value))).toEqual(new Set([null]))
  })

  test('filters on exact types compare values exactly, even at their bounds', async () => {
    await create('a', { bigint: 9_007_199_254_740_992n, decimal: '0.1' })
    await create('b', { bigint: 9_007_199_254_740_993n, decimal: '0.2' })
    await create('c', { bigint: 9_223_372_036_854_775_807n, decimal: '0.3' })
    const found = async (search: string) => (await read(search)).map(({ id }) => id)
    expect(await found('filter[bigint][gt]=9007199254740992&sort=-bigint')).toEqual(['c', 'b'])
    expect(await found('filter[bigint][gte]=9223372036854775807')).toEqual(['c'])
    expect(await found('filter[decimal][lt]=0.2')).toEqual(['a'])
    expect(await found('filter[decimal]=0.1,0.3&sort=-decimal')).toEqual(['c', 'a'])
  })

  test('stats are exact for a bigint at its bound and for 0.1 + 0.2', async () => {
    await create('a', {
      bigint: 9_223_372_036_854_775_806n,
      decimal: '0.1',
      datetime: new Date('0999-01-01'),
    })
    await create('b', { bigint: 1n, decimal: '0.2' })
    const { body } = await api.get(
      '/samples?stats[bigint]=sum,maximum,minimum&stats[decimal]=sum,average,maximum&stats[datetime]=minimum',
    )
    expect((body as { meta: unknown }).meta).toEqual({
      stats: {
        bigint: { sum: '9223372036854775807', maximum: '9223372036854775806', minimum: '1' },
        decimal: { sum: '0.3', average: '0.15', maximum: '0.2' },
        datetime: { minimum: '0999-01-01T00:00:00.000Z' },
      },
    })
  })

  test('a sum may exceed the range of bigint', async () => {
    for (const id of ['a', 'b']) await create(id, { bigint: 9_223_372_036_854_775_807n })
    const { status, body } = await api.get('/samples?stats[bigint]=sum&stats[total]=count')
    expect({ status, meta: (body as { meta: unknown }).meta }).toEqual({
      status: 200,
      meta: { stats: { bigint: { sum: '18446744073709551614' }, total: { count: 2 } } },
    })
  })

  test.each([
    'filter[float]=1.7976931348623157e308',
    'filter[float][gt]=-1.7976931348623157e308',
    'filter[float]=1e309',
    'filter[float]=5e-324',
    'filter[decimal]=1e30',
    'filter[decimal][gt]=1e999',
    'filter[decimal][gt]=-1e-999',
    `filter[decimal]=${'9'.repeat(400)}`,
    'filter[bigint]=9223372036854775808',
    'filter[integer]=2147483648',
    'filter[string]=%00',
    'filter[string]=%ED%A0%80',
    'filter[bytes]=%3D%3D%3D',
    'filter[json]={{{{"$dbNull":true}}}}',
    'filter[json]=null',
  ])("a filter by a value at a type's bound returns records or a 400, never a 500: %s", async (search) => {
    expect([200, 400]).toContain((await api.get(`/samples?${search}`)).status)
  })

  test('a filter by a year before 1000 or after 9999 returns records or a 400', async () => {
    await create('old', { datetime: new Date('0999-12-31T00:00:00.000Z') })
    expect((await read('filter[datetime][lt]=1000-01-01')).map(({ id }) => id)).toEqual(['old'])
    for (const year of ['0001-01-01', '9999-12-31']) {
      expect((await api.get(`/samples?filter[datetime][gt]=${year}`)).status).toBe(200)
      expect((await api.get(`/samples?filter[date]=${year}`)).status).toBe(200)
    }
    for (const year of ['0000-01-01', '10000-01-01', '%2B010000-01-01', '-000001-01-01', '2024-02-30']) {
      expect(await api.get(`/samples?filter[datetime]=${year}`)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'invalid_filter_value' }] },
      })
    }
  })
})
