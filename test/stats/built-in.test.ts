import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { serve, type Served } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

const stats = (body: unknown): unknown => (body as { meta?: { stats?: unknown } }).meta?.stats

describe.each(databases)('stats/built-in (6.1): built-in stats on $name', ({ openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let operations: string[]
  let api: Served
  beforeAll(async () => {
    database = await openTypes()
    const rows = [
      sample('a', { integer: 10, integerOrNull: 1, bigint: 9_007_199_254_740_993n, string: 'x' }),
      sample('b', { integer: 10, integerOrNull: null, bigint: 1n, string: 'y', decimal: '0.1', float: 0.5 }),
      sample('c', { integer: 25, integerOrNull: 1, bigint: -1n, string: 'x', decimal: '0.2', float: 1.5 }),
    ]
    for (const data of rows) await database.prisma.sample.create({ data })
    const client = counted(database.prisma)
    operations = client.operations
    api = serve([samples(prismaAdapter(client.prisma))])
  })
  beforeEach(() => operations.splice(0))
  afterAll(() => database.close())

  const ask = async (search: string): Promise<unknown> => stats((await api.get(`/samples?${search}`)).body)

  test('stats[attribute]=a,b returns meta.stats.attribute.{a,b}', async () => {
    expect(await ask('stats[integer]=sum,average,maximum,minimum,count')).toEqual({
      integer: { sum: 45, average: 15, maximum: 25, minimum: 10, count: 2 },
    })
  })

  test('built-in stats are computed over the filtered records', async () => {
    expect(await ask('stats[integer]=sum&stats[total]=count&filter[integer]=10')).toEqual({
      integer: { sum: 20 },
      total: { count: 2 },
    })
  })

  test('stats ignore pagination, even with a page size of 0', async () => {
    const whole = { integer: { sum: 45 }, total: { count: 3 } }
    for (const page of ['page[size]=1', 'page[size]=1&page[number]=9', 'page[size]=0']) {
      expect(await ask(`stats[integer]=sum&stats[total]=count&${page}`)).toEqual(whole)
    }
  })

  test('the stat total with count counts rows, and count of an attribute counts its distinct values other than null', async () => {
    expect(await ask('stats[total]=count&stats[string]=count&stats[integerOrNull]=count')).toEqual({
      total: { count: 3 },
      string: { count: 2 },
      integerOrNull: { count: 1 },
    })
  })

  test('every built-in calculation ignores null', async () => {
    expect(await ask('stats[integerOrNull]=sum,average,maximum,minimum')).toEqual({
      integerOrNull: { sum: 2, average: 1, maximum: 1, minimum: 1 },
    })
  })

  test.each(['filter[id]=nosuch', 'filter[id]='])(
    'for an empty set, count, sum and average are 0, and maximum and minimum are null: %s',
    async (filter) => {
      expect(
        await ask(
          `${filter}&stats[total]=count&stats[integer]=count,sum,average,maximum,minimum&stats[float]=sum,average,maximum` +
            '&stats[bigint]=sum,average,minimum&stats[decimal]=sum,average,maximum,minimum&stats[date]=maximum',
        ),
      ).toEqual({
        total: { count: 0 },
        integer: { count: 0, sum: 0, average: 0, maximum: null, minimum: null },
        float: { sum: 0, average: 0, maximum: null },
        // Sums of exact types are strings (rule 12.3), even without any values.
        bigint: { sum: '0', average: 0, minimum: null },
        decimal: { sum: '0', average: '0', maximum: null, minimum: null },
        date: { maximum: null },
      })
    },
  )

  test('a column that is null in every row counts as an empty set', async () => {
    expect(await ask('stats[bigintOrNull]=sum,average,maximum,count')).toEqual({
      bigintOrNull: { sum: '0', average: 0, maximum: null, count: 0 },
    })
  })

  test('sums are exact for bigints beyond 2^53 and for decimals such as 0.1 + 0.2', async () => {
    expect(await ask('stats[bigint]=sum,maximum&stats[decimal]=sum')).toEqual({
      bigint: { sum: '9007199254740993', maximum: '9007199254740993' },
      decimal: { sum: '0.3' },
    })
  })

  test('a sum of integers may exceed the range of integers', async () => {
    for (const id of ['big 1', 'big 2']) {
      await database.prisma.sample.create({ data: sample(id, { integer: 2_147_483_647 }) })
    }
    expect(await ask('stats[integer]=sum')).toEqual({ integer: { sum: 4_294_967_294 + 45 } })
    await database.prisma.sample.deleteMany({ where: { id: { startsWith: 'big' } } })
  })

  test('the maximum and minimum of text, dates and enums are rendered like the attribute', async () => {
    expect(await ask('stats[string]=maximum,minimum&stats[date]=maximum&stats[datetime]=minimum')).toEqual({
      string: { maximum: 'y', minimum: 'x' },
      date: { maximum: '2026-11-20' },
      datetime: { minimum: '2026-11-20T15:04:05.678Z' },
    })
  })

  test('requesting stats does not change which records are read', async () => {
    const with_ = await api.get('/samples?stats[total]=count')
    const without = await api.get('/samples')
    expect((with_.body as { data: unknown }).data).toEqual((without.body as { data: unknown }).data)
    expect(without.body).not.toHaveProperty('meta')
  })
})
