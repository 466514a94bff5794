// The databases that the benchmarks run on: SQLite in a file, and PostgreSQL where it can be reached.
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { createTablesOf } from '../../examples/blog/dist/database.js'
import { PrismaClient } from '../../examples/blog/dist/prisma/client.js'
import { clientDirectory, datamodel, generateClients } from '../../scripts/lib/datamodels.js'
import { literalLike } from '../../runtime/dist/prisma.js'
import { at } from '../../scripts/lib/paths.js'
import { node, tsc } from '../../scripts/lib/run.js'
import { seedPosts } from './many-posts.js'

/** How many posts there are, with a tenth as many authors and five times as many comments. */
const POSTS = 1000

/** @typedef {{ readonly name: string, readonly prisma: PrismaClient, close(): Promise<void> }} BenchStore */

/** @returns {Promise<BenchStore[]>} */
export async function openStores() {
  const postgresql = await openPostgresql().catch((error) => {
    console.log(`PostgreSQL is left out: ${error instanceof Error ? error.message : error}`)
  })
  return [await openLibsql(), ...(postgresql ? [postgresql] : [])]
}

/** @returns {Promise<BenchStore>} */
async function openLibsql() {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-bench-'))
  const adapter = new PrismaLibSql({ url: `file:${join(folder, 'blog.db')}`, intMode: 'bigint' })
  await createTablesOf(await datamodel('blog', 'sqlite'), adapter)
  const prisma = new PrismaClient({ adapter: literalLike(adapter) })
  await seedPosts(prisma, POSTS)
  return {
    name: 'libsql',
    prisma,
    close: () => prisma.$disconnect().then(() => rm(folder, { recursive: true })),
  }
}

/** @returns {Promise<BenchStore>} */
async function openPostgresql() {
  const url = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
  const server = await new PrismaPg({ connectionString: url, connectionTimeoutMillis: 1000 }).connect()
  const schema = `bench_${process.pid}`
  await server.executeScript(`CREATE SCHEMA "${schema}"`)
  const located = new URL(url)
  located.searchParams.set('options', `-c search_path=${schema}`)
  const adapter = new PrismaPg({ connectionString: located.href, max: 5 }, { schema })
  await createTablesOf(await datamodel('blog', 'postgresql'), adapter)
  const prisma = new (await compiledClient())({ adapter })
  await seedPosts(prisma, POSTS)
  return {
    name: 'postgresql',
    prisma,
    async close() {
      await prisma.$disconnect()
      await server.executeScript(`DROP SCHEMA "${schema}" CASCADE`)
      await server.dispose()
    },
  }
}

/**
 * The client of PostgreSQL, which is generated as TypeScript for the tests; it is compiled for here.
 *
 * @returns {Promise<typeof PrismaClient>}
 */
async function compiledClient() {
  await generateClients(['postgresql'])
  const output = at('.tmp/bench/postgresql')
  const flags = '--ignoreConfig --module nodenext --target es2023 --skipLibCheck --types node'.split(' ')
  const client = join(clientDirectory('blog', 'postgresql'), 'client.ts')
  await node([tsc(), client, ...flags, '--outDir', output])
  await symlink(at('node_modules'), join(output, 'node_modules')).catch(() => undefined)
  const loaded = await import(pathToFileURL(join(output, 'client.js')).href)
  return loaded.PrismaClient
}
