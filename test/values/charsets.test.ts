import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { OPERATORS } from '../../runtime/src/vocabulary/operators.js'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { createClient } from '../support/clients.js'
import type { DatabaseName, NamesClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { adapterTo, createStore, type Store } from '../support/stores.js'
import { shortErrors } from '../write/support/documents.js'
import { serveWrites, type Served } from '../write/support/serve.js'

const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"'
const PIZZA = '\u{1F355}'

/** A character that the character set latin1 contains. */
const FITTING = 'é'
const servers = inject('databases').filter(({ name }) => name !== 'sqlite')

/**
 * Opens a database whose columns cannot store most characters. MariaDB has a character set for each column, and
 * PostgreSQL has one for the whole database.
 */
const LATIN: Readonly<Record<string, (url: string) => Promise<Store>>> = {
  async mariadb(url) {
    const store = await createStore.mariadb({ url, name: `charsets_${process.pid}`, tables: 'names' })
    const adapter = await adapterTo('mariadb', store.url).connect()
    const change = 'CHARACTER SET latin1'
    for (const sql of [
      'ALTER TABLE Entry DROP FOREIGN KEY Entry_accountUuid_fkey',
      `ALTER TABLE Account MODIFY uuid VARCHAR(191) ${change} NOT NULL, MODIFY email VARCHAR(191) ${change} NOT NULL, MODIFY first VARCHAR(191) CHARACTER SET utf8mb3`,
      `ALTER TABLE Entry MODIFY accountUuid VARCHAR(191) ${change}`,
      `ALTER TABLE Entry ADD CONSTRAINT Entry_accountUuid_fkey FOREIGN KEY (accountUuid) REFERENCES Account (uuid)`,
    ]) {
      await adapter.executeRaw({ sql, args: [], argTypes: [] })
    }
    await adapter.dispose()
    return store
  },
  async postgresql(url) {
    const server = new pg.Pool({ connectionString: url, max: 1 })
    const name = `charsets_${process.pid}`
    await server.query(
      `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    )
    const located = Object.assign(new URL(url), { pathname: `/${name}` }).href
    const store = await createStore.postgresql({ url: located, name, tables: 'names' })
    return {
      ...store,
      drop: () => server.query(`drop database ${name} with (force)`).then(() => server.end()),
    }
  },
}

function resources(adapter: Adapter): Readonly<Record<string, ResourceClass>> {
  class Accounts extends Resource {
    static {
      this.type('accounts')
      this.model('Account')
      this.id('string', { clientIds: 'allowed', column: 'uuid' })
      this.useAdapter(adapter)
      this.attribute('email', 'string')
      this.attribute('first', 'string?')
      this.attribute('kind', { type: 'string', column: 'type' })
      this.allowFilter('id')
      this.allowFilter('email', { operators: OPERATORS })
      this.hasMany('entries', { resource: 'entries', foreignKey: 'accountUuid' })
    }
  }
  class Entries extends Resource {
    static {
      this.type('entries')
      this.model('Entry')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('kind', { type: 'string', column: 'type' })
      this.allowFilter('account.email')
      this.belongsTo('account', { resource: 'accounts', foreignKey: 'accountUuid' })
    }
  }
  return { accounts: Accounts, entries: Entries }
}

describe.each(servers)(
  'values/charsets (18.10, 23.5): columns with a limited character set on $name',
  ({ name, url }) => {
    let store: Store
    let prisma: NamesClient
    let kysely: ReturnType<typeof kyselyAdapter>
    let engines: Readonly<Record<'prisma' | 'kysely', Served>>
    beforeAll(async () => {
      const open = LATIN[name]
      if (!open) throw new Error(name)
      store = await open(url)
      prisma = await createClient('names', name as DatabaseName, store.adapter)
      kysely = kyselyAdapter({ name: name as DatabaseName, url: store.url, prisma })
      engines = {
        prisma: serveWrites(resources(informed(new PrismaAdapter(prisma, ofStore(prisma)))), {
          operations: true,
        }),
        kysely: serveWrites(resources(kysely.adapter), { operations: true }),
      }
      await prisma.account.create({ data: { uuid: FITTING, type: 'a', email: FITTING } })
    })
    afterAll(async () => {
      await kysely.close()
      await prisma.$disconnect()
      await store.drop()
    })

    const id = encodeURIComponent(PIZZA)
    const account = { type: 'accounts', id: PIZZA }
    const known = { type: 'accounts', id: FITTING }
    const entry = (data: object) => ({
      data: { type: 'entries', attributes: { kind: 'a' }, relationships: { account: { data } } },
    })

    const operation = { 'atomic:operations': [{ op: 'add', ...entry(account) }] }
    const atomic = { 'content-type': ATOMIC, accept: ATOMIC }

    describe.each(['prisma', 'kysely'] as const)('with the engine %s', (engine) => {
      test.each([
        ['GET', `/accounts/${id}`, undefined, ['404 -']],
        ['GET', `/accounts/${id}/entries`, undefined, ['404 -']],
        ['GET', `/accounts/${id}/relationships/entries`, undefined, ['404 -']],
        ['PATCH', `/accounts/${id}`, { data: { ...account, attributes: { kind: 'b' } } }, ['404 -']],
        ['DELETE', `/accounts/${id}`, undefined, ['404 -']],
        [
          'POST',
          '/accounts',
          { data: { ...account, attributes: { kind: 'b', email: 'b' } } },
          ['422 /data/id'],
        ],
        [
          'POST',
          '/accounts',
          { data: { type: 'accounts', id: 'b', attributes: { kind: 'b', email: PIZZA } } },
          ['422 /data/attributes/email'],
        ],
        [
          'PATCH',
          `/accounts/${encodeURIComponent(FITTING)}`,
          { data: { ...known, attributes: { first: PIZZA } } },
          ['422 /data/attributes/first'],
        ],
        ['POST', '/entries', entry(account), ['404 /data/relationships/account/data']],
        ['POST', '/operations', operation, ['404 /atomic:operations/0/data/relationships/account/data']],
        ['GET', `/entries?filter[account.email][contains]=${id}`, undefined, ['400 -']],
        ['GET', `/accounts?filter[id]=${id}`, undefined, ['400 -']],
        ...OPERATORS.map(
          (operator) => ['GET', `/accounts?filter[email][${operator}]=${id}`, undefined, ['400 -']] as const,
        ),
      ] as const)(
        "%s %s with a character outside the column's character set returns a client error",
        async (method, path, body, errors) => {
          const answer = await engines[engine].send(method, path, body, path === '/operations' ? atomic : {})
          expect(shortErrors(answer).map((error) => error.split(' ').slice(0, 2).join(' '))).toEqual(errors)
        },
      )

      test("a character in the column's character set is written, rendered and found", async () => {
        const { send } = engines[engine]
        const show = await send('GET', `/accounts/${encodeURIComponent(FITTING)}?include=entries`)
        const found = await send('GET', `/accounts?filter[email]=${encodeURIComponent(FITTING)}`)
        const linked = await send('POST', '/entries', entry(known))
        expect([show.status, found.body, linked.status]).toMatchObject([
          200,
          { data: [{ id: FITTING }] },
          201,
        ])
      })
    })
  },
)
