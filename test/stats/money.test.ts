import { Resource } from '@jsonapi-gen/runtime'
import { loadSchema } from 'jsonapi-gen'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderWith } from '../generator/support/folder.js'
import { type ColumnsClient, databases, type OpenDatabase } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { serveWrites, type Served } from '../write/support/serve.js'

const DATAMODEL = `datasource db {
  provider = "postgresql"
}

model Payment {
  id      Int       @id
  amount  Decimal   @db.Money
  amounts Decimal[] @db.Money
  plain   Decimal
}
`

test('stats/money (23.12): the schema rejects stats that the type money does not support, and reports their location', async () => {
  const folder = await folderWith({
    'data.prisma': DATAMODEL,
    'schema.yaml': `prisma: { schema: data.prisma }
resources:
  payments:
    public: true
    attributes: [amount, amounts, plain]
    stats:
      amount: [count, sum, average, maximum, minimum]
      amounts: [count]
      plain: [sum, average]
`,
  })
  const { diagnostics } = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  expect(
    diagnostics.map(({ code, message, at }) => [code, at.source.text.slice(at.start, at.end), message]),
  ).toEqual([
    ['JG405', 'sum', 'Stat "amount" does not support "sum": its type is decimal (money in the store)'],
    [
      'JG405',
      'average',
      'Stat "amount" does not support "average": its type is decimal (money in the store)',
    ],
    ['JG405', 'count', 'Stat "amounts" does not support "count": its type is decimal[] (money in the store)'],
  ])
})

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'stats/money (23.12): declared stats of @db.Money on $name',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    let served: Served

    beforeAll(async () => {
      opened = await database.openColumns()
      class Payments extends Resource {
        static {
          this.type('payments')
          this.model('Native')
          this.id('integer')
          this.useAdapter(prismaAdapter(opened.prisma))
          this.attribute('money', 'decimal?')
          this.attribute('moneys', 'decimal[]')
          this.allowFilter('money')
          // A name alone allows the calculations of the type. A list, as in a handwritten resource, allows more.
          this.allowStat('money')
          this.allowStat({ moneys: ['count', 'sum', 'average', 'maximum', 'minimum'] })
        }
      }
      served = serveWrites({ payments: Payments })
      for (const money of ['1234567.5', '-1234.56', '0.01', null]) {
        const attributes = { money, moneys: money === null ? [] : [money] }
        const answer = await served.send('POST', '/payments', { data: { type: 'payments', attributes } })
        if (answer.status !== 201) throw new Error(JSON.stringify(answer))
      }
    })
    afterAll(() => opened.close())

    const statsOf = async (query: string): Promise<unknown> => {
      const { status, body } = await served.send('GET', `/payments?page[size]=1&${query}`)
      return [status, (body as { meta?: { stats?: unknown } }).meta?.stats]
    }

    test.each([
      ['stats[money]=count,minimum,maximum', { count: 3, minimum: '-1234.56', maximum: '1234567.5' }],
      ['filter[money][lt]=0&stats[money]=minimum,maximum', { minimum: '-1234.56', maximum: '-1234.56' }],
      ['filter[money]=7&stats[money]=count,minimum,maximum', { count: 0, minimum: null, maximum: null }],
    ])(
      'the minimum and maximum of money are exact, even with thousands separators: %s',
      async (query, money) => {
        expect(await statsOf(query)).toEqual([200, { money }])
      },
    )

    test.each([
      ['money', 'sum'],
      ['money', 'average'],
      ['moneys', 'count'],
      ['moneys', 'sum'],
      ['moneys', 'average'],
      ['moneys', 'maximum'],
      ['moneys', 'minimum'],
    ])(
      'a stat that the store cannot compute is rejected as unknown, and never returns a 500: %s %s',
      async (name, calculation) => {
        const { status, body } = await served.send('GET', `/payments?stats[${name}]=${calculation}`)
        expect([status, body]).toMatchObject([
          400,
          { errors: [{ code: 'stat_not_found', source: { parameter: `stats[${name}]` } }] },
        ])
      },
    )
  },
)
