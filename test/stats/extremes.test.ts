import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { sample, samples, type SampleRow } from '../support/samples.js'
import { serve, type Served } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'

describe.each(databases)(
  'stats/extremes (6.1): values at the bounds of their types, on $name',
  ({ name, openTypes }) => {
    let database: OpenDatabase<TypesClient>
    let api: Served
    beforeAll(async () => {
      database = await openTypes()
      api = serve([samples(prismaAdapter(database.prisma))])
    })
    afterEach(() => database.prisma.sample.deleteMany())
    afterAll(() => database.close())

    const create = async (...rows: readonly Partial<SampleRow>[]) => {
      for (const [index, row] of rows.entries()) {
        await database.prisma.sample.create({ data: sample(String(index), row) })
      }
    }
    const ask = async (search: string): Promise<unknown> => {
      const { status, body } = await api.get(`/samples?${search}`)
      return status === 200 ? (body as { meta: { stats: unknown } }).meta.stats : body
    }

    test.each([1.7e308, -1.7e308])(
      'a sum and an average beyond the range of doubles are null, for values of %d',
      async (float) => {
        await create({ float, integer: 3, bigint: 2n ** 62n }, { float, integer: 4, bigint: 2n ** 62n })
        expect(
          await ask(
            'stats[float]=sum,average,count,maximum&stats[integer]=sum,average&stats[bigint]=sum&stats[total]=count',
          ),
        ).toEqual({
          float: { sum: null, average: null, count: 1, maximum: float },
          integer: { sum: 7, average: 3.5 },
          bigint: { sum: '9223372036854775808' },
          total: { count: 2 },
        })
        expect(await ask('stats[float]=sum')).toEqual({ float: { sum: null } })
        expect(await ask('stats[floatOrNull]=sum,average')).toEqual({ floatOrNull: { sum: 0, average: 0 } })
        expect(await ask('stats[float]=sum,average&filter[id]=0')).toEqual({
          float: { sum: float, average: float },
        })
      },
    )

    test('an average of decimals does not lose any digits', async () => {
      const decimal = '1234567890123456789.123456789'
      const [whole, half] =
        name === 'sqlite'
          ? ['1234567890123460000', '617283945061730000']
          : [decimal, '617283945061728394.5617283945']
      await create({ decimal })
      expect(await ask('stats[decimal]=average')).toEqual({ decimal: { average: whole } })
      await database.prisma.sample.create({ data: sample('zero', { decimal: '0' }) })
      expect(await ask('stats[decimal]=average')).toEqual({ decimal: { average: half } })
    })

    test('an average of decimals that terminates is exact, and any other has twenty digits', async () => {
      await create({ decimal: '0.1' }, ...Array.from({ length: 63 }, () => ({ decimal: '0' })))
      expect(await ask('stats[decimal]=average')).toEqual({ decimal: { average: '0.0015625' } })
      await database.prisma.sample.deleteMany()
      await create({ decimal: '1' }, { decimal: '0' }, { decimal: '0' })
      expect(await ask('stats[decimal]=average')).toEqual({ decimal: { average: '0.33333333333333333333' } })
    })
  },
)
