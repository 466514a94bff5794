import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { createPool, type PoolOptions } from 'mysql2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { chance } from '../support/chance.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { factsOf } from '../support/facts.js'
import { adapterResource } from '../support/people.js'
import { isSoak, oneIn } from '../support/sample.js'
import { type Asked, byKysely, checkTexts, nodesApi } from './support/hostile.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'
import type { AnyScope, Builder } from './support/shared-names.js'

const RUNS = isSoak ? 400 : 5

interface Session extends Asked {
  /** Changes a setting of the only connection, as an application could at any time. */
  set(setting: string): Promise<void>
  close(): Promise<void>
}

/** A statement without its literals, as a server in this mode parses it. */
function skeleton(text: string, hasBackslashes: boolean): string {
  let rest = text
  let read = ''
  while (rest !== '') {
    const literal = (hasBackslashes ? /^'(?:[^'\\]|\\[\s\S]|'')*'/ : /^'(?:[^']|'')*'/).exec(rest)
    const [taken] = literal ?? /^`(?:[^`]|``)*`|^[\s\S]/.exec(rest) ?? ['']
    read += literal ? 'S' : taken
    rest = rest.slice(taken.length)
  }
  return read.replaceAll('replace(S, S, left(S, 1))', 'S').replaceAll('left(S, 0)', 'S')
}

const MODES = [
  '',
  'NO_BACKSLASH_ESCAPES',
  'NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT',
  'ANSI_QUOTES',
  'PAD_CHAR_TO_FULL_LENGTH',
  'PIPES_AS_CONCAT,HIGH_NOT_PRECEDENCE',
  'EMPTY_STRING_IS_NULL',
  'ANSI,MSSQL',
  'TRADITIONAL,IGNORE_SPACE',
] as const

const OPTIONS: Readonly<Record<string, PoolOptions>> = {
  'big numbers': { supportBigNumbers: true, bigNumberStrings: true },
  'dates and decimals': { dateStrings: true, decimalNumbers: true, timezone: '+09:00' },
  'named placeholders': { namedPlaceholders: true },
  'objects as text': { stringifyObjects: true },
  'several statements': { multipleStatements: true },
  'type casts of the application': { typeCast: (_field, next) => next() },
}

/** An adapter over a pool of one connection, and the statements that are sent on it. */
function mariadbSession(
  { url, prisma }: OpenDatabase<TypesClient>,
  options: PoolOptions,
  mode: string,
): Session {
  const sent: string[] = []
  const pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), connectionLimit: 1, ...options })
  pool.on('connection', (connection) => {
    const { query } = connection
    // The driver's command contains the text that the server receives.
    connection.query = ((...given: Parameters<typeof query>) => {
      const command = query.apply(connection, given)
      sent.push(command.sql)
      return command
    }) as typeof query
  })
  const db = new Kysely<object>({ dialect: new MysqlDialect({ pool }) })
  return sessionOn(db, prisma, () =>
    sent.splice(0).map((text) => skeleton(text, !mode.includes('NO_BACKSLASH_ESCAPES'))),
  )
}

function sessionOn(db: Kysely<object>, prisma: TypesClient, sent: () => readonly string[]): Session {
  const adapter = new KyselyAdapter(db, { pool: null })
  declareFacts(adapter, factsOf(prisma))
  return {
    ...byKysely,
    adapter,
    received: async () => sent(),
    set: async (setting) => void (await sql.raw(setting).execute(db)),
    close: () => db.destroy(),
  }
}

describe.each(databases.filter(({ name }) => name === 'mariadb'))(
  'kysely/hostile-modes (18.4): hostile text on $name, with any SQL mode and driver option for text',
  (database) => {
    let store: OpenDatabase<TypesClient>
    beforeAll(async () => {
      store = await database.openTypes()
    })
    afterAll(() => store.close())

    test.each(oneIn(3, MODES))(
      'hostile text stays a value with the mode "%s", which the application sets on an active connection',
      async (mode) => {
        const session = mariadbSession(store, {}, mode)
        try {
          await session.adapter.read(session.adapter.all(NODE) as never, ['id'], NODE)
          await session.set(`set sql_mode = '${mode}'`)
          expect(await checkTexts(session, store, RUNS)).toBe(chance(RUNS).numRuns)
        } finally {
          await session.close()
        }
      },
      600_000,
    )

    test('a write with the mode "ORACLE" fails with an error that mentions the mode, but a read succeeds', async () => {
      const session = mariadbSession(store, {}, 'ORACLE')
      try {
        await session.set("set sql_mode = 'ORACLE'")
        const { ask, errors } = nodesApi(session, () => undefined)
        const made = await ask('POST', '/nodes', { attributes: { name: 'x' } })
        expect([made.status, errors.map(String)]).toEqual([
          500,
          [
            'Error: A MariaDB session has sql_mode=ORACLE, a mode in which BEGIN does not start a transaction. Writes are impossible in this mode: remove ORACLE from sql_mode.',
          ],
        ])
        expect((await ask('GET', "/nodes?filter[name]=x'%5C")).data).toEqual([])
      } finally {
        await session.close()
      }
    })

    test.each(oneIn(3, Object.entries(OPTIONS)))(
      'hostile text stays a value with the driver options %s',
      async (_name, options) => {
        const session = mariadbSession(store, options, 'NO_BACKSLASH_ESCAPES')
        try {
          await session.set("set sql_mode = 'NO_BACKSLASH_ESCAPES'")
          expect(await checkTexts(session, store, RUNS)).toBe(chance(RUNS).numRuns)
        } finally {
          await session.close()
        }
      },
      600_000,
    )
  },
)

const SETTINGS: Readonly<Record<string, string>> = {
  'literals with backslashes': '-c standard_conforming_strings=off -c backslash_quote=on',
  'other forms of dates and numbers': '-c DateStyle=SQL,DMY -c extra_float_digits=-3 -c bytea_output=escape',
}

describe.each(databases.filter(({ name }) => name === 'postgresql'))(
  'kysely/hostile-modes (18.4): hostile text on $name, with any session setting for text',
  (database) => {
    let store: OpenDatabase<TypesClient>
    beforeAll(async () => {
      store = await database.openTypes()
    })
    afterAll(() => store.close())

    test.each(Object.entries(SETTINGS))(
      'hostile text stays a value with %s',
      async (_name, settings) => {
        const located = new URL(store.url)
        located.searchParams.set('options', `${located.searchParams.get('options')} ${settings}`)
        const pool = new pg.Pool({ connectionString: located.href, max: 1 })
        const sent: string[] = []
        const db = new Kysely<object>({
          dialect: new PostgresDialect({ pool }),
          log: ({ query }) => void sent.push(query.sql),
        })
        const session = sessionOn(db, store.prisma, () => sent.splice(0))
        try {
          expect(await checkTexts(session, store, RUNS)).toBe(chance(RUNS).numRuns)
          // A literal from the application, in which a quote follows a backslash.
          const made = await store.prisma.node.create({ data: { name: "\\' or 1=1 --", position: 1 } })
          const literal = (text: string) =>
            session.adapter.read(
              (session.adapter.all(NODE) as unknown as AnyScope).where(
                () => sql`${sql.ref('name')} = ${sql.lit(text)}`,
              ) as never,
              ['id'],
              NODE,
            )
          expect([await literal("\\' or 1=1 --"), await literal("\\' or 1=1 -- ")]).toEqual([
            [{ id: made.id }],
            [],
          ])
        } finally {
          await session.close()
        }
      },
      600_000,
    )
  },
)

const NODE = adapterResource('nodes', 'Node')

describe.each(databases)(
  'kysely/hostile-modes (18.4): names on $name that contain placeholder characters',
  (database) => {
    test('a column whose name contains a question mark is read, compared and written', async () => {
      const store = await database.openTypes()
      const db = kyselyOf(store)
      const adapter = new KyselyAdapter(db, poolOf(db))
      const odd = adapterResource('odds', 'Odd')
      const columns = { id: 'integer', why: { type: 'string', stored: 'why? ?? $1 :name' } } as const
      declareFacts(adapter, { models: { Odd: { columns, table: 'Odd?' } } } as never)
      try {
        await db.schema
          .createTable('Odd?')
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('why? ?? $1 :name', 'varchar(100)')
          .execute()
        const rows = [
          { id: 1, why: "a?'\\" },
          { id: 2, why: '$1' },
        ]
        await adapter.write([{ kind: 'insert', resource: odd, rows }])
        const found = (given: object) =>
          adapter.read((adapter.all(odd) as unknown as AnyScope).where(given) as never, 'all', odd)
        expect([
          await found({ 'why? ?? $1 :name': "a?'\\" }),
          await found((of: Builder) => of('why? ?? $1 :name', 'in', ['$1', '?'])),
          await found(() => sql`${sql.id('why? ?? $1 :name')} = ${'$1'} and 'a?' <> ${'b'}`),
        ]).toEqual([[rows[0]], [rows[1]], [rows[1]]])
      } finally {
        await db.destroy()
        await store.close()
      }
    })
  },
)
