import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../support/clients.js'
import { type ColumnsClient, databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { adapterResource } from '../support/people.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'

const natives = adapterResource('natives', 'Native')
const samples = adapterResource('samples', 'Sample')

/** The MariaDB server of the tests has no named time zones, so it receives the summer offset. */
const offsetOf = (zone: string): string =>
  ({ 'Asia/Tokyo': '+09:00', 'Europe/London': '+01:00' })[zone] ?? '+00:00'

/** The sessions' time zones, and whether each has the same time as UTC in winter and in summer. */
const ZONES = [
  ['UTC', true],
  ['Asia/Tokyo', false],
  ['Europe/London', false],
] as const

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'adapter/session-checks (23.14): sessions on $name',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    let types: OpenDatabase<TypesClient>
    beforeAll(async () => {
      opened = await database.openColumns()
      types = await database.openTypes()
    })
    afterAll(async () => {
      await opened.close()
      await types.close()
    })

    /** A Prisma pool whose sessions use a time zone. */
    function inZone(zone: string): SqlDriverAdapterFactory {
      const url = new URL(opened.url)
      if (database.name === 'mariadb') {
        const time_zone = offsetOf(zone)
        return new PrismaMariaDb({
          host: url.hostname,
          port: Number(url.port) || 3306,
          user: decodeURIComponent(url.username),
          password: decodeURIComponent(url.password),
          database: url.pathname.slice(1),
          sessionVariables: { time_zone, max_statement_time: 300 },
        })
      }
      const schema = /search_path=(\w+)/.exec(url.searchParams.get('options') ?? '')?.[1] ?? ''
      url.searchParams.set('options', `-c search_path=${schema} -c timezone=${zone}`)
      return new PrismaPg({ connectionString: url.href }, { schema })
    }

    /** Kysely over a store whose sessions use a time zone. */
    async function kyselyInZone(store: OpenDatabase<object>, zone: string) {
      const url = new URL(store.url)
      if (database.name === 'postgresql') {
        url.searchParams.set('options', `${url.searchParams.get('options') ?? ''} -c timezone=${zone}`)
      }
      const kysely = kyselyAdapter({ ...store, url: url.href })
      if (database.name === 'mariadb') {
        await Promise.all(
          Array.from({ length: 5 }, () =>
            kysely.db
              .connection()
              .execute((one) => sql.raw(`set time_zone = '${offsetOf(zone)}'`).execute(one)),
          ),
        )
      }
      return kysely
    }

    test.each(ZONES)(
      'on Prisma, a session with %s causes a single warning, unless its clock is UTC',
      async (zone, isUtc) => {
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        const prisma = await createClient('columns', database.name, inZone(zone))
        onTestFinished(async () => {
          warn.mockRestore()
          await prisma.$disconnect()
        })
        for (let time = 0; time < 2; time++) {
          const adapter = informed(new PrismaAdapter(prisma, ofStore(prisma)))
          await adapter.transaction(() => adapter.read(adapter.all(natives), 'all', natives))
        }
        const text = expect.stringMatching(
          /^The sessions of this connection pool are not in UTC, so times in Native\.moment.* are read and written with an offset\. Add /,
        )
        expect(warn.mock.calls).toEqual(isUtc ? [] : [[text]])
      },
    )

    test.each(ZONES)(
      'on Kysely, a session with %s causes a single warning if a column depends on the setting',
      async (zone, isUtc) => {
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        const kyselys = await Promise.all([opened, types].map((store) => kyselyInZone(store, zone)))
        onTestFinished(async () => {
          warn.mockRestore()
          for (const { close } of kyselys) await close()
        })
        for (const [index, { adapter }] of kyselys.entries()) {
          const resource = index === 0 ? natives : samples
          const read = () => adapter.read(adapter.all(resource), 'all', resource)
          await Promise.all([read(), adapter.transaction(read), read()])
        }
        const text = `The sessions of this connection pool are not in UTC, so times in Native.moment are different in your own SQL, and when clocks are set back, the times of one hour each year are stored as the times of a different hour. Add to the pool: pool.on('connection', (connection) => connection.query("SET time_zone = '+00:00'"))`
        // On PostgreSQL, the adapter exchanges timestamps in UTC.
        expect(warn.mock.calls).toEqual(isUtc || database.name === 'postgresql' ? [] : [[text]])
      },
    )
  },
)

const ENGINES = ['prisma', 'kysely'] as const

/** Values of extra_float_digits on PostgreSQL, and whether doubles are then sent with all their digits. */
const DIGITS = [
  ['1', true],
  ['3', true],
  ['0', false],
  ['-3', false],
] as const

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'adapter/session-checks (23.16): sessions on $name that round the values they send',
  (database) => {
    let types: OpenDatabase<TypesClient>
    beforeAll(async () => {
      types = await database.openTypes()
    })
    afterAll(() => types.close())

    const located = ({ url }: OpenDatabase<object>, digits: string): URL => {
      const given = new URL(url)
      given.searchParams.set(
        'options',
        `${given.searchParams.get('options') ?? ''} -c extra_float_digits=${digits}`,
      )
      return given
    }

    test.each(
      DIGITS.flatMap(([digits, isExact]) => ENGINES.map((engine) => [engine, digits, isExact] as const)),
    )(
      'on %s, extra_float_digits = %s causes a single warning, unless all digits are sent',
      async (engine, digits, isExact) => {
        const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
        const { href, searchParams } = located(types, digits)
        const schema = /search_path=(\w+)/.exec(searchParams.get('options') ?? '')?.[1] ?? ''
        const prisma = await createClient(
          'types',
          database.name,
          new PrismaPg({ connectionString: href }, { schema }),
        )
        const kysely = kyselyAdapter({ ...types, url: href })
        onTestFinished(async () => {
          warn.mockRestore()
          await prisma.$disconnect()
          await kysely.close()
        })
        for (let time = 0; time < 2; time++) {
          const adapter: Adapter =
            engine === 'kysely' ? kysely.adapter : informed(new PrismaAdapter(prisma, ofStore(prisma)))
          await adapter.transaction(() => adapter.read(adapter.all(samples), 'all', samples), {})
        }
        const text = expect.stringMatching(
          new RegExp(
            `^The sessions of this connection pool have extra_float_digits = ${digits}, so PostgreSQL rounds the values of .*Sample\\.float, Sample\\.floatOrNull: responses show numbers that differ from the stored ones\\. Add options: '-c extra_float_digits=1' to the options of the pool\\.$`,
          ),
        )
        expect(warn.mock.calls).toEqual(isExact ? [] : [[text]])
      },
    )
  },
)
