import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CamelCasePlugin, Kysely, SqliteDialect } from 'kysely'
import Database from 'libsql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../examples/blog/src/client.js'
import { createTables } from '../../examples/blog/src/database.js'
import { sqlOf } from '../../prove/src/sql.js'
import { countStatements } from '../../prove/src/statements.js'

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'statements-'))
  path = join(folder, 'blog.db')
  await createTables(`file:${path}`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the operations of a Prisma Client are counted, even in a transaction', async () => {
  const client = createClient(`file:${path}`)
  const statements = countStatements(client)
  await client.post.count()
  expect(statements.count).toBe(1)
  await client.$transaction(async (inside) => {
    await inside.post.count()
    await inside.tag.findMany()
  })
  expect(statements.count).toBe(3)
  await client.$disconnect()
})

test('the statements of a Kysely instance are counted, even in a transaction', async () => {
  const database = new Database(path)
  const db = new Kysely<{ Post: { id: number } }>({ dialect: new SqliteDialect({ database }) })
  const statements = countStatements(db)
  await db.selectFrom('Post').select('id').execute()
  expect(statements.count).toBe(1)
  await db.transaction().execute((inside) => inside.selectFrom('Post').select('id').execute())
  // The beginning and the end of a transaction are statements too.
  expect(statements.count).toBe(4)
  await db.destroy()
})

test('columns in plain SQL keep their names, even if a Kysely plugin renames columns in Kysely queries', async () => {
  const database = new Database(path)
  const db = new Kysely({ dialect: new SqliteDialect({ database }), plugins: [new CamelCasePlugin()] })
  expect(await sqlOf(db, 'sqlite')?.rows('SELECT 1 AS deleted_at')).toEqual([{ deleted_at: 1 }])
  await db.destroy()
})

test('for a client that is neither Prisma nor Kysely, the count of statements remains 0', () => {
  expect(countStatements({})).toEqual({ count: 0 })
})
