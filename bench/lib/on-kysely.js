import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import Libsql from 'libsql'
import { Pool } from 'pg'
import { registry } from '../../examples/blog/dist/api/generated/index.gen.js'
import { KyselyAdapter } from '../../kysely/dist/index.js'
import { isOnDatabase } from './on-store.js'

/**
 * Switches the blog's resources to Kysely, whose pool limits statements.
 *
 * @param {import('./stores.js').Place} place
 * @param {readonly import('../../runtime/dist/index.js').ResourceClass[]} [others]
 * @returns {Kysely<object>}
 */
export function onKysely(place, others = []) {
  /** @type {Kysely<object>} */
  const { dialect, options } = opened(place)
  const db = new Kysely({ dialect })
  const adapter = new KyselyAdapter(db, { ...options, transaction: { bounds: 'pool' } })
  for (const resource of [...registry.values(), ...others]) {
    if (isOnDatabase(resource)) resource.useAdapter(adapter)
  }
  return db
}

/** @param {import('./stores.js').Place} place */
function opened({ provider, url }) {
  if (provider === 'postgresql') {
    const pool = new Pool({ connectionString: url, max: 5 })
    return { dialect: new PostgresDialect({ pool }), options: { pool } }
  }
  const database = new Libsql(url.replace('file:', ''))
  database.defaultSafeIntegers(true)
  return { dialect: new SqliteDialect({ database }), options: { database } }
}
