import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { PrismaPg } from '@prisma/adapter-pg'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { declareFacts } from '../../../runtime/src/facts/declared-facts.js'
import { folderOf, freePorts, type Program, start, until } from '../../../scripts/scale/programs.js'
import { createClient } from '../../support/clients.js'
import { databases, type OpenDatabase, type TenantsClient } from '../../support/databases.js'
import { factsOf } from '../../support/facts.js'
import { shortErrors } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { makeRecords, setResources } from '../support/sets.js'

const PROGRAM = '/usr/sbin/pgbouncer'
const servers = existsSync(PROGRAM) ? databases.filter(({ name }) => name === 'postgresql') : []
if (!existsSync(PROGRAM)) process.stderr.write('PgBouncer is missing: the tests through it did not run.\n')

describe.each(servers)(
  "docs/scaling.md, PgBouncer: `bounds: 'pool'` with the limits on the role",
  (database) => {
    let opened: OpenDatabase<TenantsClient>
    let bouncer: Program
    let through: URL
    let schema: string
    let warned: string[] = []
    const role = `bounded_${process.pid}`
    beforeAll(async () => {
      opened = await database.openTenants()
      await makeRecords(opened.prisma)
      const url = new URL(opened.url)
      schema = /search_path=(\w+)/.exec(url.searchParams.get('options') ?? '')?.[1] ?? 'public'
      for (const statement of [
        `CREATE ROLE ${role} SUPERUSER LOGIN`,
        `ALTER ROLE ${role} SET statement_timeout = '20s'`,
        `ALTER ROLE ${role} SET lock_timeout = '200ms'`,
        `ALTER ROLE ${role} SET timezone = 'UTC'`,
        `ALTER ROLE ${role} SET search_path = ${schema}`,
      ]) {
        await opened.prisma.$executeRawUnsafe(statement)
      }
      const [port = 0] = await freePorts(1)
      const folder = folderOf(`pgbouncer-${port}`, 'postgres')
      const users = join(folder, 'users.txt')
      writeFileSync(users, `"${role}" ""\n`, { mode: 0o644 })
      const file = join(folder, 'pgbouncer.ini')
      const name = url.pathname.slice(1)
      writeFileSync(
        file,
        `[databases]
${name} = host=${url.hostname} port=${url.port || 5432} dbname=${name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 2
`,
        { mode: 0o644 },
      )
      through = new URL(`postgresql://${role}@127.0.0.1:${port}/${name}`)
      bouncer = start(`pgbouncer-${port}`, PROGRAM, [file], { user: 'postgres' })
      await until('PgBouncer responds', () => responds(through), bouncer)
    })
    afterAll(async () => {
      await bouncer?.stop()
      await opened.prisma.$executeRawUnsafe(`DROP ROLE ${role}`)
      await opened.close()
    })
    beforeEach(() => {
      warned = []
      vi.spyOn(console, 'warn').mockImplementation((text: string) => void warned.push(text))
    })

    /** The options in docs/scaling.md. Prisma also needs the schema, because it qualifies names. */
    const options = () => ({ connectionString: through.href, max: 10, connectionTimeoutMillis: 5000 })
    const engines = [
      {
        engine: 'prisma',
        async open() {
          const client = await createClient('tenants', 'postgresql', new PrismaPg(options(), { schema }))
          const { $disconnect } = client
          return {
            adapter: new PrismaAdapter(client, { transaction: { bounds: 'pool' } }),
            close: () => $disconnect.call(client),
          }
        },
      },
      {
        engine: 'kysely',
        async open() {
          const pool = new pg.Pool(options())
          const db = new Kysely<object>({ dialect: new PostgresDialect({ pool }) })
          return {
            adapter: new KyselyAdapter(db, { pool, transaction: { bounds: 'pool' } }),
            close: () => db.destroy(),
          }
        },
      },
    ]

    test.each(engines)(
      "$engine: a wait that exceeds the role's lock_timeout returns 409, and nothing is written",
      async ({ open }) => {
        const { adapter, close } = await open()
        const resources = setResources(opened.prisma)
        declareFacts(adapter, factsOf(opened.prisma))
        for (const resource of Object.values(resources)) resource.useAdapter(adapter)
        const { send } = serveWrites(resources)
        const rename = (title: string) =>
          send('PATCH', '/tasks/30', { data: { type: 'tasks', id: '30', attributes: { title } } })
        try {
          expect((await rename('before')).status).toBe(200)
          const answer = await opened.prisma.$transaction(
            async (transaction) => {
              await transaction.$queryRawUnsafe('SELECT 1 FROM "Task" WHERE id = 30 FOR UPDATE')
              return rename('changed')
            },
            { timeout: 60_000 },
          )
          expect([answer.status, shortErrors(answer)]).toEqual([
            409,
            ['409 - Other requests are writing the same records. Nothing was written; try again.'],
          ])
          expect((await opened.prisma.task.findUniqueOrThrow({ where: { id: 30 } })).title).toBe('before')
          expect(warned).toEqual([])
        } finally {
          await close()
        }
      },
    )

    test('PgBouncer rejects a pool that sets statement_timeout itself', async () => {
      const client = new pg.Client({ connectionString: through.href, statement_timeout: 1000 })
      client.on('error', () => {})
      await expect(client.connect()).rejects.toThrow('unsupported startup parameter: statement_timeout')
    })
  },
)

async function responds(url: URL): Promise<boolean> {
  const client = new pg.Client({ connectionString: url.href })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
