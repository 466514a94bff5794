import { Resource } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { sample, samples } from '../support/samples.js'
import { serveWrites, type Served } from '../write/support/serve.js'

const postgres = databases.filter(({ name }) => name === 'postgresql')

/**
 * Values that PostgreSQL can store, but that JSON or RFC 3339 cannot express. The API itself rejects them.
 */
const UNSHOWABLE = [
  ['float', 'NaN'],
  ['float', 'Infinity'],
  ['float', '-Infinity'],
  ['datetime', 'infinity'],
  ['datetime', '-infinity'],
  ['datetime', '0044-03-15 12:00:00 BC'],
  ['datetime', '12024-01-01 00:00:00'],
] as const

describe.each(postgres)(
  'values/foreign-values (12.3, 19.1): values that other programs have stored, on $name',
  (database) => {
    let opened: OpenDatabase<TypesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    let engines: Readonly<Record<'prisma' | 'kysely', Served>>
    beforeAll(async () => {
      opened = await database.openTypes()
      kysely = kyselyAdapter(opened)
      const served = (adapter: Adapter): Served =>
        serveWrites({ samples: samples(adapter), lists: listsOf(adapter) }, { answerErrors: true })
      engines = {
        prisma: served(informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma)))),
        kysely: served(kysely.adapter),
      }
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    const execute = (sql: string): Promise<number> => opened.prisma.$executeRawUnsafe(sql)

    describe.each(['prisma', 'kysely'] as const)('on %s', (engine) => {
      test.each(UNSHOWABLE)(
        'a %s of %s is rendered as null if the type permits null, and otherwise causes an error that names the value; in stats, it counts as null',
        async (type, value) => {
          const { send, reported } = engines[engine]
          await opened.prisma.sample.deleteMany()
          await opened.prisma.sample.create({ data: sample('a') })
          await execute(`update "Sample" set "${type}OrNull" = '${value}'`)
          const nullable = await send('GET', '/samples/a')
          await execute(`update "Sample" set "${type}" = '${value}'`)
          const required = await send('GET', '/samples/a')
          const stats = await send('GET', `/samples?page[size]=0&stats[${type}]=maximum,minimum`)
          expect([nullable, required.status, stats]).toMatchObject([
            { status: 200, body: { data: { attributes: { [`${type}OrNull`]: null } } } },
            500,
            { status: 200, body: { meta: { stats: { [type]: { maximum: null, minimum: null } } } } },
          ])
          expect(String(reported.at(-1))).toContain(
            `samples a, "${type}": The store contains a value that JSON cannot represent`,
          )
        },
      )

      test('sums and averages over NaN are null', async () => {
        await opened.prisma.sample.deleteMany()
        await opened.prisma.sample.create({ data: sample('a') })
        await execute(`update "Sample" set "floatOrNull" = 'NaN', "decimalOrNull" = 'NaN'`)
        const nothing = { sum: null, average: null, maximum: null, minimum: null }
        const asked = ['floatOrNull', 'decimalOrNull'].map(
          (name) => `stats[${name}]=sum,average,maximum,minimum`,
        )
        const { status, body } = await engines[engine].send('GET', `/samples?page[size]=0&${asked.join('&')}`)
        expect([status, body]).toMatchObject([
          200,
          { meta: { stats: { floatOrNull: nothing, decimalOrNull: nothing } } },
        ])
      })

      test('a null list is rendered as an empty list, and a list that contains null or another list causes an error', async () => {
        const { send } = engines[engine]
        await execute('delete from "ListSample"')
        await execute(
          'alter table "ListSample" alter column integers drop not null, alter column strings drop not null',
        )
        await execute(`insert into "ListSample" (id, strings, integers, bigints, floats, decimals, booleans, dates, datetimes, jsons, bytes, colors, uuids)
        select id, strings::text[], integers::int[], '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}' from (values
        ('null', null, null), ('ok', '{a,"null"}', '{1}'), ('member', '{a,null}', '{1}'), ('nested', '{{a,b},{c,d}}', '{1}')) as rows (id, strings, integers)`)
        const shown = async (id: string): Promise<unknown> => {
          const { status, body } = await send('GET', `/lists/${id}`)
          return status === 200 ? (body as { data: { attributes: object } }).data.attributes : status
        }
        expect([
          await shown('null'),
          await shown('ok'),
          await shown('member'),
          await shown('nested'),
        ]).toEqual([{ strings: [], integers: [] }, { strings: ['a', 'null'], integers: [1] }, 500, 500])
      })
    })
  },
)

describe.each(databases.filter(({ name }) => name !== 'postgresql'))(
  'values/foreign-values (19.1): a boolean of 2 on $name',
  (database) => {
    let opened: OpenDatabase<TypesClient>
    beforeAll(async () => {
      opened = await database.openTypes()
      for (const id of ['a', 'b']) await opened.prisma.sample.create({ data: sample(id) })
      const quote = database.name === 'mariadb' ? '`' : '"'
      const [table, column] = ['Sample', 'boolean'].map((name) => `${quote}${name}${quote}`)
      await opened.prisma.$executeRawUnsafe(`update ${table} set ${column} = 2 where id = 'a'`)
    })
    afterAll(() => opened.close())

    test('Kysely reads a boolean of 2 as true, as the database does, and finds the record by true', async () => {
      const { adapter, close } = kyselyAdapter(opened)
      const { send } = serveWrites({ samples: samples(adapter) })
      const found = async (value: string): Promise<unknown> => {
        const { body } = await send('GET', `/samples?filter[boolean]=${value}&fields[samples]=boolean`)
        const { data } = body as { data: readonly { id: string; attributes: object }[] }
        return data.map(({ id, attributes }) => [id, attributes])
      }
      expect([await found('true'), await found('false')]).toEqual([
        [['a', { boolean: true }]],
        [['b', { boolean: false }]],
      ])
      await close()
    })

    // docs/limits.md documents this. If the test fails, Prisma has changed its behavior.
    test('Prisma reads a boolean of 2 as false on MariaDB, and throws an error on SQLite', async () => {
      const read = await opened.prisma.sample
        .findUniqueOrThrow({ where: { id: 'a' }, select: { boolean: true } })
        .catch((error: Error) => error.name)
      expect(read).toEqual(database.name === 'mariadb' ? { boolean: false } : 'PrismaClientKnownRequestError')
    })
  },
)

// docs/limits.md documents this. If one of the tests fails, Prisma has changed its behavior, and the API can
// also change.
describe.each(databases)(
  'values/foreign-values (19.1): numbers that Prisma changes, on $name',
  (database) => {
    test('Prisma rounds a float that has 17 digits and an exponent, and a number in JSON', async () => {
      const opened = await database.openTypes()
      const given = { floatOrNull: 1.234_567_890_123_456_8e21, jsonOrNull: 0.1 + 0.2 }
      const { floatOrNull, jsonOrNull } = await opened.prisma.sample.create({ data: sample('a', given) })
      expect({ floatOrNull, jsonOrNull }).toEqual({ floatOrNull: 1.234_567_890_123_457e21, jsonOrNull: 0.3 })
      await opened.close()
    })
  },
)

describe.each(postgres)('values/foreign-values (19.1): a time with an offset on $name', (database) => {
  // docs/schema-format.md documents this, with prisma/orm#7917. If Prisma also returns 08:00, the bug is
  // fixed, and the page can change.
  test('Kysely returns a time with an offset in UTC, and Prisma drops the offset', async () => {
    const opened = await database.openColumns()
    const kysely = kyselyAdapter(opened)
    await opened.prisma.$executeRawUnsafe(`insert into "Native" (timetz) values ('10:00:00+02')`)
    const shown = async (adapter: Adapter): Promise<unknown> => {
      class Natives extends Resource {
        static {
          this.type('natives')
          this.model('Native')
          this.id('integer')
          this.useAdapter(adapter)
          this.attribute('timetz', 'datetime?')
        }
      }
      const { body } = await serveWrites({ natives: Natives }).send('GET', '/natives')
      return (body as { data: readonly { attributes: object }[] }).data.map(({ attributes }) => attributes)
    }
    const onPrisma = informed(new PrismaAdapter(opened.prisma as never, ofStore(opened.prisma)))
    expect([await shown(kysely.adapter), await shown(onPrisma)]).toEqual([
      [{ timetz: '1970-01-01T08:00:00.000Z' }],
      [{ timetz: '1970-01-01T10:00:00.000Z' }],
    ])
    await kysely.close()
    await opened.close()
  })
})

function listsOf(adapter: Adapter) {
  return class extends Resource {
    static {
      this.type('lists')
      this.model('ListSample')
      this.id('string')
      this.useAdapter(adapter)
      this.attribute('strings', 'string[]')
      this.attribute('integers', 'integer[]')
    }
  }
}
