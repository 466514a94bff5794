import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { Client } from 'pg'
import { inject } from 'vitest'
import type { DatabaseName } from '../../support/probe.js'

/** A new database, whose structure a test changes. */
export interface OwnDatabase {
  readonly name: DatabaseName
  /** The URL for `--database`. */
  readonly url: string
  run(script: string): Promise<void>
  drop(): Promise<void>
}

/** The URL of a server. */
export const serverOf = (name: DatabaseName): string =>
  inject('databases').find((each) => each.name === name)?.url ?? ''

let opened = 0

/** Creates an empty database, on the tests' server or on another server. */
export async function openDatabase(name: DatabaseName, at = serverOf(name)): Promise<OwnDatabase> {
  const id = `verify_${inject('run')}_${process.pid}_${++opened}`
  if (name === 'sqlite') {
    const path = join(tmpdir(), `${id}.db`)
    const database = sqliteOf(path)
    return {
      name,
      url: `file:${path}`,
      run: async (script) => void database.exec(script),
      async drop() {
        database.close()
        await rm(path, { force: true })
      },
    }
  }
  const located = new URL(at)
  if (name === 'postgresql') {
    const server = new Client({ connectionString: at })
    await server.connect()
    await server.query(`CREATE DATABASE "${id}"`)
    located.pathname = `/${id}`
    const client = new Client({ connectionString: located.href })
    await client.connect()
    return {
      name,
      url: located.href,
      run: async (script) => void (await client.query(script)),
      async drop() {
        await client.end()
        await server.query(`DROP DATABASE "${id}" WITH (FORCE)`)
        await server.end()
      },
    }
  }
  const { hostname: host, port, username: user, password } = located
  const connection = await createConnection({
    host,
    port: Number(port || 3306),
    user,
    password,
    multipleStatements: true,
  })
  await connection.query(
    `CREATE DATABASE \`${id}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci; USE \`${id}\``,
  )
  located.pathname = `/${id}`
  return {
    name,
    url: located.href.replace(/^mariadb:/, 'mysql:'),
    run: async (script) => void (await connection.query(script)),
    async drop() {
      await connection.query(`DROP DATABASE \`${id}\``)
      await connection.end()
    },
  }
}

/** The part of the driver that tests use. */
interface Sqlite {
  exec(script: string): unknown
  close(): unknown
}

function sqliteOf(path: string): Sqlite {
  const Database = createRequire(import.meta.url)('libsql') as new (path: string) => Sqlite
  return new Database(path)
}
