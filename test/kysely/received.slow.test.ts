import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely'
import { createPool, type PoolOptions } from 'mysql2'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { chance } from '../support/chance.js'
import { createClient } from '../support/clients.js'
import type { TypesClient } from '../support/databases.js'
import { factsOf, informed, ofStore } from '../support/facts.js'
import {
  lackingServers,
  type OwnServer,
  ownServers,
  type ServerName,
  startOwn,
} from '../support/own-servers.js'
import { isSoak, oneIn } from '../support/sample.js'
import { createStore, type Store } from '../support/stores.js'
import { type Asked, byKysely, checkTexts } from './support/hostile.js'

const RUNS = isSoak ? 30 : 5

/** How a server or a driver treats strings and other values. */
interface Treatment {
  readonly title: string
  /** On MariaDB, the SQL mode of all sessions. */
  readonly mode?: string
  /** On PostgreSQL, the settings of the sessions. */
  readonly settings?: string
  /** The options for `mysql2`. */
  readonly mysql2?: PoolOptions
  /** A character that cannot be sent. */
  readonly lacks?: string
  /** The options for `pg`. */
  readonly pg?: pg.PoolConfig
  /** Whether Prisma supports this treatment: it cannot read binary results. */
  readonly isOfPrisma?: boolean
  /** An option of Prisma's MariaDB driver, which then embeds parameters in the statement. */
  readonly useTextProtocol?: boolean
}

const TREATMENTS = {
  mariadb: [
    { title: 'nothing changed' },
    ...[
      'NO_BACKSLASH_ESCAPES',
      'NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT',
      'ANSI_QUOTES',
      'PAD_CHAR_TO_FULL_LENGTH',
      'PIPES_AS_CONCAT,HIGH_NOT_PRECEDENCE',
      'EMPTY_STRING_IS_NULL',
      'ANSI,MSSQL',
      'TRADITIONAL,IGNORE_SPACE',
    ].flatMap((mode) => [
      { title: `sql_mode=${mode}`, mode },
      { title: `sql_mode=${mode}, and Prisma's useTextProtocol`, mode, useTextProtocol: true },
    ]),
    {
      title: 'mysql2 with big numbers as texts',
      mode: 'NO_BACKSLASH_ESCAPES',
      mysql2: { supportBigNumbers: true, bigNumberStrings: true },
    },
    {
      title: 'mysql2 with dates as texts, decimals as numbers, and a time zone',
      mysql2: { dateStrings: true, decimalNumbers: true, timezone: '+09:00' },
    },
    {
      title: 'mysql2 with named placeholders',
      mode: 'NO_BACKSLASH_ESCAPES',
      mysql2: { namedPlaceholders: true },
    },
    { title: 'mysql2 with objects as texts', mysql2: { stringifyObjects: true } },
    {
      title: 'mysql2 with several statements at once',
      mode: 'NO_BACKSLASH_ESCAPES',
      mysql2: { multipleStatements: true },
    },
    {
      title: 'mysql2 in a character set whose second bytes are backslashes',
      mysql2: { charset: 'GBK_CHINESE_CI' },
      lacks: '\u{1F600}',
    },
  ],
  postgresql: [
    { title: 'nothing changed' },
    {
      title: 'literals with backslashes',
      settings: '-c standard_conforming_strings=off -c backslash_quote=on',
    },
    {
      title: 'other forms of dates, numbers and bytes',
      settings: '-c DateStyle=SQL,DMY -c extra_float_digits=-3 -c bytea_output=escape',
    },
    { title: '= NULL as IS NULL', settings: '-c transform_null_equals=on' },
    { title: 'pg with binary results', pg: { binary: true } as pg.PoolConfig, isOfPrisma: false },
    {
      title: 'pg with prepared names and a time limit',
      pg: { statement_timeout: 60_000, query_timeout: 60_000 },
    },
  ],
} satisfies Readonly<Record<ServerName, readonly Treatment[]>>

const ENGINES = ['kysely', 'prisma'] as const

interface Session extends Asked {
  close(): Promise<void>
}

/** An adapter whose statements the server logs. */
const SESSIONS: Readonly<
  Record<
    (typeof ENGINES)[number],
    (server: OwnServer, name: ServerName, store: Opened, treatment: Treatment) => Promise<Session>
  >
> = {
  async kysely(server, name, { url, prisma }, treatment) {
    const db = new Kysely<object>({ dialect: DIALECTS[name](locatedFor(url, treatment), treatment) })
    const adapter = new KyselyAdapter(db, { pool: null })
    declareFacts(adapter, factsOf(prisma))
    return { ...asked(server, name, treatment), ...byKysely, adapter, close: () => db.destroy() }
  },
  async prisma(server, name, { url }, treatment) {
    const client = await createClient('types', name, DRIVERS[name](locatedFor(url, treatment), treatment))
    const adapter = informed(new PrismaAdapter(client, ofStore(client)))
    return {
      ...asked(server, name, treatment),
      like: (scope, text) => scope.where({ OR: [{ name: text }, { name: { in: [text] } }] }),
      orNone: (scope, text) => scope.where({ OR: [{ name: text }, { name: { in: [] } }] }),
      adapter,
      close: () => client.$disconnect(),
    }
  },
}

/** The URL of a store, with the user whose statements are logged. */
function locatedFor(url: string, { settings = '' }: Treatment): URL {
  const located = new URL(url)
  located.username = 'tested'
  const options = located.searchParams.get('options')
  if (options !== null) located.searchParams.set('options', `${options} ${settings}`.trim())
  return located
}

const DIALECTS: Readonly<
  Record<ServerName, (url: URL, treatment: Treatment) => PostgresDialect | MysqlDialect>
> = {
  postgresql: ({ href }, treatment) =>
    new PostgresDialect({ pool: new pg.Pool({ connectionString: href, max: 1, ...treatment.pg }) }),
  mariadb: ({ hostname, port, username, pathname }, { mysql2 }) =>
    new MysqlDialect({
      pool: createPool({
        host: hostname,
        port: Number(port),
        user: username,
        database: pathname.slice(1),
        connectionLimit: 1,
        ...mysql2,
      }),
    }),
}

const DRIVERS: Readonly<Record<ServerName, (url: URL, treatment: Treatment) => SqlDriverAdapterFactory>> = {
  postgresql: ({ href, searchParams }, treatment) => {
    const schema = /search_path=(\w+)/.exec(searchParams.get('options') ?? '')?.[1] ?? 'public'
    return new PrismaPg({ connectionString: href, max: 1, ...treatment.pg }, { schema })
  },
  mariadb: ({ hostname, port, username, pathname }, { useTextProtocol = false }) =>
    new PrismaMariaDb(
      { host: hostname, port: Number(port), user: username, database: pathname.slice(1), connectionLimit: 1 },
      { useTextProtocol },
    ),
}

/** The statements that the server has logged, and whether a string can be sent. */
function asked(
  server: OwnServer,
  name: ServerName,
  { lacks }: Treatment,
): Pick<Asked, 'received' | 'isAble'> {
  return {
    async received() {
      const all = await server.received()
      return name === 'mariadb' ? all.map(withoutForms) : all
    },
    isAble: (text) => lacks === undefined || !text.includes(lacks),
  }
}

/** On MariaDB, a string with a backslash is sent as an expression of three literals. */
const withoutForms = (text: string): string =>
  text
    .replaceAll('REPLACE ( ?, ... , LEFT (...) )', '?')
    .replaceAll(/\( \?(?: , \?(?:, \.\.\.)?)+ \)/g, '(...)')
    .replaceAll('( ? )', '(?)')

interface Opened extends Store {
  readonly prisma: TypesClient
}

describe('kysely/received (18.4): the log of a server', () => {
  test('the test reads the log of every server whose programs are installed', () => {
    for (const sentence of lackingServers) process.stderr.write(`${sentence}\n`)
    expect(ownServers.length + lackingServers.length).toBe(2)
  })
})

describe.each(ownServers)(
  "kysely/received (18.4): statements that a test's own %s server receives",
  (name) => {
    let server: OwnServer | undefined
    let opened: Opened | undefined
    beforeAll(async () => {
      server = await startOwn[name]()
      const store = await createStore[name]({ url: server.url, name: 'received', tables: 'types' })
      opened = { ...store, prisma: await createClient('types', name, store.adapter) }
    }, 300_000)
    afterAll(async () => {
      await opened?.prisma.$disconnect()
      await server?.stop()
    })

    test.each(
      oneIn(
        4,
        TREATMENTS[name].flatMap((treatment: Treatment) =>
          ENGINES.filter((engine) => isOf(engine, treatment)).map(
            (engine) => [engine, treatment.title, treatment] as const,
          ),
        ),
      ),
    )(
      'on %s, with %s, hostile text changes only its own value in the statements',
      async (engine, _title, treatment) => {
        if (!server || !opened) throw new Error('The server is started before.')
        if (treatment.mode !== undefined) await server.run(`set global sql_mode = '${treatment.mode}'`)
        const session = await SESSIONS[engine](server, name, opened, treatment)
        try {
          expect(await checkTexts(session, opened, RUNS)).toBe(chance(RUNS).numRuns)
        } finally {
          await session.close()
          if (treatment.mode !== undefined) await server.run('set global sql_mode = default')
        }
      },
      900_000,
    )
  },
)

/** Returns whether an engine supports a treatment. Driver options belong to one engine. */
const isOf = (engine: string, { mysql2, useTextProtocol, isOfPrisma = true }: Treatment): boolean =>
  engine === 'kysely' ? useTextProtocol === undefined : isOfPrisma && mysql2 === undefined
