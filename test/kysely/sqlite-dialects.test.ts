import Libsql from 'libsql'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { type OpenDatabase, sqlite, type TypesClient } from '../support/databases.js'
import { factsOf } from '../support/facts.js'
import { adapterResource } from '../support/people.js'

const nodes = adapterResource('nodes', 'Node')
const insert = (name: string) => ({ kind: 'insert', resource: nodes, rows: [{ name }] }) as const

/** A connection of a dialect with several connections, whose statements run after a delay. */
class Connection implements DatabaseConnection {
  readonly #database: Libsql.Database
  readonly #sent: string[]
  constructor(path: string, sent: string[]) {
    this.#sent = sent
    this.#database = new Libsql(path)
    this.#database.defaultSafeIntegers(true)
  }
  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await Promise.resolve()
    this.#sent.push(sql)
    if (parameters.length === 0 && !/^select/i.test(sql)) {
      // After a script that fails because of a lock, libSQL keeps nothing.
      this.#database.exec(sql)
      return { rows: [] }
    }
    const statement = this.#database.prepare(sql)
    if (!statement.reader) {
      return { rows: [], numAffectedRows: BigInt(statement.run(...parameters).changes) }
    }
    return { rows: statement.all(...parameters) as Row[] }
  }
  streamQuery(): never {
    throw new Error('It does not stream.')
  }
  close(): void {
    this.#database.close()
  }
}

/** The ways in which drivers begin a transaction. */
const BEGINS = {
  'the statement begin': (connection: Connection) => connection.executeQuery(CompiledQuery.raw('begin')),
  'another spelling of it': (connection: Connection) =>
    connection.executeQuery(CompiledQuery.raw('BEGIN DEFERRED TRANSACTION;')),
  'a statement that takes the lock': (connection: Connection) =>
    connection.executeQuery(CompiledQuery.raw('begin exclusive')),
} as const

type How = keyof typeof BEGINS

class PooledDriver implements Driver {
  readonly #free: Connection[]
  readonly #all: readonly Connection[]
  readonly #how: How
  constructor(path: string, how: How, sent: string[]) {
    this.#how = how
    this.#all = [new Connection(path, sent), new Connection(path, sent)]
    this.#free = [...this.#all]
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<Connection> {
    const connection = this.#free.pop()
    if (!connection) throw new Error('No connection is free.')
    return connection
  }
  async beginTransaction(connection: Connection): Promise<void> {
    await BEGINS[this.#how](connection)
  }
  async commitTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async releaseConnection(connection: Connection): Promise<void> {
    this.#free.push(connection)
  }
  async destroy(): Promise<void> {
    for (const connection of this.#all) connection.close()
  }
}

describe.each(Object.keys(BEGINS) as How[])(
  'kysely/sqlite-dialects (23.10): a dialect of SQLite whose driver begins with %s',
  (how) => {
    let opened: OpenDatabase<TypesClient>
    let db: Kysely<object>
    let adapter: KyselyAdapter
    const sent: string[] = []
    beforeEach(async () => {
      opened = await sqlite.openTypes()
      db = new Kysely<object>({
        dialect: {
          createAdapter: () => new SqliteAdapter(),
          createDriver: () => new PooledDriver(opened.url.replace(/^file:/, ''), how, sent),
          createIntrospector: (of) => new SqliteIntrospector(of),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
      })
      adapter = new KyselyAdapter(db, { database: null })
      declareFacts(adapter, factsOf(opened.prisma))
      await adapter.read(adapter.all(nodes))
      sent.length = 0
    })
    afterEach(async () => {
      await db.destroy()
      await opened.close()
    })
    const begun = how === 'a statement that takes the lock' ? 'begin exclusive' : 'BEGIN IMMEDIATE'

    test('a transaction begins by one statement, which takes the write lock', async () => {
      await adapter.transaction(async () => {
        expect(sent).toEqual([begun])
        const other = new Libsql(opened.url.replace(/^file:/, ''))
        expect(() => other.exec('begin immediate')).toThrow('locked')
        other.close()
        await adapter.write([insert('a')])
      })
      expect([sent[0], sent.at(-1)]).toEqual([begun, 'commit'])
      expect(sent.filter((sql) => /^(?:begin|rollback)/i.test(sql))).toEqual([begun])
      expect((await opened.prisma.node.findMany()).map(({ name }) => name)).toEqual(['a'])
    })

    test("the application's statements are part of it, and a failed one writes nothing", async () => {
      const failed = adapter.transaction(async () => {
        expect(adapter.client.isTransaction).toBe(true)
        await adapter.client.executeQuery(CompiledQuery.raw(`insert into "Node" ("name") values ('b')`))
        throw new Error('Not so.')
      })
      await expect(failed).rejects.toThrow('Not so.')
      expect([sent[0], sent.at(-1)]).toEqual([begun, 'rollback'])
      expect(await opened.prisma.node.count()).toBe(0)
    })

    test("the application's own transactions begin as its driver wants", async () => {
      await adapter.transaction(async () => void (await adapter.write([insert('c')])))
      sent.length = 0
      const own = await db.startTransaction().execute()
      await own.rollback().execute()
      expect(sent).toHaveLength(2)
      expect(sent[0]).not.toBe('BEGIN IMMEDIATE')
    })

    test('while another process has the lock, a write is refused as busy, and then succeeds', async () => {
      const path = opened.url.replace(/^file:/, '')
      const other = new Libsql(path)
      other.exec('begin immediate')
      const write = () => adapter.transaction(async () => void (await adapter.write([insert('d')])))
      await expect(write()).rejects.toSatisfy((error: unknown) => adapter.faultOf(error).kind === 'busy')
      other.exec('rollback')
      other.close()
      await write()
      expect(await opened.prisma.node.count()).toBe(1)
    })
  },
)
