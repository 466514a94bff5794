import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { type PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counted } from '../support/counting.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { sample, samples } from '../support/samples.js'
import { serve } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'
import { isOtherEngine } from '../support/engine.js'

describe.each(databases)('stats/declared (6.2, 6.3): declared stats on $name', ({ openTypes }) => {
  let database: OpenDatabase<TypesClient>
  let operations: string[]
  let adapter: PrismaAdapter
  let resource: ResourceClass
  beforeAll(async () => {
    database = await openTypes()
    for (const [index, integer] of [1, 2, 4].entries()) {
      await database.prisma.sample.create({ data: sample(String(index), { integer, string: `s${integer}` }) })
    }
    const client = counted(database.prisma)
    operations = client.operations
    adapter = prismaAdapter(client.prisma)
  })
  beforeEach(() => {
    operations.splice(0)
    resource = samples(adapter)
  })
  afterAll(() => database.close())

  const ask = (search: string, headers = {}) => serve([resource]).get(`/samples?${search}`, headers)
  const statsOf = async (search: string): Promise<unknown> =>
    ((await ask(search)).body as { meta: { stats: unknown } }).meta.stats

  test('allowStat with a name permits every built-in calculation of its type (6.2)', async () => {
    expect(await statsOf('stats[integer]=count,sum,average,maximum,minimum')).toEqual({
      integer: { count: 3, sum: 7, average: 7 / 3, maximum: 4, minimum: 1 },
    })
  })

  test.each([
    ['string', 'sum'],
    ['string', 'average'],
    ['boolean', 'sum'],
    ['boolean', 'maximum'],
    ['date', 'average'],
    ['json', 'maximum'],
    ['json', 'count'],
    ['bytes', 'minimum'],
    ['color', 'sum'],
    ['total', 'sum'],
  ])(
    "a calculation that the attribute's type does not support returns StatNotFound, never a 500: %s %s (6.2)",
    async (name, calculation) => {
      resource.allowStat('total')
      expect(await ask(`stats[${name}]=${calculation}`)).toMatchObject({
        status: 400,
        body: { errors: [{ code: 'stat_not_found', source: { parameter: `stats[${name}]` } }] },
      })
      expect(operations).toEqual([])
    },
  )

  test.each([
    ['json', 'count', ''],
    ['jsno', 'count', ' Did you mean "json"?'],
    ['integer', 'summ', ' Did you mean "sum"?'],
  ])('an error never suggests the requested name of a stat: %s %s (6.2)', async (name, calculation, hint) => {
    expect(await ask(`stats[${name}]=${calculation}`)).toMatchObject({
      body: { errors: [{ detail: `"samples" has no stat "${calculation}" of "${name}".${hint}` }] },
    })
  })

  test('allowStat keeps every entry of a map (6.2)', async () => {
    resource.allowStat({ integer: ['sum'], float: 'maximum', total: ['count'] })
    expect(await statsOf('stats[integer]=sum&stats[float]=maximum&stats[total]=count')).toEqual({
      integer: { sum: 7 },
      float: { maximum: 0 },
      total: { count: 3 },
    })
    // Each entry replaces the previous declaration of its stat.
    for (const other of ['stats[integer]=maximum', 'stats[float]=minimum', 'stats[float]=sum']) {
      expect((await ask(other)).status).toBe(400)
    }
  })

  test('a stat may use a column with a different name, which its functions receive (6.2)', async () => {
    const seen: unknown[] = []
    resource.allowStat(
      { amount: { column: 'integer', calculations: ['sum', 'count'] } },
      { median: (_scope: unknown, column: string) => seen.push(column) },
    )
    expect(await statsOf('stats[amount]=sum,count,median')).toEqual({
      amount: { sum: 7, count: 3, median: 1 },
    })
    expect(seen).toEqual(['integer'])
  })

  test('a custom calculation is a function that receives (scope, attribute, context) (6.2)', async () => {
    const seen: unknown[] = []
    resource.allowStat('integer', {
      median: async (scope: unknown, attribute: string, context: unknown) => {
        seen.push(attribute, (context as { actionName: string }).actionName)
        const rows = await adapter.read(scope as PrismaScope)
        return rows.map((row) => (row as { integer: number }).integer).toSorted((a, b) => a - b)[1]
      },
    })
    expect(await statsOf('stats[integer]=median&filter[integer][lt]=9&page[size]=1')).toEqual({
      integer: { median: 2 },
    })
    expect(seen).toEqual(['integer', 'index'])
    expect((await ask('stats[integer]=sum')).status).toBe(400)
  })

  test('a function named like a built-in stat replaces it, and other functions in the map are kept (6.2)', async () => {
    resource.allowStat({ integer: ['sum', 'maximum'] }, { sum: () => 'mine' })
    expect(await statsOf('stats[integer]=sum,maximum')).toEqual({ integer: { sum: 'mine', maximum: 4 } })
  })

  test("a custom calculation's result is rendered according to its own type (6.2)", async () => {
    resource.allowStat('integer', {
      histogram: () => ({ low: 2, high: 1 }),
      huge: () => 2n ** 63n,
      last: () => new Date('2026-11-20T00:00:00.000Z'),
      nothing: () => undefined,
      odd: () => Number.NaN,
    })
    expect(await statsOf('stats[integer]=histogram,huge,last,nothing,odd')).toEqual({
      integer: {
        histogram: { low: 2, high: 1 },
        huge: '9223372036854775808',
        last: '2026-11-20T00:00:00.000Z',
        nothing: null,
        odd: null,
      },
    })
  })

  test.each([
    ['stats[nosuch]=count', 'nosuch', 'count', 'stats[nosuch]'],
    ['stats[integer]=nosuch', 'integer', 'nosuch', 'stats[integer]'],
    ['stats[constructor]=name', 'constructor', 'name', 'stats[constructor]'],
    ['extra_stats[integer]=nosuch', 'integer', 'nosuch', 'extra_stats[integer]'],
  ])(
    'StatNotFound names the attribute and the calculation, before any query: %s (6.2)',
    async (search, attribute, calculation, parameter) => {
      const { status, body } = await ask(search)
      const [error] = (body as { errors: readonly { detail: string }[] }).errors
      expect({ status, error }).toMatchObject({
        status: 400,
        error: { code: 'stat_not_found', source: { parameter }, meta: { attribute, calculation } },
      })
      expect(error?.detail).toContain(`"${calculation}" of "${attribute}"`)
      expect(operations).toEqual([])
    },
  )

  test('a stat on an attribute that the user may not see returns the response for an unknown stat (7.3)', async () => {
    resource.attribute('integer', { type: 'integer', readable: 'isEditor' })
    const details = async (name: string): Promise<string> =>
      JSON.stringify((await ask(`stats[${name}]=sun`)).body).replaceAll(name, 'x')
    expect(await details('integer')).toBe(await details('zzzzzzz'))
    expect(JSON.stringify((await ask('stats[intege]=sum')).body)).not.toContain('integer')
    expect((await ask('stats[integer]=sum', { 'x-role': 'editor' })).status).toBe(200)
  })

  test('all built-in stats of a request run in one aggregate query, plus one for each distinct count (6.3)', async () => {
    await ask('stats[total]=count&stats[integer]=sum,average,maximum,minimum&stats[float]=sum')
    expect(operations.toSorted()).toEqual(['Sample.aggregate', 'Sample.findMany'])
    operations.splice(0)
    await ask('stats[total]=count&stats[integer]=count,sum&stats[string]=count')
    expect(operations.toSorted()).toEqual([
      'Sample.aggregate',
      'Sample.findMany',
      // The Prisma Client needs a separate query to count distinct values. Kysely counts them in the same aggregate.
      ...(isOtherEngine() ? [] : ['Sample.groupBy', 'Sample.groupBy']),
    ])
  })

  test('a calculation that is requested twice is computed once (6.3)', async () => {
    expect(await statsOf('stats[integer]=sum,sum&extra_stats[integer]=sum')).toEqual({ integer: { sum: 7 } })
  })

  test.each([
    'stats[comments][total]=count',
    'stats[comments.total]=count',
    'stats=count',
    'stats[integer][sum]=1',
  ])(
    'a request for stats on a relationship, or for stats in a malformed parameter, returns 400: %s (6.3)',
    async (search) => {
      expect(await ask(search)).toMatchObject({ status: 400, body: { errors: [{ code: 'stat_not_found' }] } })
      expect(operations).toEqual([])
    },
  )
})
