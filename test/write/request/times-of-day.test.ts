import { Resource } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { namedTables } from '../../names/support/resources.js'
import { databases } from '../../support/databases.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

describe.each(databases)('write/times-of-day (18.10): a column of type @db.Time on $name', (database) => {
  const tables = namedTables(database)
  // SQLite lacks this type, so its column contains ordinary times.
  const isTime = database.name !== 'sqlite'

  const api = () => {
    class AccountResource extends Resource {
      static {
        this.type('accounts')
        this.model('Account')
        this.useAdapter(prismaAdapter(tables.prisma))
        this.id('string', { column: 'uuid' })
        this.attribute('closesAt', 'datetime?')
        this.allowFilter('closesAt')
        this.allowStat({ closesAt: ['minimum', 'maximum'] })
      }
    }
    return serveWrites({ accounts: AccountResource })
  }
  const patch = (id: string, closesAt: string) =>
    api().send('PATCH', `/accounts/${id}`, { data: { type: 'accounts', id, attributes: { closesAt } } })
  const ids = async (query: string): Promise<readonly string[]> => {
    const { body } = await api().send('GET', `/accounts?${query}`)
    return (body as { data: readonly { id: string }[] }).data.map(({ id }) => id)
  }

  test('a time of day is a time on 1 January 1970 in UTC, and can be read, filtered, sorted and compared', async () => {
    for (const [id, time] of [
      ['a', '09:30:00'],
      ['b', '23:59:59'],
      ['c', '00:00:00'],
    ] as const) {
      const closesAt = `1970-01-01T${time}.000Z`
      expect(written(await patch(id, closesAt)).data.attributes).toEqual({ closesAt })
    }
    expect(await ids('filter[closesAt]=1970-01-01T09:30:00Z')).toEqual(['a'])
    expect(await ids('filter[closesAt][gte]=1970-01-01T09:30:00Z&sort=-closesAt')).toEqual(['b', 'a'])
    expect(await ids('filter[closesAt][not_eq]=1970-01-01T09:30:00Z&sort=closesAt')).toEqual(['c', 'b'])
    const stats = await api().send('GET', '/accounts?page[size]=0&stats[closesAt]=minimum,maximum')
    expect(stats.body).toMatchObject({
      meta: {
        stats: {
          closesAt: { minimum: '1970-01-01T00:00:00.000Z', maximum: '1970-01-01T23:59:59.000Z' },
        },
      },
    })
  })

  test('a time of day on any other day, or with digits that the column cannot store, is rejected', async () => {
    const another = await patch('a', '2024-05-06T07:08:09Z')
    const fine = await patch('a', '1970-01-01T07:08:09.5Z')
    expect([another, fine].map((answer) => (isTime ? shortErrors(answer) : answer.status))).toEqual(
      isTime
        ? [
            ['422 /data/attributes/closesAt closesAt is out of range.'],
            ['422 /data/attributes/closesAt closesAt has more digits than its column can store.'],
          ]
        : [200, 200],
    )
  })
})
