import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, MysqlDialect, PostgresDialect, sql } from 'kysely'
import { createPool } from 'mysql2'
import pg from 'pg'
import { postgresqlPrograms } from '../../scripts/scale/packages.js'
import { folderOf, freePorts, type Program, runAs, start, until } from '../../scripts/scale/programs.js'
import type { DatabaseName } from './probe.js'

/** A test's own server, which logs the statements of the user `tested`. */
export interface OwnServer {
  /** The URL for the server's owner, whose statements are not logged. */
  readonly url: string
  /**
   * The statements that the server has received from the user `tested` since the last call, in order. On
   * PostgreSQL, these are the SQL texts, with parameters separate. On MariaDB, these are the SQL texts as the
   * server's own parser read them in the session's mode, without literals, followed by the SQL texts of
   * prepared statements, with parameters separate.
   */
  received(): Promise<readonly string[]>
  /** Runs a statement on a new connection. */
  run(statement: string): Promise<void>
  stop(): Promise<void>
}

export type ServerName = Exclude<DatabaseName, 'sqlite'>

const MARIADB = '/usr/sbin/mariadbd'
const HOST = '127.0.0.1'

/** The servers whose programs are installed on this machine. */
export const ownServers: readonly ServerName[] = [
  ...(postgresqlPrograms() === undefined ? [] : (['postgresql'] as const)),
  ...(existsSync(MARIADB) ? (['mariadb'] as const) : []),
]

/** A sentence about each server whose programs are not installed. */
export const lackingServers: readonly string[] = (['postgresql', 'mariadb'] as const)
  .filter((name) => !ownServers.includes(name))
  .map((name) => `no programs of ${name}: what it receives was not read`)

/** Starts a server. */
export const startOwn: Readonly<Record<ServerName, () => Promise<OwnServer>>> = {
  async postgresql() {
    const user = 'postgres'
    const bin = postgresqlPrograms() ?? ''
    const [port = 0] = await freePorts(1)
    const data = folderOf(`postgresql-${port}`, user)
    runAs(join(bin, 'initdb'), ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--no-locale'], { user })
    const settings = [
      'fsync=off',
      'shared_buffers=32MB',
      'logging_collector=on',
      'log_destination=jsonlog',
      'log_directory=log',
      'log_filename=received',
      'log_statement=all',
    ].flatMap((setting) => ['-c', setting])
    const args = ['-D', data, '-p', String(port), '-h', HOST, '-k', data, ...settings]
    const program = start(`postgresql-${port}`, join(bin, 'postgres'), args, { user })
    const url = `postgresql://${user}@${HOST}:${port}/postgres`
    const pool = new pg.Pool({ connectionString: url, max: 1 })
    pool.on('error', () => {})
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    await untilItAnswers(db, program)
    await sql`create role tested superuser login`.execute(db)
    const log = join(data, 'log', 'received.json')
    let seen = 0
    let marks = 0
    return serverOf(url, db, program, async () => {
      // A separate process writes the log, so this waits until the log contains the mark.
      const mark = `mark ${++marks}`
      await sql`select ${sql.lit(mark)}`.execute(db)
      for (;;) {
        const entries = (await readFile(log, 'utf8'))
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line) as { user?: string; message: string })
        if (!entries.some(({ message }) => message.endsWith(`'${mark}'`))) {
          await wait(20)
          continue
        }
        const sent = entries.slice(seen).filter(({ user: whose }) => whose === 'tested')
        seen = entries.length
        return sent.map(({ message }) => message).filter((message) => /^(?:statement|execute )/.test(message))
      }
    })
  },

  async mariadb() {
    const user = 'mysql'
    const [port = 0] = await freePorts(1)
    const data = folderOf(`mariadb-${port}`, user)
    const install = ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal']
    runAs('mariadb-install-db', [...install, `--tmpdir=${data}`, '--skip-test-db'], { user })
    const args = [
      '--no-defaults',
      `--datadir=${data}`,
      `--tmpdir=${data}`,
      `--socket=${data}/mysqld.sock`,
      `--pid-file=${data}/mysqld.pid`,
      `--port=${port}`,
      `--bind-address=${HOST}`,
      '--innodb-buffer-pool-size=64M',
      '--innodb-flush-log-at-trx-commit=0',
      '--character-set-server=utf8mb4',
      '--general-log=1',
      '--log-output=TABLE',
      '--performance-schema=ON',
      '--performance-schema-consumer-events-statements-current=ON',
      '--performance-schema-consumer-events-statements-history-long=ON',
      '--performance-schema-events-statements-history-long-size=10000',
      '--performance-schema-max-digest-length=65536',
      '--performance-schema-max-sql-text-length=65536',
      '--max-digest-length=65536',
    ]
    const program = start(`mariadb-${port}`, MARIADB, args, { user })
    const url = `mariadb://root@${HOST}:${port}/`
    const pool = createPool({
      host: HOST,
      port,
      user: 'root',
      connectionLimit: 1,
      bigNumberStrings: true,
      supportBigNumbers: true,
    })
    const db = new Kysely<unknown>({ dialect: new MysqlDialect({ pool }) })
    await untilItAnswers(db, program)
    await sql`create user tested@'127.0.0.1'`.execute(db)
    await sql`grant all on *.* to tested@'127.0.0.1'`.execute(db)
    return serverOf(url, db, program, async () => {
      // The server records a statement after it has sent the result, and only then waits for the next one.
      for (;;) {
        const { rows: busy } = await sql`
          select id from information_schema.processlist where user = 'tested' and command <> 'Sleep'`.execute(
          db,
        )
        if (busy.length === 0) break
        await wait(5)
      }
      // Pings are omitted: a pool pings a connection that was idle for some time.
      const { rows } = await sql<{ readonly received: string }>`
        select concat(substring_index(event_name, '/', -1), ': ', coalesce(digest_text, '')) as received
        from performance_schema.events_statements_history_long
        where event_name <> 'statement/com/Ping' and thread_id in (select thread_id from performance_schema.threads where processlist_user = 'tested')
        order by timer_start`.execute(db)
      await sql`truncate performance_schema.events_statements_history_long`.execute(db)
      const { rows: prepared } = await sql<{ readonly text: string }>`
        select convert(argument using utf8mb4) as text from mysql.general_log
        where command_type = 'Prepare' and user_host like 'tested%'`.execute(db)
      await sql`truncate mysql.general_log`.execute(db)
      return [...rows.map((row) => row.received), ...prepared.map(({ text }) => text)]
    })
  },
}

function serverOf(
  url: string,
  db: Kysely<unknown>,
  program: Program,
  received: () => Promise<readonly string[]>,
): OwnServer {
  return {
    url,
    received,
    run: async (statement) => void (await sql.raw(statement).execute(db)),
    async stop() {
      await db.destroy()
      await program.stop('SIGKILL')
    },
  }
}

async function untilItAnswers(db: Kysely<unknown>, program: Program): Promise<void> {
  const answers = async (): Promise<boolean> => (await sql`select 1`.execute(db)).rows.length === 1
  await until(`${program.name} answers`, answers, program)
}
