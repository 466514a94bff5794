import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { databaseUrl, type DatabaseProvider } from '@jsonapi-gen/runtime/node'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clientDirectory } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { clientModuleFor } from '../../src/init/client-module.js'
import { kyselyModuleFor } from '../../src/init/kysely-module.js'

/** URLs for each database, with a password if the database uses one. */
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

describe('init/database-url (20.25): each program opens only the database in DATABASE_URL', () => {
  test.each(PROVIDERS)('%s uses its own URLs unchanged', (provider) => {
    for (const address of ADDRESSES[provider]) {
      vi.stubEnv('DATABASE_URL', address)
      expect(databaseUrl(provider)).toBe(address)
    }
  })

  test.each(PROVIDERS)('%s without DATABASE_URL says how to set it', (provider) => {
    for (const value of [undefined, '', ' ']) {
      vi.stubEnv('DATABASE_URL', value)
      expect(thrown(() => databaseUrl(provider))).toMatch(
        /^DATABASE_URL is not set\. Set it to the URL of the .+ database, such as \S+, before any module opens the database\. If the URL is in a \.env file, start Node with --env-file=\.env\.$/,
      )
    }
  })

  test.each(PROVIDERS)(
    '%s reports the URL of a different kind of database without its password',
    (provider) => {
      const others = PROVIDERS.filter((each) => each !== provider).flatMap((each) => ADDRESSES[each])
      for (const address of [...others, ...ELSEWHERE]) {
        vi.stubEnv('DATABASE_URL', address)
        const message = thrown(() => databaseUrl(provider))
        expect(message).toMatch(/^DATABASE_URL is a URL for .+ \("\S+:"\), but this program uses .+\. Set it/)
        expect(message).not.toContain('hush')
      }
    },
  )

  test('a DATABASE_URL that is not a URL is not repeated in the error', () => {
    vi.stubEnv('DATABASE_URL', 'mysql://me:hu#sh@db:x')
    expect(thrown(() => databaseUrl('mysql'))).toBe(
      'DATABASE_URL is not a valid URL. Set it to a URL such as mysql://user:password@localhost:3306/name. Encode special characters in the password, such as "#" as %23.',
    )
  })

  const BARE = ['postgres', 'shop', 'localhost:5432/x', '//db/x', 'me:hush@db/x']
  const SERVERS = [
    ['postgresql', 'PostgreSQL', 'postgresql://user:password@localhost:5432/name'],
    ['mysql', 'MySQL or MariaDB', 'mysql://user:password@localhost:3306/name'],
  ] as const
  test.each(SERVERS.flatMap((server) => BARE.map((address) => [...server, address] as const)))(
    '%s (%s, %s) rejects %s, a URL without its scheme',
    (provider, label, example, address) => {
      vi.stubEnv('DATABASE_URL', address)
      expect(thrown(() => databaseUrl(provider))).toBe(
        `DATABASE_URL is not a URL for ${label}: it must begin with "${provider}://". Set it to a URL such as ${example}.`,
      )
    },
  )

  test('a socket path is a valid URL for postgresql', () => {
    vi.stubEnv('DATABASE_URL', '/var/run/postgresql x')
    expect(databaseUrl('postgresql')).toBe('/var/run/postgresql x')
  })

  const MODULES = (['sqlite', 'postgresql', 'mysql'] as const).flatMap((provider) => [
    {
      provider,
      module: 'src/prisma.ts',
      // The URL is checked before the client is used, so SQLite's client, which exists on every machine,
      // serves for all.
      of: clientModuleFor(provider, {
        client: `${clientDirectory('blog', 'sqlite')}/client.ts`,
        isReloaded: false,
      }),
    },
    { provider, module: 'src/db.ts', of: kyselyModuleFor(provider, './types.js') },
  ])

  test.each(MODULES)(
    '$module for $provider opens no connection without a URL of the right kind',
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
          expect.stringMatching(/^DATABASE_URL is a URL for/),
        ])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  )
})
