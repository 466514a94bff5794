import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createClient } from '../support/clients.js'
import { type ColumnsClient, databases, type OpenDatabase } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { adapterResource } from '../support/people.js'

const natives = adapterResource('natives', 'Native')

/** The time zones of sessions, and whether each has the same clock as UTC in winter and in summer. */
const ZONES = [
  ['UTC', true],
  ['Asia/Tokyo', false],
  ['Europe/London', false],
] as const

describe.each(databases.filter(({ name }) => name !== 'sqlite'))(
  'adapter/session-zone (23.14): sessions of Prisma on $name',
  (database) => {
    let opened: OpenDatabase<ColumnsClient>
    beforeAll(async () => {
      opened = await database.openColumns()
    })
    afterAll(() => opened.close())

    /** A pool whose sessions are in a time zone. MariaDB has no names of zones here: it gets the offset in summer. */
    function inZone(zone: string): SqlDriverAdapterFactory {
      const url = new URL(opened.url)
      if (database.name === 'mariadb') {
        const time_zone = { 'Asia/Tokyo': '+09:00', 'Europe/London': '+01:00' }[zone] ?? '+00:00'
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

    test.each(ZONES)('one of %s is warned of once, unless its clock is that of UTC', async (zone, isUtc) => {
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
    })
  },
)
