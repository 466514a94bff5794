import { mkdir, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { clientDirectory } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { clientModuleFor } from '../../src/init/client-module.js'
import { kyselyModuleFor } from '../../src/init/kysely-module.js'

interface Opened {
  readonly prisma: {
    $queryRawUnsafe(sql: string): Promise<readonly { readonly pid?: number }[]>
    readonly tag: { create(written: object): Promise<object>; findMany(): Promise<object> }
    $transaction(run: (transaction: Opened['prisma']) => Promise<void>): Promise<void>
    $disconnect(): Promise<void>
  }
}

const PROVIDERS = { sqlite: 'sqlite', postgresql: 'postgresql', mariadb: 'mysql' } as const
const SLEEP = { sqlite: undefined, postgresql: 'select pg_sleep(5)', mariadb: 'select sleep(5)' }
const databases = inject('databases')

/**
 * Imports the module that init writes, with the blog's client, and with timeouts that are short enough for a
 * test.
 */
async function opened(name: keyof typeof PROVIDERS, file: string = name): Promise<Opened> {
  const client = `${clientDirectory('blog', PROVIDERS[name])}/client.ts`
  const text = (await clientModuleFor(PROVIDERS[name], { client, isReloaded: false })?.text()) ?? ''
  const quick = text
    .replace('statement_timeout: 10_000', 'statement_timeout: 300')
    .replace('max_statement_time: 10,', 'max_statement_time: 0.3,')
  await mkdir(at('.tmp/init'), { recursive: true })
  const path = at(`.tmp/init/${file}.ts`)
  await writeFile(path, quick)
  return import(pathToFileURL(path).href)
}

async function openedKysely(name: keyof typeof PROVIDERS): Promise<{ readonly db: Kysely<object> }> {
  const path = at(`.tmp/init/${name}-kysely.ts`)
  await writeFile(path, (await kyselyModuleFor(PROVIDERS[name], './none.js')?.text()) ?? '')
  return import(pathToFileURL(path).href)
}

describe.each(databases)('src/prisma.ts, as written by `init`, on $label', ({ name, url }) => {
  afterEach(() => rm(at(`.tmp/init/${name}.ts`), { force: true }))

  test('src/prisma.ts opens the client, and ends a statement that takes longer than its timeout', async () => {
    vi.stubEnv('DATABASE_URL', name === 'sqlite' ? 'file::memory:' : url)
    const { prisma } = await opened(name)
    try {
      expect(await prisma.$queryRawUnsafe('select 1 as one')).toHaveLength(1)
      const sleep = SLEEP[name]
      if (sleep !== undefined) {
        await expect(prisma.$queryRawUnsafe(sleep)).rejects.toThrow(/timeout|max_statement_time/)
      }
    } finally {
      await prisma.$disconnect()
      vi.unstubAllEnvs()
    }
  })
})

test.each(databases.filter(({ name }) => name === 'postgresql'))(
  'a connection that the $name server closes is reported, and the process continues',
  async ({ url }) => {
    vi.stubEnv('DATABASE_URL', url)
    const { prisma } = await opened('postgresql')
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      const ended = prisma.$transaction(async (transaction) => {
        const [backend] = await transaction.$queryRawUnsafe('select pg_backend_pid() as pid')
        await prisma.$queryRawUnsafe(`select pg_terminate_backend(${backend?.pid})`)
        await vi.waitFor(() => expect(printed).toHaveBeenCalled())
      })
      await ended.catch((error: unknown) => expect(error).toBeInstanceOf(Error))
      expect(printed.mock.calls[0]).toEqual([
        'A connection to the database was lost.',
        'terminating connection due to administrator command',
      ])
      expect(await prisma.$queryRawUnsafe('select 1 as one')).toHaveLength(1)
    } finally {
      await prisma.$disconnect()
      vi.unstubAllEnvs()
      vi.restoreAllMocks()
      await rm(at('.tmp/init/postgresql.ts'), { force: true })
    }
  },
)

test.each(databases.filter(({ name }) => name === 'postgresql'))(
  '?schema= in the URL determines the schema of queries and of hand-written SQL on $name',
  async ({ url }) => {
    const schema = `Init O'Neil ${process.pid}`
    const quoted = `"${schema}"`
    const address = new URL(withoutOptions(url))
    address.searchParams.set('schema', schema)
    vi.stubEnv('DATABASE_URL', address.href.replaceAll('+', '%20'))
    const { prisma } = await opened('postgresql', 'postgresql-schema')
    try {
      await prisma.$queryRawUnsafe(`create schema ${quoted}`)
      await prisma.$queryRawUnsafe('create table "Tag" (id serial primary key, name text not null)')
      await prisma.tag.create({ data: { name: 'here' } })
      const said = 'select current_schema() as schema'
      expect([await prisma.tag.findMany(), await prisma.$queryRawUnsafe(said)]).toEqual([
        [{ id: 1, name: 'here' }],
        [{ schema }],
      ])
    } finally {
      await prisma.$queryRawUnsafe(`drop schema ${quoted} cascade`)
      await prisma.$disconnect()
      vi.unstubAllEnvs()
      await rm(at('.tmp/init/postgresql-schema.ts'), { force: true })
    }
  },
)

/** A URL as an application would have it. The URL's options would replace the client's options. */
function withoutOptions(url: string): string {
  const located = new URL(url)
  located.searchParams.delete('options')
  return located.href
}

/**
 * A database whose sessions have a different time zone by default. On MariaDB, that would be a setting of the
 * whole server.
 */
async function zonedDatabase(url: string): Promise<{ readonly url: string; drop(): Promise<unknown> }> {
  const server = new pg.Pool({ connectionString: url, max: 1 })
  const name = `init_zone_${process.pid}`
  await server.query(`create database ${name}`)
  await server.query(`alter database ${name} set timezone to 'Asia/Tokyo'`)
  const located = Object.assign(new URL(withoutOptions(url)), { pathname: `/${name}` }).href
  return {
    url: located,
    drop: () => server.query(`drop database ${name} with (force)`).finally(() => server.end()),
  }
}

test.each(databases.filter(({ name }) => name !== 'sqlite'))(
  "the time zone of every session on $name is UTC, even if the server's time zone differs",
  async ({ name, url }) => {
    const zoned = name === 'postgresql' ? await zonedDatabase(url) : { url, drop: async () => {} }
    vi.stubEnv('DATABASE_URL', zoned.url)
    const { prisma } = await opened(name, `${name}-zone`)
    const { db } = await openedKysely(name)
    const zone = name === 'postgresql' ? `current_setting('timezone')` : '@@time_zone'
    const select = `select ${zone} as zone`
    try {
      const expected = [{ zone: name === 'postgresql' ? 'UTC' : '+00:00' }]
      expect([await prisma.$queryRawUnsafe(select), (await sql.raw(select).execute(db)).rows]).toEqual([
        expected,
        expected,
      ])
    } finally {
      await prisma.$disconnect()
      await db.destroy()
      await zoned.drop()
      vi.unstubAllEnvs()
      await rm(at(`.tmp/init/${name}-zone.ts`), { force: true })
      await rm(at(`.tmp/init/${name}-kysely.ts`), { force: true })
    }
  },
)

test.each(['mongodb', undefined])('`init` writes no database module for %s', (provider) => {
  expect(clientModuleFor(provider, { client: './prisma/client.js', isReloaded: false })).toBeUndefined()
})
