// The blog's Prisma Client for both stores, compiled to JavaScript.
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { PrismaPg } from '@prisma/adapter-pg'
import { datamodel } from '../lib/datamodels.js'
import { at } from '../lib/paths.js'
import { generateClient } from '../lib/prisma-client.js'
import { node, tsc } from '../lib/run.js'

/**
 * @typedef {'postgresql' | 'galera'} StoreName
 * @typedef {import('../../examples/blog/dist/prisma/client.js').PrismaClient} PrismaClient
 * @typedef {{ readonly port: number, readonly database: string, readonly connections: number }} Place
 */

const PROVIDERS = /** @type {const} */ ({ postgresql: 'postgresql', galera: 'mysql' })

/** @param {StoreName} store */
const folderOfClient = (store) => at(`.tmp/scale/${PROVIDERS[store]}`)

/** Generates and compiles a store's client. @param {StoreName} store */
export async function compileClient(store) {
  const output = `${folderOfClient(store)}/src`
  await generateClient({ datamodel: await datamodel('blog', PROVIDERS[store]), output })
  const flags = '--ignoreConfig --module nodenext --target es2023 --skipLibCheck --types node'.split(' ')
  const compiled = `${folderOfClient(store)}/dist`
  await node([tsc(), join(output, 'client.ts'), ...flags, '--outDir', compiled])
  await symlink(at('node_modules'), join(folderOfClient(store), 'node_modules')).catch(() => undefined)
}

/**
 * Opens a store's client. On Galera, each connection waits for the commits of other nodes before it reads. It does not
 * use prepared statements: with them, the error of a transaction that lost a conflict with another node is sometimes
 * missed.
 *
 * @param {StoreName} store
 * @param {Place} place
 * @returns {Promise<PrismaClient>}
 */
export async function openClient(store, place) {
  const file = pathToFileURL(join(folderOfClient(store), 'dist/client.js')).href
  const loaded = await import(file)
  return new loaded.PrismaClient({ adapter: adapterOf(store, place) })
}

/** @param {StoreName} store @param {Place} place */
export function adapterOf(store, { port, database, connections }) {
  if (store === 'postgresql') {
    const connectionString = `postgresql://postgres@127.0.0.1:${port}/${database}`
    return new PrismaPg({
      connectionString,
      max: connections,
      connectionTimeoutMillis: 10_000,
      onConnect: (client) => {
        client.on('error', () => {})
      },
    })
  }
  return new PrismaMariaDb(
    {
      host: '127.0.0.1',
      port,
      user: 'blog',
      password: 'blog',
      database,
      connectionLimit: connections,
      acquireTimeout: 10_000,
      connectTimeout: 3000,
      sessionVariables: { wsrep_sync_wait: 1 },
    },
    { useTextProtocol: true },
  )
}
