import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { type Kysely, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { datamodel as datamodelText } from '../../scripts/lib/datamodels.js'
import { loadDatamodel } from '../../src/prisma/load-datamodel.js'
import { kyselyOf, poolOf } from '../kysely/support/kysely-of.js'
import { PROVIDERS } from '../support/clients.js'
import { type ColumnsClient, databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { factsOf, informed, ofStore } from '../support/facts.js'
import { nativeResource } from '../support/natives.js'
import { sample, samples } from '../support/samples.js'
import { written } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'

/** Time zones for the process: two with daylight saving time, and one whose offset is not a whole number of hours. */
const ZONES = ['America/New_York', 'Europe/London', 'Asia/Kathmandu']

/** The time zone of the sessions. */
const SESSION = { sqlite: '', postgresql: `set time zone 'Asia/Tokyo'`, mariadb: `set time_zone = '+09:00'` }

/** Times near clock changes in these zones: an hour that clocks skip, and an hour that they show twice. */
const MOMENTS = [
  '2024-03-10T06:59:59.999Z',
  '2024-03-10T07:30:00.000Z',
  '2024-11-03T05:30:00.000Z',
  '2024-11-03T06:30:00.000Z',
  '2024-10-27T00:30:00.000Z',
  '2024-10-27T01:30:00.123Z',
  '1970-01-02T00:00:00.000Z',
  '2037-12-31T23:59:59.999Z',
]

const home = process.env['TZ']

describe.each(databases)('values/time-zones (23.14): dates and times on $name', (database) => {
  let types: OpenDatabase<TypesClient>
  let columns: OpenDatabase<ColumnsClient>
  let engines: Readonly<Record<'prisma' | 'kysely', Served>>
  let opened: readonly Kysely<object>[]
  beforeAll(async () => {
    types = await database.openTypes()
    columns = await database.openColumns()
    const loaded = await loadDatamodel([
      { path: 'columns.prisma', text: await datamodelText('columns', PROVIDERS[database.name]) },
    ])
    if (!loaded.ok) throw new Error('The datamodel is faulty.')
    const { datamodel } = loaded
    const served = (ofTypes: Adapter, ofColumns: Adapter): Served =>
      serveWrites({
        samples: samples(ofTypes),
        ...(database.name !== 'sqlite' && { natives: nativeResource(columns.prisma, datamodel, ofColumns) }),
      })
    const dbs = await Promise.all([types, columns].map(inSession))
    opened = dbs
    const onKysely = dbs.map((db, index) => {
      const adapter = new KyselyAdapter(db, poolOf(db))
      declareFacts(adapter, factsOf(index === 0 ? types.prisma : columns.prisma))
      return adapter
    })
    const [first, second] = onKysely
    if (!first || !second) throw new Error('Two databases are open.')
    engines = {
      prisma: served(
        informed(new PrismaAdapter(types.prisma, ofStore(types.prisma))),
        informed(new PrismaAdapter(columns.prisma, ofStore(columns.prisma))),
      ),
      kysely: served(first, second),
    }
  })
  afterEach(() => {
    if (home === undefined) delete process.env['TZ']
    else process.env['TZ'] = home
  })
  afterAll(async () => {
    for (const db of opened) await db.destroy()
    await types.close()
    await columns.close()
  })

  /**
   * Kysely with all its connections in the session time zone. Prisma's connections are in UTC, as `init` configures
   * them.
   */
  async function inSession({
    name,
    url,
  }: Pick<OpenDatabase<object>, 'name' | 'url'>): Promise<Kysely<object>> {
    const db = kyselyOf({ name, url })
    const statement = SESSION[name]
    // Sets the time zone on all five connections of the pool.
    if (statement !== '') {
      await Promise.all(
        Array.from({ length: 5 }, () =>
          db.connection().execute((one) => sql.raw(`${statement}`).execute(one)),
        ),
      )
    }
    return db
  }

  const stored = async (table: string, column: string, id: string): Promise<unknown> => {
    const [db] = table === 'Sample' ? opened : opened.slice(1)
    if (!db) throw new Error('No database is open.')
    const ref = sql.ref(column)
    const epoch =
      database.name === 'postgresql'
        ? sql`extract(epoch from ${ref}) * 1000`
        : database.name === 'mariadb'
          ? column === 'moment'
            ? sql`unix_timestamp(${ref}) * 1000`
            : sql`timestampdiff(microsecond, '1970-01-01', ${ref}) / 1000`
          : sql`round((julianday(${ref}) - 2440587.5) * 86400000)`
    const { rows } = await sql<{
      epoch: unknown
    }>`select ${epoch} as epoch from ${sql.table(table)} where id = ${id}`.execute(db)
    return Number(rows[0]?.epoch)
  }

  describe.each(['prisma', 'kysely'] as const)('on %s', (engine) => {
    test.each(ZONES)(
      'a process in %s writes, renders and finds each value correctly',
      async (zone) => {
        process.env['TZ'] = zone
        expect(new Date(0).getTimezoneOffset()).not.toBe(0)
        const { send } = engines[engine]
        const { id: _id, bytes: _bytes, bigint: _bigint, date: _date, ...others } = sample('')
        const required = { ...others, bytes: 'AQ==', bigint: '0', date: '2026-11-20' }
        const kinds = [
          { type: 'samples', table: 'Sample', column: 'datetimeOrNull', required },
          ...(database.name === 'sqlite'
            ? []
            : [{ type: 'natives', table: 'Native', column: 'moment', required: {} }]),
        ]
        for (const { type, table, column, required: given } of kinds) {
          for (const moment of MOMENTS) {
            const answer = await send('POST', `/${type}`, {
              data: { type, attributes: { ...given, [column]: moment } },
            })
            const { id, attributes } = written(answer).data
            const found = await send(
              'GET',
              `/${type}?filter[${column}]=${moment}&filter[${column}][lte]=${moment}&filter[${column}][gte]=${moment}`,
            )
            const ids = (found.body as { data: readonly { id: string }[] }).data.map((one) => one.id)
            expect([moment, attributes?.[column], ids.includes(id), await stored(table, column, id)]).toEqual(
              [moment, moment, true, Date.parse(moment)],
            )
          }
        }
      },
      60_000,
    )
  })
})
