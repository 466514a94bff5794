import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { databaseUrl, type DatabaseProvider } from '@jsonapi-gen/runtime/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientDirectory } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { clientModuleFor } from '../../src/init/client-module.js'
import { kyselyModuleFor } from '../../src/init/kysely-module.js'

/** Addresses of each database, with a password where they have one. */
const ADDRESSES: Readonly<Record<DatabaseProvider, readonly string[]>> = {
  sqlite: ['file:./x.db', 'libsql://x.turso.io?authToken=hush'],
  postgresql: ['postgresql://me:hush@db:5432/x', 'postgres://me:hush@db/x', 'POSTGRES://me:hush@db/x'],
  mysql: ['mysql://me:hush@db:3306/x', 'mariadb://me:hush@db/x'],
  sqlserver: ['sqlserver://db:1433;database=x;user=sa;password=hush'],
}
const ELSEWHERE = ['mongodb+srv://me:hush@db/x', 'prisma+postgres://db/?api_key=hush']
const PROVIDERS = ['sqlite', 'postgresql', 'mysql', 'sqlserver'] as const

const thrown = (run: () => unknown): string => {
  try {
    return `nothing was thrown: ${String(run())}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

afterEach(() => vi.unstubAllEnvs())

describe('init/database-url (20.25): every program opens only the database in DATABASE_URL', () => {
  test.each(PROVIDERS)('%s: its own addresses are used unchanged', (provider) => {
    for (const address of ADDRESSES[provider]) {
      vi.stubEnv('DATABASE_URL', address)
      expect(databaseUrl(provider)).toBe(address)
    }
  })

  test.each(PROVIDERS)('%s: without DATABASE_URL, the message says what to set', (provider) => {
    for (const value of [undefined, '', ' ']) {
      vi.stubEnv('DATABASE_URL', value)
      expect(thrown(() => databaseUrl(provider))).toMatch(
        /^DATABASE_URL is not set\. Set it to the address of the .+ database, such as \S+, before any module opens the database\. If the address is in a file \.env, start Node with --env-file=\.env\.$/,
      )
    }
  })

  test.each(PROVIDERS)('%s: the address of another database is named, without its password', (provider) => {
    const others = PROVIDERS.filter((each) => each !== provider).flatMap((each) => ADDRESSES[each])
    for (const address of [...others, ...ELSEWHERE]) {
      vi.stubEnv('DATABASE_URL', address)
      const message = thrown(() => databaseUrl(provider))
      expect(message).toMatch(
        /^DATABASE_URL is an address of .+ \("\S+:"\), but this program opens .+\. Set it/,
      )
      expect(message).not.toContain('hush')
    }
  })

  test('a text that is not an address is not shown', () => {
    vi.stubEnv('DATABASE_URL', 'mysql://me:hu#sh@db:x')
    expect(thrown(() => databaseUrl('mysql'))).toBe(
      'DATABASE_URL is not an address. Set it to one such as mysql://user:password@localhost:3306/name; encode special characters in the password, such as %23 for "#".',
    )
  })

  const MODULES = (['sqlite', 'postgresql', 'mysql'] as const).flatMap((provider) => [
    {
      provider,
      module: 'src/prisma.ts',
      // The address is looked at before the client is: that of SQLite is there on every machine.
      of: clientModuleFor(provider, `${clientDirectory('blog', 'sqlite')}/client.ts`),
    },
    { provider, module: 'src/db.ts', of: kyselyModuleFor(provider, './types.js') },
  ])

  test.each(MODULES)(
    '$module of $provider opens nothing without an address of its own kind',
    async ({ provider, of }) => {
      await mkdir(at('.tmp'), { recursive: true })
      const folder = await mkdtemp(at('.tmp/database-url-'))
      const text = (await of?.text()) ?? ''
      const opened = async (address: string | undefined): Promise<string> => {
        vi.stubEnv('DATABASE_URL', address)
        const path = join(folder, `${Math.random()}.ts`)
        await writeFile(path, text)
        return import(pathToFileURL(path).href).then(
          () => 'it opened something',
          (error: Error) => error.message,
        )
      }
      try {
        const other = provider === 'mysql' ? 'postgresql' : 'mysql'
        const [address = ''] = ADDRESSES[other]
        expect([await opened(undefined), await opened(address)]).toEqual([
          expect.stringMatching(/^DATABASE_URL is not set/),
          expect.stringMatching(/^DATABASE_URL is an address of/),
        ])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
})
