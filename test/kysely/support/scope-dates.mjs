// Started by test/kysely/scope-dates.test.ts, with TZ in its environment: what scopes with Dates find, as JSON.
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { Kysely, MysqlDialect, PostgresDialect, sql, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { createPool } from 'mysql2'
import pg from 'pg'
import { declareFacts } from '../../../runtime/dist/adapter/declared-facts.js'

const { name, url, facts, columns, moments } = JSON.parse(process.argv[2] ?? '')

/** Sessions are in a time zone of their own. */
const DIALECTS = {
  sqlite: () => {
    const database = new Libsql(url.replace(/^file:/, ''))
    database.defaultSafeIntegers(true)
    return new SqliteDialect({ database })
  },
  postgresql: () => new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
  mariadb: () => {
    const pool = createPool({ uri: url.replace(/^mariadb:/, 'mysql:'), connectionLimit: 1 })
    pool.on('connection', (connection) => connection.query("set time_zone = '+10:30'"))
    return new MysqlDialect({ pool })
  },
}

const db = new Kysely({ dialect: DIALECTS[name]() })
const adapter = new KyselyAdapter(db, { pool: null })
declareFacts(adapter, facts)
const resource = { type: 'moments', model: 'Moment', primaryKey: ['id'], exact: new Set() }

async function found(condition) {
  const records = await adapter.read(adapter.all(resource).where(condition), ['id'], resource)
  return records
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
    .join()
}

const all = {}
for (const column of columns) {
  for (const text of moments) {
    const moment = new Date(text)
    const later = new Date(moment.getTime() + 60_000)
    all[`${column} ${text}`] = [
      await found({ [column]: moment }),
      await found({ [column]: [moment, later] }),
      await found((of) => of(column, '=', moment)),
      await found((of) => of(column, '>', moment)),
      await found((of) => of(column, '<=', moment)),
      await found((of) => of(column, 'in', [moment, later])),
      await found((of) => of.between(column, moment, later)),
      await found((of) => of(of.fn.coalesce(column, column), '>=', of.val(moment))),
      await found(() => sql`${sql.ref(column)} < ${moment}`),
    ]
  }
}
process.stdout.write(JSON.stringify({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone, all }))
await db.destroy()
