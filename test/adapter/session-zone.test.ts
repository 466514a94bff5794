import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
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

/** MariaDB has no names of zones here: it gets the offset in summer. */
const offsetOf = (zone: string): string =>
  ({ 'Asia/Tokyo': '+09:00', 'Europe/London': '+01:00' })[zone] ?? '+00:00'

/** The time zones of sessions, and whether each has the same clock as UTC in winter and in summer. */
const ZONES = [
  ['UTC', true],
  ['Asia/Tokyo', false],
  ['Europe/London', false],
] as const

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'adapter/session-zone (23.14): sessions on $name',
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

    /** A pool of Prisma's whose sessions are in a time zone. */
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

    /** Kysely over a store whose sessions are in a time zone. */
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
      'one of %s on Prisma is warned of once, unless its clock is that of UTC',
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
          /^The sessions of this connection pool are not in UTC, so moments in Native\.moment.* are read and written with another time\. Add /,
        )
        expect(warn.mock.calls).toEqual(isUtc ? [] : [[text]])
      },
    )

    test.each(ZONES)(
      'one of %s on Kysely is warned of once, where a column depends on it',
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
        const text = `The sessions of this connection pool are not in UTC, so moments in Native.moment are another time in your own SQL, and where clocks go back, an hour of each year is stored as another one. Add to the pool: pool.on('connection', (connection) => connection.query("SET time_zone = '+00:00'"))`
        // On PostgreSQL, the adapter exchanges moments in UTC.
        expect(warn.mock.calls).toEqual(isUtc || database.name === 'postgresql' ? [] : [[text]])
      },
    )
  },
)
