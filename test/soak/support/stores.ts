import { inject } from 'vitest'
import { closeClient, type DatabaseName, databases, type TypesClient } from '../../support/databases.js'
import { createClient } from '../../support/clients.js'
import { createStore, queryServer } from '../../support/stores.js'

/** The tables of types.prisma in a store whose transactions can be told apart. */
export interface OwnStore {
  readonly name: DatabaseName
  /** The URL for the servers. */
  readonly url: string
  /** A client that no server uses, and whose connections are never ended. */
  readonly prisma: TypesClient
  /** Ends the connections with these source ports, as the database's administrator does. */
  endConnections(ports: readonly number[]): Promise<void>
  /**
   * The writes whose statements ran in the same transaction, by their marks. Each list has one mark, if no statement
   * ran in the transaction of another request. Only PostgreSQL can tell; on the others, the list is empty.
   */
  transactions(): Promise<readonly (readonly string[])[]>
  close(): Promise<void>
}

/** The databases on which soaks start servers. */
export const ownStores: readonly DatabaseName[] = databases.map(({ name }) => name)

/** Opens a new store. */
export const openOwn: Readonly<Record<DatabaseName, () => Promise<OwnStore>>> = {
  async sqlite() {
    const name = nameOf()
    const store = await createStore.sqlite({ url: inject('directory'), name, tables: 'types' })
    const prisma = await createClient('types', 'sqlite', store.adapter)
    return {
      name: 'sqlite',
      url: store.url,
      prisma,
      endConnections: async () => {},
      transactions: async () => [],
      async close() {
        await closeClient(prisma)
        await store.drop()
      },
    }
  },

  /** A database whose rows contain the transaction that wrote them. */
  async postgresql() {
    const name = nameOf()
    const server = inject('databases').find((each) => each.name === 'postgresql')?.url ?? ''
    const located = new URL(server)
    located.pathname = `/${name}`
    await queryServer.postgresql(server, [`CREATE DATABASE ${name}`])
    const store = await createStore.postgresql({ url: located.href, name, tables: 'types' })
    const prisma = await createClient('types', 'postgresql', store.adapter)
    return {
      name: 'postgresql',
      url: store.url,
      prisma,
      async endConnections(ports) {
        if (ports.length === 0) return
        await queryServer.postgresql(store.url, [
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE client_port IN (${ports.join()})`,
        ])
      },
      async transactions() {
        const rows = await queryServer.postgresql(store.url, [
          `SELECT xmin::text AS transaction, name FROM "Node" WHERE name LIKE '% new'`,
        ])
        const marks = new Map<string, Set<string>>()
        for (const row of rows) {
          const { transaction, name: of } = row as { readonly transaction: string; readonly name: string }
          const known = marks.get(transaction) ?? new Set()
          marks.set(transaction, known.add(markIn(of)))
        }
        return [...marks.values()].map((each) => [...each])
      },
      async close() {
        await closeClient(prisma)
        await queryServer.postgresql(server, [`DROP DATABASE ${name} WITH (FORCE)`])
      },
    }
  },

  async mariadb() {
    const name = nameOf()
    const server = inject('databases').find((each) => each.name === 'mariadb')?.url ?? ''
    const store = await createStore.mariadb({ url: server, name, tables: 'types' })
    const prisma = await createClient('types', 'mariadb', store.adapter)
    return {
      name: 'mariadb',
      url: store.url,
      prisma,
      async endConnections(ports) {
        const processes = await queryServer.mariadb(store.url, [
          `SELECT id FROM information_schema.processlist WHERE SUBSTRING_INDEX(host, ':', -1) IN (${[0, ...ports].join()})`,
        ])
        for (const { id } of processes) {
          await queryServer.mariadb(store.url, [`KILL ${String(id)}`]).catch(() => {})
        }
      },
      transactions: async () => [],
      async close() {
        await closeClient(prisma)
        await store.drop()
      },
    }
  },
}

/** The mark of the write to which a name belongs. */
export const markIn = (name: string): string => name.split(' ')[0] ?? ''

let count = 0

const nameOf = (): string => `soak_${process.pid}_${Date.now().toString(36)}_${++count}`
