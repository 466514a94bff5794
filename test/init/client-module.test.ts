import { mkdir, rm, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { clientDirectory } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { clientModuleFor } from '../../src/init/client-module.js'

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

/** The module that init writes, over the blog's client, with a timeout that a test can wait for. */
async function opened(name: keyof typeof PROVIDERS, file: string = name): Promise<Opened> {
  const client = `${clientDirectory('blog', PROVIDERS[name])}/client.ts`
  const text = (await clientModuleFor(PROVIDERS[name], client)?.text()) ?? ''
  const quick = text
    .replace('statement_timeout: 10_000', 'statement_timeout: 300')
    .replace('max_statement_time: 10,', 'max_statement_time: 0.3,')
  await mkdir(at('.tmp/init'), { recursive: true })
  const path = at(`.tmp/init/${file}.ts`)
  await writeFile(path, quick)
  return import(pathToFileURL(path).href)
}

describe.each(databases)('src/prisma.ts as init writes it, on $label', ({ name, url }) => {
  afterEach(() => rm(at(`.tmp/init/${name}.ts`), { force: true }))

  test('opens the client, and ends a statement that takes longer than its timeout', async () => {
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
  '$name: a connection that the server ends is told, and the process goes on',
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
  '$name: ?schema= of the address is the schema of queries, and of SQL that is written by hand',
  async ({ url }) => {
    const schema = `Init O'Neil ${process.pid}`
    const quoted = `"${schema}"`
    const address = `${url}${url.includes('?') ? '&' : '?'}schema=${encodeURIComponent(schema)}`
    vi.stubEnv('DATABASE_URL', address)
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

test.each(['mongodb', undefined])('no module is written for %s', (provider) => {
  expect(clientModuleFor(provider, './prisma/client.js')).toBeUndefined()
})
