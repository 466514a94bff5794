// A PostgreSQL primary with a streaming replica, a HAProxy that knows how far the replica lags behind, and a PgBouncer
// in front of both.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { createTablesOf } from '../../examples/blog/dist/database.js'
import { resetSequences, seed } from '../../examples/blog/dist/seed.js'
import { datamodel } from '../lib/datamodels.js'
import { adapterOf, openClient } from './clients.js'
import { isOpen, startHaproxy, startHealth } from './haproxy.js'
import { postgresqlPrograms } from './packages.js'
import { folderOf, freePorts, runAs, start, until } from './programs.js'

const USER = 'postgres'
const HOST = '127.0.0.1'

/** The maximum lag of a replica that is still used, in seconds: less than the lifetime of a client's cookie. */
const MOST_LAG = 1

/** @returns {Promise<import('./stores.js').Deployment>} */
export async function startPostgresql() {
  const [primary = 0, replica = 0, reads = 0, bouncer = 0] = await freePorts(4)
  const bin = postgresqlPrograms() ?? ''
  const data = folderOf('primary', USER)
  runAs(join(bin, 'initdb'), ['-D', data, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    user: USER,
  })
  const server = (/** @type {string} */ name, /** @type {string} */ folder, /** @type {number} */ port) =>
    start(
      name,
      join(bin, 'postgres'),
      [
        '-D',
        folder,
        '-p',
        String(port),
        '-h',
        HOST,
        '-k',
        folder,
        ...SETTINGS.flatMap((setting) => ['-c', setting]),
      ],
      { user: USER },
    )
  const first = server('primary', data, primary)
  await until('the primary responds', () => answers(primary, 'postgres'), first)
  await ask(primary, 'postgres', 'CREATE DATABASE blog')
  await createTablesOf(
    await datamodel('blog', 'postgresql'),
    new PrismaPg(`postgresql://${USER}@${HOST}:${primary}/blog`),
  )

  const copy = folderOf('replica', USER)
  const from = ['-h', HOST, '-p', String(primary), '-U', USER, '-D', copy, '-R', '-c', 'fast']
  runAs(join(bin, 'pg_basebackup'), from, { user: USER })
  let second = server('replica', copy, replica)
  await until('the replica responds', () => answers(replica, 'blog'), second)

  const health = await startHealth(() => isClose(replica))
  const ways = [
    {
      name: 'reads',
      port: reads,
      targets: [
        { name: 'replica', port: replica, health },
        { name: 'primary', port: primary },
      ],
    },
  ]
  await startHaproxy('haproxy', ways)
  const folder = folderOf('pgbouncer', USER)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(join(folder, 'users.txt'), `"${USER}" ""\n`, { mode: 0o644 })
  writeFileSync(file, bouncerText({ primary, reads, bouncer, folder }), { mode: 0o644 })
  const pooler = start('pgbouncer', '/usr/sbin/pgbouncer', [file], { user: USER })
  await until('PgBouncer answers', () => answers(bouncer, 'blog'), pooler)
  await until('PgBouncer reads', () => answers(bouncer, 'blog_reads'), pooler)

  const prisma = await openClient('postgresql', { port: primary, database: 'blog', connections: 2 })
  await seed(prisma)
  await resetSequences(prisma)
  await prisma.$disconnect()

  return {
    name: 'postgresql',
    what: 'the replica of PostgreSQL',
    places: () => ({
      primary: { port: bouncer, database: 'blog', connections: 10 },
      replica: { port: bouncer, database: 'blog_reads', connections: 10 },
    }),
    witnesses: [
      { name: 'primary', place: { port: primary, database: 'blog', connections: 2 } },
      { name: 'replica', place: { port: replica, database: 'blog', connections: 2 } },
    ],
    kill: () => second.stop('SIGKILL'),
    async revive() {
      second = server('replica', copy, replica)
      await until('the replica responds again', () => answers(replica, 'blog'), second)
    },
    async settle() {
      await until('the replica has caught up', async () => {
        const [end] = await ask(primary, 'blog', 'SELECT pg_current_wal_lsn()::text')
        const [[isThere] = []] = await rowsOf(
          replica,
          'blog',
          `SELECT pg_last_wal_replay_lsn() >= '${end}'::pg_lsn`,
        )
        return isThere === true
      })
    },
    probe: () => statements(bouncer),
  }
}

const SETTINGS = [
  'max_connections=60',
  'shared_buffers=32MB',
  'wal_level=replica',
  'max_wal_senders=4',
  'wal_keep_size=256MB',
  'hot_standby=on',
]

/** @param {{ primary: number, reads: number, bouncer: number, folder: string }} ports */
const bouncerText = ({ primary, reads, bouncer, folder }) => `
[databases]
blog = host=${HOST} port=${primary} dbname=blog
blog_reads = host=${HOST} port=${reads} dbname=blog
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${bouncer}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 200
server_login_retry = 1
server_lifetime = 10
query_wait_timeout = 10
`

/**
 * Whether the replica responds and does not lag behind. A replica that has replayed everything it received does not
 * lag, no matter how old that data is.
 */
async function isClose(/** @type {number} */ port) {
  const [[isThere] = []] = await rowsOf(
    port,
    'blog',
    `
    SELECT pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming')
      AND (pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
        OR now() - pg_last_xact_replay_timestamp() < interval '${MOST_LAG} s')`,
  )
  return isThere === true
}

/**
 * Tests prepared statements through PgBouncer. The driver adapter's statements have no name unless the application sets
 * one. A name belongs to one connection of the server, and the client's next transaction may use a different
 * connection.
 *
 * @param {number} port
 */
async function statements(port) {
  const plain = { connectionString: `postgresql://${USER}@${HOST}:${port}/blog`, max: 8 }
  const named = { statementNameGenerator: () => 'by_name' }
  return [
    `without a name: ${await outcome(new PrismaPg(plain))}`,
    `with a name (statementNameGenerator): ${await outcome(new PrismaPg(plain, named))}`,
    `statement_timeout in the pool's options: ${await outcome(new PrismaPg({ ...plain, statement_timeout: 5000 }))}`,
  ]
}

/** @param {PrismaPg} factory */
async function outcome(factory) {
  const adapter = await factory.connect()
  const sql = 'SELECT $1::int AS number'
  const one = () => adapter.queryRaw({ sql, args: [1], argTypes: [{ scalarType: 'int', arity: 'scalar' }] })
  const all = await Promise.allSettled(Array.from({ length: 200 }, one))
  await adapter.dispose()
  const [failed, ...others] = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  if (failed === undefined) return `all of ${all.length} statements answered`
  const { cause } = Object(failed)
  return `${others.length + 1} of ${all.length} failed: ${cause?.originalMessage ?? failed.message}`
}

/** @param {number} port @param {string} database */
async function answers(port, database) {
  return (await isOpen(port)) && (await rowsOf(port, database, 'SELECT 1')).length === 1
}

/** @param {number} port @param {string} database @param {string} sql */
async function ask(port, database, sql) {
  const [row = []] = await rowsOf(port, database, sql)
  return row
}

/** @param {number} port @param {string} database @param {string} sql @returns {Promise<readonly (readonly unknown[])[]>} */
async function rowsOf(port, database, sql) {
  const adapter = await adapterOf('postgresql', { port, database, connections: 1 }).connect()
  try {
    return (await adapter.queryRaw({ sql, args: [], argTypes: [] })).rows
  } finally {
    await adapter.dispose()
  }
}
