import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { describe, expect, test } from 'vitest'
import { sqlOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { PLACES } from '../create/support/databases.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { mariadbAdapter } from '../support/probe.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

const DATAMODEL = 'datasource db {\n  provider = "sqlite"\n}\n\nmodel Post {\n  id Int @id\n}'

const MODEL = `/// The responses to requests with an Idempotency-Key, for createApi({ idempotency }).
model IdempotencyKey {
  digest    String   @id
  request   String
  status    Int
  headers   Json
  answer    Bytes
  isShort   Boolean
  expiresAt DateTime

  @@index([expiresAt])
}
`
const NEXT =
  '\nNext:\n  1. generate: { idempotency: true } in schema.yaml\n  2. npx prisma@7 migrate dev\n  3. npx prisma@7 generate\n  4. npx jsonapi-gen generate\n  5. createApi({ idempotency: { owner } })\n'

const init = (folder: string) => jsonapiGenHere(['init', '--idempotency'], folder)

const statementsOf = (sql: string): readonly string[] => sql.split(/^-- /m).map((text) => text.trim())

/**
 * The SQL that Prisma writes for a datamodel. No package includes MariaDB's engine, so there the written SQL
 * is executed instead.
 */
async function byPrisma(provider: string, datamodel: string, written: string): Promise<string> {
  if (provider === 'mysql') {
    await runOnMariadb(written)
    return written
  }
  if (provider === 'sqlite') return sqlOf(datamodel, new PrismaLibSql({ url: ':memory:' }))
  const place = PLACES.find(({ database }) => database === 'postgresql')
  if (!place) return readFile(at('templates-init/prisma/idempotency.postgresql.sql.hbs'), 'utf8')
  const { url, drop } = await place.empty(`keys_${process.pid}`)
  try {
    return await sqlOf(datamodel, new PrismaPg(url))
  } finally {
    await drop()
  }
}

async function runOnMariadb(sql: string): Promise<void> {
  const place = PLACES.find(({ database }) => database === 'mariadb')
  if (!place) return
  const { url, drop } = await place.empty(`keys_${process.pid}`)
  const connection = await mariadbAdapter(url.replace('mysql:', 'mariadb:')).connect()
  try {
    await connection.executeRaw({ sql: sql.replaceAll(/^-- .*$/gm, ''), args: [], argTypes: [] })
  } finally {
    await connection.dispose()
    await drop()
  }
}

describe('`init --idempotency` (30.6): the model for idempotency keys', () => {
  test('the model for idempotency keys is added once after the other models, and no other file is changed', async () => {
    const folder = await folderWith({ 'prisma/schema.prisma': DATAMODEL })
    const first = await init(folder)
    expect(first).toMatchObject({
      code: 0,
      stdout: '',
      stderr: `added the model IdempotencyKey to prisma/schema.prisma\n${NEXT}`,
    })
    const after = { 'prisma/schema.prisma': `${DATAMODEL}\n\n${MODEL}` }
    expect(await textsUnder(folder)).toEqual(after)
    expect(await init(folder)).toMatchObject({
      code: 0,
      stderr: 'prisma/schema.prisma already has the model IdempotencyKey\n',
    })
    expect(await textsUnder(folder)).toEqual(after)
  })

  test.each(['sqlite', 'postgresql', 'mysql'])(
    'the model for idempotency keys is written together with the migration that Prisma would write for %s, in a project that applies migrations with a script',
    async (provider) => {
      const before = DATAMODEL.replace('sqlite', provider)
      const scripts = { 'db:migrate': 'node migrate.js', regenerate: 'x' }
      const folder = await folderWith({
        'package.json': JSON.stringify({ scripts }),
        'prisma/schema.prisma': before,
      })
      const { stderr } = await init(folder)
      const [, path = ''] =
        /^wrote (prisma\/migrations\/\d{14}_idempotency_key\/migration\.sql)$/m.exec(stderr) ?? []
      expect(stderr).toBe(
        `added the model IdempotencyKey to prisma/schema.prisma\nwrote ${path}\n\nNext:\n  1. generate: { idempotency: true } in schema.yaml\n  2. npm run regenerate\n  3. createApi({ idempotency: { owner } })\n`,
      )
      const written = await readFile(join(folder, path), 'utf8')
      expect(written).toContain('-- CreateTable')
      const datamodel = await readFile(join(folder, 'prisma/schema.prisma'), 'utf8')
      const all = statementsOf(await byPrisma(provider, datamodel, written))
      expect(statementsOf(written).filter((text) => !all.includes(text))).toEqual([])
    },
  )

  test("the model for idempotency keys uses the file's line endings", async () => {
    const before = `${DATAMODEL}\n`.replaceAll('\n', '\r\n')
    const folder = await folderWith({ 'schema.prisma': before })
    await init(folder)
    expect(await readFile(join(folder, 'schema.prisma'), 'utf8')).toBe(
      `${before}\r\n${MODEL.replaceAll('\n', '\r\n')}`,
    )
  })

  test('the model for idempotency keys is in a separate file if the schema is a folder', async () => {
    const [source = '', model = ''] = DATAMODEL.split('\n\n')
    const files = { 'prisma/schema/main.prisma': source, 'prisma/schema/post.prisma': model }
    const folder = await folderWith(files)
    expect((await init(folder)).stderr).toBe(`wrote prisma/schema/idempotency.prisma\n${NEXT}`)
    expect(await textsUnder(folder)).toEqual({ ...files, 'prisma/schema/idempotency.prisma': MODEL })
  })

  test("on Kysely, `init --idempotency` lists the steps for hand-written files, which define the model's facts", async () => {
    const schema = 'prisma: { schema: prisma/schema.prisma }\nresources: { posts: { public: true } }\n'
    const said: string[] = []
    for (const text of [`generate: { adapter: kysely }\n${schema}`, schema]) {
      const folder = await folderWith({ 'schema.yaml': text, 'prisma/schema.prisma': DATAMODEL })
      said.push((await init(folder)).stderr)
    }
    const added = 'added the model IdempotencyKey to prisma/schema.prisma\n'
    expect(said).toEqual([
      `${added}\nNext:\n  1. generate: { idempotency: true } in schema.yaml\n  2. npx prisma@7 migrate dev\n  3. npx jsonapi-gen generate\n  4. createApi({ idempotency: { owner } })\n`,
      `${added}${NEXT}`,
    ])
  })

  test('the model for idempotency keys is printed if there is no Prisma schema', async () => {
    const folder = await folderWith({})
    expect(await init(folder)).toMatchObject({
      code: 0,
      stdout: MODEL,
      stderr: 'no Prisma schema was found: add this model to yours, and migrate\n',
    })
    expect(await textsUnder(folder)).toEqual({})
  })

  test('the model for idempotency keys is not added to a Prisma schema with errors', async () => {
    const files = { 'schema.prisma': `${DATAMODEL}\n\nmodel Post {\n` }
    const folder = await folderWith(files)
    const { code, stderr } = await init(folder)
    expect([code === 0, stderr.includes('schema.prisma:')]).toEqual([false, true])
    expect(await textsUnder(folder)).toEqual(files)
  })
})
