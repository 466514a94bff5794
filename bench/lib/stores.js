// The databases for the benchmarks: SQLite in a file, and PostgreSQL if it can be reached.
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

/**
 * @typedef {{ readonly provider: 'sqlite' | 'postgresql', readonly url: string, readonly schema?: string }} Place the
 * location of a store
 * @typedef {{ readonly name: string, readonly place: Place, close(): Promise<void> }} BenchStore
 */

/**
 * Seeds an SQLite file, and a PostgreSQL database if one can be reached, with posts, a tenth as many authors
 * and five times as many comments. Other processes open these databases by their place.
 *
 * @param {number} posts
 * @returns {Promise<BenchStore[]>}
 */
export async function seedStores(posts) {
  const postgresql = await seedPostgresql(posts).catch((error) => {
    console.log(`PostgreSQL is omitted: ${error instanceof Error ? error.message : error}`)
  })
  return [await seedSqlite(posts), ...(postgresql ? [postgresql] : [])]
}

/**
 * @param {number} posts
 * @returns {Promise<BenchStore>}
 */
async function seedSqlite(posts) {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-bench-'))
  /** @type {Place} */
  const place = { provider: 'sqlite', url: `file:${join(folder, 'blog.db')}` }
  await createTablesOf(await datamodel('blog', 'sqlite'), sqliteAdapter(place))
  await seeded(place, posts)
  return { name: 'SQLite', place, close: () => rm(folder, { recursive: true }) }
}

/**
 * @param {number} posts
 * @returns {Promise<BenchStore>}
 */
async function seedPostgresql(posts) {
  const url = process.env['TEST_POSTGRES_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
  const server = await new PrismaPg({ connectionString: url, connectionTimeoutMillis: 1000 }).connect()
  const schema = `bench_${process.pid}_${posts}`
  await server.executeScript(`CREATE SCHEMA "${schema}"`)
  const located = new URL(url)
  // The limits that "bounds: 'pool'" relies on; handwritten handlers have them too.
  const limits = '-c statement_timeout=21000 -c lock_timeout=3000'
  located.searchParams.set('options', `-c search_path=${schema} ${limits}`)
  /** @type {Place} */
  const place = { provider: 'postgresql', url: located.href, schema }
  await createTablesOf(await datamodel('blog', 'postgresql'), postgresqlAdapter(place))
  await compileClient()
  await seeded(place, posts)
  // Rows with explicit ids do not advance the sequences.
  const moved = ['Author', 'Post', 'Comment'].map(
    (table) => `SELECT setval('"${schema}"."${table}_id_seq"', (SELECT max(id) FROM "${schema}"."${table}"))`,
  )
  await server.executeScript([...moved, 'ANALYZE'].join('; '))
  return {
    name: 'PostgreSQL',
    place,
    async close() {
      await server.executeScript(`DROP SCHEMA "${schema}" CASCADE`)
      await server.dispose()
    },
  }
}

/** @param {Place} place @param {number} posts */
async function seeded(place, posts) {
  const prisma = await openStore(place)
  await seedPosts(prisma, posts)
  await prisma.$disconnect()
}

/**
 * The client of a seeded store.
 *
 * @param {Place} place
 * @returns {Promise<PrismaClient>}
 */
export async function openStore(place) {
  if (place.provider === 'sqlite') return new PrismaClient({ adapter: literalLike(sqliteAdapter(place)) })
  return openOrdinary(place)
}

/**
 * A client of a seeded store, on Prisma's own driver adapter without our changes.
 *
 * @param {Place} place
 * @returns {Promise<PrismaClient>}
 */
export async function openOrdinary(place) {
  if (place.provider === 'sqlite') return new PrismaClient({ adapter: sqliteAdapter(place) })
  const loaded = await import(pathToFileURL(join(CLIENT, 'client.js')).href)
  return new loaded.PrismaClient({ adapter: postgresqlAdapter(place) })
}

/** @param {Place} place */
const sqliteAdapter = ({ url }) => new PrismaLibSql({ url, intMode: 'bigint' })

/** @param {Place} place */
const postgresqlAdapter = ({ url, schema }) => new PrismaPg({ connectionString: url, max: 5 }, { schema })

const CLIENT = at('.tmp/bench/postgresql')

/** The client for PostgreSQL is generated as TypeScript for the tests, and compiled here. */
async function compileClient() {
  await generateClients(['postgresql'])
  const flags = '--ignoreConfig --module nodenext --target es2023 --skipLibCheck --types node'.split(' ')
  const client = join(clientDirectory('blog', 'postgresql'), 'client.ts')
  await node([tsc(), client, ...flags, '--outDir', CLIENT])
  await symlink(at('node_modules'), join(CLIENT, 'node_modules')).catch(() => undefined)
}
