import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { Resource } from '@jsonapi-gen/runtime'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { PROVIDERS } from '../support/clients.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { factsOfDatamodel } from '../support/facts.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'

/** PostgreSQL truncates names to 63 bytes. */
const TABLE = `branch${'_of_the_tree'.repeat(4)}_and_more`
const FIELD = `label${'OfTheBranch'.repeat(6)}`
const OTHER = `${FIELD}Again`
const DEPTH = 20

const datamodel = (provider: string): string => `datasource db {
  provider = "${provider}"
}

model Branch {
  id        Int      @id @default(autoincrement())
  ${FIELD} String @map("label")
  ${OTHER} String @map("other")
  parentId  Int?
  parent    Branch?  @relation("tree", fields: [parentId], references: [id])
  children  Branch[] @relation("tree")

  @@map("${TABLE}")
}
`

const AUTOMATIC = {
  sqlite: 'integer primary key autoincrement',
  postgresql: 'serial primary key',
  mariadb: 'integer auto_increment primary key',
} as const

describe.each(databases)('kysely/long-names (23.13): names with the maximum length, on $name', (database) => {
  let store: OpenDatabase<TypesClient>
  let db: Kysely<object>
  let ask: (method: string, path: string, body?: object) => Promise<readonly [status: number, data: unknown]>
  beforeAll(async () => {
    store = await database.openTypes()
    db = kyselyOf(store)
    await sql`create table ${sql.id(TABLE)} (id ${sql.raw(AUTOMATIC[store.name])}, label varchar(40) not null, other varchar(40) not null, ${sql.id('parentId')} integer)`.execute(
      db,
    )
    for (let id = 1; id <= DEPTH + 2; id++) {
      await sql`insert into ${sql.id(TABLE)} (label, other, ${sql.id('parentId')}) values (${`l${id}`}, ${`o${id}`}, ${id === 1 ? null : id - 1})`.execute(
        db,
      )
    }
    const adapter = new KyselyAdapter(db, poolOf(db))
    declareFacts(adapter, await factsOfDatamodel(datamodel(PROVIDERS[database.name])))
    class Branches extends Resource {
      static {
        this.type('branches')
        this.model('Branch')
        this.id('integer')
        this.useAdapter(adapter)
        this.attribute(FIELD, 'string')
        this.attribute(OTHER, 'string')
        this.allowFilter(FIELD)
        this.belongsTo('parent', { resource: 'branches', foreignKey: 'parentId' })
        this.hasMany('children', { resource: 'branches', foreignKey: 'parentId' })
        const deepest = `${'parent.'.repeat(DEPTH)}id` as `parent.${string}`
        this.allowSort(deepest)
        this.allowFilter(`parent.parent.${FIELD}` as `parent.${string}`)
      }
    }
    const api = apiOf(class extends ActionsController {}, [Branches])
    ask = async (method, path, body) => {
      const headers = { 'content-type': 'application/vnd.api+json' }
      const response = await api.fetch(
        new Request(`http://tree.test${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
      return [response.status, ((await response.json()) as { data?: unknown }).data]
    }
  })
  afterAll(async () => {
    await db.destroy()
    await store.close()
  })

  const idsOf = ([status, data]: readonly [number, unknown]): unknown => [
    status,
    (data as readonly { id: string }[] | undefined)?.map(({ id }) => Number(id)),
  ]

  test(`a sort can go through ${DEPTH} relationships, which have distinct names in the statement`, async () => {
    const down = `${'parent.'.repeat(DEPTH)}id`
    const [status, ids] = idsOf(await ask('GET', `/branches?sort=-${down},id&page[size]=100`)) as [
      number,
      number[],
    ]
    // Null is greater than any value, so the records without such an ancestor come first.
    const without = Array.from({ length: DEPTH }, (_, index) => index + 1)
    expect([status, ids]).toEqual([200, [...without, DEPTH + 2, DEPTH + 1]])
  })

  test('a filter can go through a table with a long name, and an include can read that table again', async () => {
    expect(
      idsOf(await ask('GET', `/branches?filter[parent.parent.${FIELD}]=l3&include=parent,children`)),
    ).toEqual([200, [5]])
  })

  test('a record with long names can be read and written', async () => {
    const attributes = { [FIELD]: 'a', [OTHER]: 'b' }
    const [created, made] = await ask('POST', '/branches', { data: { type: 'branches', attributes } })
    const { id } = made as { readonly id: string }
    const [, read] = await ask('GET', `/branches/${id}`)
    expect([created, made, read]).toMatchObject([201, { attributes }, { attributes }])
  })
})
