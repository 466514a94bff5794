import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '../../support/databases.js'

interface Raw {
  $queryRawUnsafe(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** The number of other connections to a server's database, and how many of them are in a transaction. */
export async function openConnections({
  name,
  url,
  prisma,
}: OpenDatabase<object>): Promise<{ readonly open: number; readonly busy: number }> {
  const place = /search_path=(\w+)/.exec(decodeURIComponent(url))?.[1] ?? new URL(url).pathname.slice(1)
  // InnoDB reports transactions from a copy, which it refreshes only if the copy was not read for 100 ms.
  if (name === 'mariadb') await sleep(150)
  const [row] = await (prisma as Raw).$queryRawUnsafe(
    name === 'postgresql'
      ? // PostgreSQL does not report a backend's search path, but its locks show which tables it uses.
        `SELECT count(*) AS open, count(*) FILTER (WHERE state <> 'idle' AND EXISTS (
           SELECT FROM pg_locks JOIN pg_class ON pg_class.oid = relation JOIN pg_namespace ON pg_namespace.oid = relnamespace
           WHERE pg_locks.pid = pg_stat_activity.pid AND nspname = '${place}')) AS busy
         FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'`
      : `SELECT count(*) AS open, count(trx_id) AS busy FROM information_schema.processlist
         LEFT JOIN information_schema.innodb_trx ON trx_mysql_thread_id = id
         WHERE db = '${place}' AND id <> connection_id()`,
  )
  return { open: Number(row?.['open']), busy: Number(row?.['busy']) }
}
