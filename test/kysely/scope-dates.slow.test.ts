import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { factsOfDatamodel } from '../support/facts.js'
import { isSoak } from '../support/sample.js'
import { kyselyOf } from './support/kysely-of.js'

/** Time zones of the process: two with daylight saving time, and one with an offset of half an hour. */
const ZONES = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata']

/**
 * Times around changes to and from daylight saving time, when a local clock shows an hour twice or skips it.
 */
const CHANGES = [
  '2026-03-08T06:30:00.000Z',
  '2026-03-08T07:00:00.000Z',
  '2026-11-01T05:30:00.000Z',
  '2026-11-01T06:30:00.000Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '2026-04-04T15:00:00.000Z',
  '2026-07-01T00:00:00.000Z',
]

const MOMENTS = isSoak
  ? CHANGES.flatMap((text) =>
      [-3600, -1, 0, 1, 3600].map((seconds) => new Date(Date.parse(text) + seconds * 1000).toISOString()),
    )
  : CHANGES

const COLUMNS = {
  sqlite: { moment: ['', 'text'] },
  postgresql: {
    moment: ['', 'timestamp(3)'],
    zoned: ['@db.Timestamptz(3)', 'timestamptz(3)'],
  },
  mariadb: {
    moment: ['', 'datetime(3)'],
    zoned: ['@db.Timestamp(3)', 'timestamp(3) null'],
  },
} as const

const PROVIDERS = { sqlite: 'sqlite', postgresql: 'postgresql', mariadb: 'mysql' } as const

describe.each(inject('databases'))(
  'kysely/scope-dates (23.12): Dates in scopes on $name, in various time zones of the process and the session',
  ({ name, url }) => {
    const columns = Object.entries(COLUMNS[name])

    /** The records that a process in each zone finds in a table with all of these times. */
    const told = async (zones: readonly string[]) => {
      const table = `moments_${inject('run')}`
      const file = `file:${join(inject('directory'), `${table}.db`)}`
      const located = new URL(name === 'sqlite' ? file : url)
      if (name === 'postgresql') located.searchParams.set('options', '-c TimeZone=Australia/Lord_Howe')
      const db = kyselyOf({ name, url: name === 'sqlite' ? file : await databaseOf(located) })
      try {
        const kinds = columns.map(([column, [, type]]) => sql`${sql.id(column)} ${sql.raw(type)}`)
        await sql`create table ${sql.id(table)} (id integer primary key, ${sql.join(kinds)})`.execute(db)
        await db.connection().execute(async (connection) => {
          if (name === 'mariadb') await sql`set time_zone = '+00:00'`.execute(connection)
          if (name === 'postgresql') await sql`set time zone 'UTC'`.execute(connection)
          for (const [id, text] of MOMENTS.entries()) {
            const stored =
              name === 'sqlite' ? text.replace('Z', '+00:00') : text.replace('T', ' ').replace('Z', '')
            const values = columns.map(() => sql`${stored}`)
            await sql`insert into ${sql.id(table)} values (${id}, ${sql.join(values)})`.execute(connection)
          }
        })
        const facts = await factsOfDatamodel(
          `datasource db {\n  provider = "${PROVIDERS[name]}"\n}\nmodel Moment {\n  id Int @id\n${columns
            .map(([column, [native]]) => `  ${column} DateTime? ${native}`)
            .join('\n')}\n  @@map("${table}")\n}\n`,
        )
        const asked = JSON.stringify({
          name,
          url: name === 'sqlite' ? file : located.href,
          facts: { ...facts, anyNull: undefined },
          columns: columns.map(([column]) => column),
          moments: MOMENTS,
        })
        const answers = zones.map(async (TZ) => {
          const { stdout } = await promisify(execFile)(
            process.execPath,
            [at('test/fixtures/kysely/scope-dates.mjs'), asked],
            { env: { ...process.env, TZ } },
          )
          return JSON.parse(stdout) as { zone: string; all: Record<string, readonly string[]> }
        })
        return await Promise.all(answers)
      } finally {
        await sql`drop table if exists ${sql.id(table)}`.execute(db)
        await db.destroy()
      }
    }

    /** MariaDB's URL names no database, so the tables are in a separate one. */
    const databaseOf = async (located: URL): Promise<string> => {
      if (name !== 'mariadb') return located.href
      const own = `${inject('run')}_moments`
      const server = kyselyOf({ name, url })
      await sql`create database if not exists ${sql.id(own)}`.execute(server)
      await server.destroy()
      located.pathname = `/${own}`
      return located.href
    }

    test('a Date in a scope finds exactly the rows with that moment', async () => {
      const ids = (holds: (moment: number) => boolean): string =>
        MOMENTS.flatMap((text, id) => (holds(Date.parse(text)) ? [id] : [])).join()
      const expected = Object.fromEntries(
        columns.flatMap(([column]) =>
          MOMENTS.map((text) => {
            const moment = Date.parse(text)
            const here = ids((one) => one === moment)
            const near = ids((one) => one === moment || one === moment + 60_000)
            const between = ids((one) => one >= moment && one <= moment + 60_000)
            return [
              `${column} ${text}`,
              [
                here,
                near,
                here,
                ids((one) => one > moment),
                ids((one) => one <= moment),
                near,
                between,
                ids((one) => one >= moment),
                ids((one) => one < moment),
              ],
            ]
          }),
        ),
      )
      for (const [index, { zone, all }] of (await told(ZONES)).entries()) {
        expect([zone.replace('Calcutta', 'Kolkata'), all]).toEqual([ZONES[index], expected])
      }
    }, 120_000)
  },
)
