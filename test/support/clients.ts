import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { PrismaClient as BlogClient } from '../../examples/blog/src/prisma/client.js'
import { clientDirectory, datamodel as textOf, type Datamodel } from '../../scripts/lib/datamodels.js'
import type { PrismaClient as SaasClient } from '../../examples/saas/src/prisma/client.js'
import type { PrismaClient as ConstraintsClient } from '../.generated/sqlite/constraints/client.js'
import type { PrismaClient as ColumnsClient } from '../.generated/sqlite/columns/client.js'
import type { PrismaClient as KeysClient } from '../.generated/sqlite/keys/client.js'
import type { PrismaClient as NamesClient } from '../.generated/sqlite/names/client.js'
import type { PrismaClient as PairsClient } from '../.generated/sqlite/pairs/client.js'
import type { PrismaClient as PartsClient } from '../.generated/sqlite/parts/client.js'
import type { PrismaClient as TenantsClient } from '../.generated/sqlite/tenants/client.js'
import type { PrismaClient as TypesClient } from '../.generated/sqlite/types/client.js'
import { factsOfDatamodel, noteFacts } from './facts.js'
import type { DatabaseName } from './probe.js'

/**
 * The client of each datamodel. Each provider has its own client, but the types of SQLite's client are used for all of
 * them.
 */
export interface Clients {
  readonly blog: BlogClient
  readonly types: TypesClient
  readonly constraints: ConstraintsClient
  readonly tenants: TenantsClient
  readonly names: NamesClient
  readonly keys: KeysClient
  readonly columns: ColumnsClient
  readonly saas: SaasClient
  readonly pairs: PairsClient
  readonly parts: PartsClient
}

export type {
  BlogClient,
  ColumnsClient,
  ConstraintsClient,
  KeysClient,
  NamesClient,
  PartsClient,
  SaasClient,
  TenantsClient,
  TypesClient,
}

/** Prisma's name for a database. */
export const PROVIDERS: {
  readonly sqlite: 'sqlite'
  readonly postgresql: 'postgresql'
  readonly mariadb: 'mysql'
} = {
  sqlite: 'sqlite',
  postgresql: 'postgresql',
  mariadb: 'mysql',
}

/**
 * A client of a datamodel, generated for the adapter's database.
 *
 * @param onQuery called with the SQL text of every query
 */
export async function createClient<Name extends Datamodel>(
  datamodel: Name,
  database: DatabaseName,
  adapter: SqlDriverAdapterFactory,
  onQuery?: (sql: string) => void,
): Promise<Clients[Name]> {
  const path = join(clientDirectory(datamodel, PROVIDERS[database]), 'client.ts')
  const { PrismaClient } = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as ClientModule<
    Clients[Name]
  >
  const facts = (FACTS[`${datamodel} ${database}`] ??= textOf(datamodel, PROVIDERS[database]).then(
    factsOfDatamodel,
  ))
  // On a busy machine, seeding takes longer than Prisma's default of five seconds.
  const transactionOptions = { timeout: 60_000, maxWait: 60_000 }
  const log = onQuery && { log: [{ emit: 'event' as const, level: 'query' as const }] }
  const client = new PrismaClient({ adapter, transactionOptions, ...log })
  if (onQuery) {
    // A client for SQLite is queried once for its driver adapter, which does not count.
    const note = ({ query }: { query: string }) => void (query.includes('isLiteral') || onQuery(query))
    ;(client as unknown as Observable).$on('query', note)
  }
  noteFacts(client, await facts)
  return client
}

/** The facts of each datamodel on each database. They are cached, because Prisma's parser takes a tenth of a second. */
const FACTS: Record<string, Promise<StoreFacts>> = {}

interface ClientModule<Client extends object> {
  readonly PrismaClient: new (options: {
    adapter: SqlDriverAdapterFactory
    log?: { emit: 'event'; level: 'query' }[]
    transactionOptions: { timeout: number; maxWait: number }
  }) => Client
}

interface Observable {
  $on(event: 'query', listener: (event: { query: string }) => void): void
}
