import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { DummyDriver, Kysely, PostgresDialect, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { blogOn } from '../adapter/differential/blog.js'
import { databases, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { serve } from '../support/serve.js'
import { kyselyAdapter } from './support/kysely-adapter.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'

describe.each(databases)('kysely/lacking (14.7): missing tables and columns, on $name', (database) => {
  let store: OpenDatabase<BlogClient>
  let kysely: ReturnType<typeof kyselyAdapter>
  beforeAll(async () => {
    store = await database.open({ seed: true })
    kysely = kyselyAdapter(store)
  })
  afterAll(async () => {
    await kysely.close()
    await store.close()
  })

  test('the first request that needs a missing table or column returns 500, and the error names the missing part and the fix, without a tool that the application may not use', async () => {
    const errors: unknown[] = []
    const api = serve(blogOn(kysely.adapter), { onError: (error) => errors.push(error) })
    expect((await api.get('/profiles')).status).toBe(200)
    await kysely.db.schema.alterTable('Profile').renameTo('Moved').execute()
    await kysely.db.schema.alterTable('Tag').renameColumn('name', 'called').execute()
    for (const [path, name] of [
      ['/profiles', 'Profile'],
      ['/tags', 'name'],
    ] as const) {
      errors.length = 0
      expect((await api.get(path)).status).toBe(500)
      const [error] = errors
      expect([errors.length, String(error)]).toEqual([1, expect.stringContaining(name)])
      expect(kysely.adapter.faultOf(error).cure).toBe(
        "The database is missing a table or a column that the API uses. If no migration creates it, write one. To apply it: `npm run db:migrate` if the project has that script, otherwise your migration tool's own command.",
      )
    }
    expect((await api.get('/posts?page[size]=1')).status).toBe(200)
  })
})

test('kysely/lacking (23.15): without a pool on PostgreSQL or a database on SQLite, a warning at startup shows the missing code', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const pool = new pg.Pool()
  const postgres = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
  const sqlite = kyselyOf({ name: 'sqlite', url: ':memory:' })
  const mysql = kyselyOf({ name: 'mariadb', url: 'mariadb://root@127.0.0.1:1/' })
  const adapters = [
    ...[{}, { pool }, { pool: null }].map((options) => new KyselyAdapter(postgres, options)),
    ...[{}, poolOf(sqlite), { database: null }].map((options) => new KyselyAdapter(sqlite, options)),
    new KyselyAdapter(mysql),
  ]
  await postgres.destroy()
  await sqlite.destroy()
  await mysql.destroy()
  expect(adapters.length).toBe(7)
  expect(warned.mock.calls).toEqual([
    [
      'KyselyAdapter has no pool, so this process ends when PostgreSQL ends a connection in the middle of a transaction. Write: new KyselyAdapter(db, { pool }), with the pool that PostgresDialect uses. If db has a different driver, write: { pool: null }.',
    ],
    [
      'KyselyAdapter has no database, so this process is blocked while another process locks the file. Write: new KyselyAdapter(db, { database }), with the database that SqliteDialect uses. If no other process writes to the file, or db has a different driver, write: { database: null }.',
    ],
  ])
})

test('kysely/lacking: an unknown dialect causes an error at startup', () => {
  class OtherAdapter {
    readonly supportsReturning = true
  }
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => Object.assign(Object.create(OtherAdapter.prototype), {}),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => {
        throw new Error('Nobody asks.')
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  expect(() => new KyselyAdapter(db)).toThrow(
    new TypeError(
      'KyselyAdapter does not support the dialect OtherAdapter. It supports PostgresDialect, MysqlDialect and SqliteDialect from kysely.',
    ),
  )
})
