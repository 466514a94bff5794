import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { inject } from 'vitest'
import { resetSequences, seed } from '../../examples/blog/src/seed.js'
import {
  type Clients,
  createClient,
  type BlogClient,
  type ColumnsClient,
  type ConstraintsClient,
  type KeysClient,
  type NamesClient,
  type PartsClient,
  type SaasClient,
  type TenantsClient,
  type TypesClient,
} from './clients.js'
import type { Datamodel } from '../../scripts/lib/datamodels.js'
import type { DatabaseName, ProbedDatabase } from './probe.js'
import { onceARun } from './once.js'
import { closeEngine, type Located, noteUrl } from './engine.js'
import { keyedClient } from './pairs/keyed-client.js'
import { numberedClient } from './pairs/numbered-client.js'
import { isSoak } from './sample.js'
import { reusedStore } from './reused-stores.js'
import { adapterTo, createStore } from './stores.js'

export type {
  BlogClient,
  ColumnsClient,
  ConstraintsClient,
  DatabaseName,
  KeysClient,
  NamesClient,
  PartsClient,
  SaasClient,
  TenantsClient,
  TypesClient,
}

/** A test file's own database. */
export interface OpenDatabase<Client> {
  readonly name: DatabaseName
  /** The URL for another process, such as a server: `file:…`, `postgresql://…` or `mariadb://…`. */
  readonly url: string
  readonly prisma: Client
  /** Disconnects and drops it. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** Whether to fill the blog with the example's rows; default false. */
  readonly seed?: boolean
  /** Called with the SQL text of every query, for example to count queries. */
  readonly onQuery?: (sql: string) => void
}

/** A kind of database on which tests can run. */
export interface TestDatabase {
  readonly name: DatabaseName
  /** The title for a `describe`: the name, and the kind of keys if they are pairs. */
  readonly title: string
  /** The columns of a record's key: `id`, or `idHigh` and `idLow`. */
  readonly key: 'single' | 'pair'
  /** A new database with the blog's tables. */
  open(options?: OpenOptions): Promise<OpenDatabase<BlogClient>>
  /** A new database with the tables of types.prisma. */
  openTypes(options?: Pick<OpenOptions, 'onQuery'>): Promise<OpenDatabase<TypesClient>>
  /** A new database with the tables of constraints.prisma. */
  openConstraints(): Promise<OpenDatabase<ConstraintsClient>>
  /** A new database with the tables of names.prisma. */
  openNames(): Promise<OpenDatabase<NamesClient>>
  /** A new database with the tables of keys.prisma. */
  openKeys(options?: Pick<OpenOptions, 'onQuery'>): Promise<OpenDatabase<KeysClient>>
  /** A new database with the tables of columns.prisma. */
  openColumns(): Promise<OpenDatabase<ColumnsClient>>
  /** A new database with the tables of scripts/lib/parts.js. */
  openParts(): Promise<OpenDatabase<PartsClient>>
  /** A new database with the tables of examples/saas, which MariaDB does not support. */
  openSaas(): Promise<OpenDatabase<SaasClient>>
  /** A new database with the tables of tenants.prisma. */
  openTenants(): Promise<OpenDatabase<TenantsClient>>
}

/** The databases that can be reached, SQLite first. Use them with `describe.each(databases)('$name', …)`. */
export const databases: readonly TestDatabase[] = inject('databases').map(testDatabase)

/**
 * Each database twice: with one-column keys, and with two-column keys for the blog and the people. A test that uses
 * numbers as keys runs on both: `prisma` is a view with numbers, and `wired` translates the ids in requests and
 * responses. Use them with `describe.each(keyedDatabases)('… on $title', …)`.
 */
export const keyedDatabases: readonly TestDatabase[] = databases.flatMap((database) => [
  database,
  pairedDatabase(database),
])

/**
 * Like `keyedDatabases`, but with two-column keys only on SQLite. `npm run soak` tests both on every database. Use them
 * for suites that hardly depend on the store's keys.
 */
export const sampledKeys: readonly TestDatabase[] = isSoak
  ? keyedDatabases
  : [...databases, ...keyedDatabases.filter(({ name, key }) => name === 'sqlite' && key === 'pair')]

/**
 * For suites whose subject is the same on every database, such as requests that are rejected before a query:
 * the first database, SQLite. `npm run soak` runs them on every database.
 */
export const anyDatabase: readonly TestDatabase[] = isSoak ? databases : databases.slice(0, 1)

/** Like `anyDatabase`, with one-column and with two-column keys. */
export const anyKeys: readonly TestDatabase[] = isSoak ? keyedDatabases : keyedDatabases.slice(0, 2)

/** SQLite, for tests that need a single database. */
export const sqlite: TestDatabase = testDatabase({ name: 'sqlite', url: '', label: '' })

/** Opens a store whose keys are pairs, with a client that shows them as numbers. */
async function openPairs<Client extends BlogClient & TypesClient>(
  name: DatabaseName,
  isSeeded: boolean,
  onQuery?: (sql: string) => void,
): Promise<OpenDatabase<Client>> {
  const url = inject('databases').find((each) => each.name === name)?.url ?? ''
  const options = { url: name === 'sqlite' ? inject('directory') : url, tables: 'pairs' } as const
  const numbersOf = async (
    { url: at, adapter }: { readonly url: string; readonly adapter: SqlDriverAdapterFactory },
    log?: (sql: string) => void,
  ) => {
    const pairs = await createClient('pairs', name, adapter, log)
    const filled: Located['filled'] = (model, values) => keyed.filled(model, values)
    noteUrl(pairs, { name, url: at, filled, ...(log && { onQuery: log }) })
    const keyed = await keyedClient(pairs)
    const { client, next } = keyed
    return numberedClient<Client>(client, next)
  }
  const seededStore = () =>
    onceARun(`seeded-pairs-${name}`, async () => {
      const seeded = uniqueName()
      const prisma = await numbersOf(await createStore[name]({ ...options, name: seeded }))
      await seed(prisma)
      await prisma.$disconnect()
      return seeded
    })
  const rows = isSeeded && { rowsOf: await seededStore() }
  const store = await reusedStore(name, { ...options, name: uniqueName(), ...rows })
  const prisma = await numbersOf(store, onQuery)
  if (isSeeded && name === 'postgresql') await resetSequences(prisma, ['Attachment'])
  return { name, url: store.url, prisma, close: () => close(prisma, store) }
}

function testDatabase({ name, url }: ProbedDatabase): TestDatabase {
  const options = { url: name === 'sqlite' ? inject('directory') : url }
  const createStoreOf = (tables: Datamodel) => reusedStore(name, { ...options, name: uniqueName(), tables })
  // Seeding through Prisma takes a second, but copying the rows of a store takes only a few milliseconds.
  const createSeededBlog = async () => {
    const rowsOf = await onceARun(`seeded-${name}`, async () => {
      const seeded = uniqueName()
      const { adapter } = await createStore[name]({ ...options, name: seeded, tables: 'blog' })
      const prisma = await createClient('blog', name, adapter)
      await seed(prisma)
      await prisma.$disconnect()
      return seeded
    })
    return reusedStore(name, { ...options, name: uniqueName(), tables: 'blog', rowsOf })
  }
  return {
    name,
    title: name,
    key: 'single',
    async open({ seed: isSeeded = false, onQuery } = {}) {
      const store = isSeeded ? await createSeededBlog() : await createStoreOf('blog')
      const prisma = await createClient('blog', name, store.adapter, onQuery)
      if (isSeeded && name === 'postgresql') await resetSequences(prisma)
      noteUrl(prisma, { name, url: store.url, ...(onQuery && { onQuery }) })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openConstraints() {
      const store = await createStoreOf('constraints')
      const prisma = await createClient('constraints', name, store.adapter)
      noteUrl(prisma, { name, url: store.url })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openNames() {
      const store = await createStoreOf('names')
      const prisma = await createClient('names', name, store.adapter)
      noteUrl(prisma, { name, url: store.url })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openKeys(options = {}) {
      const store = await createStoreOf('keys')
      const prisma = await createClient('keys', name, store.adapter, options.onQuery)
      noteUrl(prisma, { name, url: store.url, ...options })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openColumns() {
      const store = await createStoreOf('columns')
      const prisma = await createClient('columns', name, store.adapter)
      noteUrl(prisma, { name, url: store.url })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openParts() {
      const store = await createStoreOf('parts')
      const prisma = await createClient('parts', name, store.adapter)
      noteUrl(prisma, { name, url: store.url })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openSaas() {
      const store = await createStoreOf('saas')
      const prisma = await createClient('saas', name, store.adapter)
      noteUrl(prisma, { name, url: store.url })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openTenants() {
      const store = await createStoreOf('tenants')
      const prisma = await createClient('tenants', name, store.adapter)
      noteUrl(prisma, { name, url: store.url })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
    async openTypes(options = {}) {
      const store = await createStoreOf('types')
      const prisma = await createClient('types', name, store.adapter, options.onQuery)
      noteUrl(prisma, { name, url: store.url, ...options })
      return { name, url: store.url, prisma, close: () => close(prisma, store) }
    },
  }
}

/** The variant of a database whose keys are pairs. */
function pairedDatabase(database: TestDatabase): TestDatabase {
  const open = (isSeeded: boolean, onQuery?: (sql: string) => void) =>
    openPairs(database.name, isSeeded, onQuery)
  return {
    ...database,
    title: `${database.name} with keys of two columns`,
    key: 'pair',
    open: ({ seed: isSeeded = false, onQuery } = {}) => open(isSeeded, onQuery),
    openTypes: ({ onQuery } = {}) => open(false, onQuery),
  }
}

/** Options of a client with its own pool. */
export interface ClientOptions extends Pick<OpenOptions, 'onQuery'> {
  /** The number of connections in the pool; default 5. */
  readonly connections?: number
}

/** Another client of a store with its own pool, as in another process. `closeClient` closes it. */
export async function openClient<Name extends Datamodel>(
  datamodel: Name,
  { name, url }: Pick<OpenDatabase<object>, 'name' | 'url'>,
  { connections = 5, onQuery }: ClientOptions = {},
): Promise<Clients[Name]> {
  const prisma = await createClient(datamodel, name, adapterTo(name, url, connections), onQuery)
  noteUrl(prisma, { name, url, connections, ...(onQuery && { onQuery }) })
  return prisma
}

/** Closes a client that `openClient` has opened. */
export async function closeClient(prisma: { $disconnect(): Promise<void> }): Promise<void> {
  await closeEngine(prisma)
  await prisma.$disconnect()
}

async function close(
  prisma: { $disconnect(): Promise<void> },
  store: { drop(): Promise<void> },
): Promise<void> {
  await closeClient(prisma)
  await store.drop()
}

let opened = 0

const uniqueName = (): string => `${inject('run')}_${process.pid}_${++opened}`
