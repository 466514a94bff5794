import { Resource, type ResourceClass, type StoreFacts } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyOf, poolOf } from '../kysely/support/kysely-of.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { factsOf } from '../support/facts.js'

const FIELDS = ['not', 'and', 'or'] as const
type Things = { Thing: { id: number } & Record<(typeof FIELDS)[number], string> }

describe.each(databases)('fields named `not`, `and` and `or` (20.19), on $name', ({ name, open }) => {
  let opened: OpenDatabase<BlogClient>
  let db: Kysely<Things>
  beforeAll(async () => {
    opened = await open({ seed: false })
    db = kyselyOf({ name, url: opened.url }) as unknown as Kysely<Things>
    const table = db.schema.createTable('Thing').addColumn('id', 'integer', (column) => column.primaryKey())
    await FIELDS.reduce((made, field) => made.addColumn(field, 'varchar(20)'), table).execute()
    await db
      .insertInto('Thing')
      .values([
        { id: 1, not: 'a', and: 'b', or: 'c' },
        { id: 2, not: 'x', and: 'y', or: 'z' },
      ])
      .execute()
  })
  afterAll(async () => {
    await db.schema.dropTable('Thing').execute()
    await db.destroy()
    await opened.close()
  })

  const thingsOn = (adapter: Adapter): ResourceClass => {
    const { provider = 'sqlite' } = factsOf(opened.prisma)
    const columns = { id: 'integer', not: 'string?', and: 'string?', or: 'string?' }
    const facts: StoreFacts = { provider, models: { Thing: { columns } } }
    return class extends Resource {
      static {
        this.type('things')
        this.model('Thing')
        this.id('integer')
        this.useAdapter(adapter)
        this.facts(facts)
        for (const field of FIELDS) {
          this.attribute(field, 'string?')
          this.allowFilter(field)
        }
      }
    }
  }
  const apiOn = (adapter: Adapter) => apiOf(class extends ActionsController {}, [thingsOn(adapter)])

  test("on Prisma, `createApi` rejects a filter on a field named `not`, `and` or `or`, because Prisma's query compiler fails on it", () => {
    const start = (): unknown => apiOn(new PrismaAdapter(opened.prisma))
    for (const field of FIELDS) {
      expect(start).toThrow(
        `- things: allowFilter('${field}') compares "${field}", which PrismaAdapter does not support: rename the field of the model.`,
      )
    }
  })

  test('on Kysely, a filter on a field named `not`, `and` or `or` works', async () => {
    const api = apiOn(new KyselyAdapter(db, poolOf(db as unknown as Kysely<object>)))
    for (const [field, value] of [
      ['not', 'a'],
      ['and', 'b'],
      ['or', 'c'],
    ]) {
      const response = await api.fetch(
        new Request(`http://test.example/things?filter[${field}][eq]=${value}`),
      )
      const { data } = (await response.json()) as { readonly data?: readonly { readonly id: string }[] }
      expect([field, response.status, data?.map(({ id }) => id)]).toEqual([field, 200, ['1']])
    }
  })
})
