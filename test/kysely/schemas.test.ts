import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { factsOfDatamodel } from '../support/facts.js'
import { adapterResource } from '../support/people.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'

const place = inject('databases').find(({ name }) => name === 'postgresql')
const [ONE, TWO] = [`one_${inject('run')}`, `two_${inject('run')}`]

const DATAMODEL = `datasource db {
  provider = "postgresql"
  schemas  = ["${ONE}", "${TWO}"]
}

model Zebra {
  id     Int     @id
  apples Apple[] @relation("eaten")

  @@schema("${ONE}")
}

model Apple {
  id     Int     @id
  zebras Zebra[] @relation("eaten")

  @@schema("${TWO}")
}
`

describe.each(place ? [place] : [])(
  'kysely/schemas (23.13): models in two $name schemas',
  ({ name, url }) => {
    const db = kyselyOf({ name, url })
    const adapter = new KyselyAdapter(db, poolOf(db))
    const zebras = adapterResource('zebras', 'Zebra')
    const apples = adapterResource('apples', 'Apple')
    const join = { relation: 'zebras', key: ['A'] }

    beforeAll(async () => {
      declareFacts(adapter, await factsOfDatamodel(DATAMODEL))
      for (const schema of [ONE, TWO]) await sql`create schema ${sql.id(schema)}`.execute(db)
      await sql`create table ${sql.id(ONE, 'Zebra')} (id integer primary key)`.execute(db)
      await sql`create table ${sql.id(TWO, 'Apple')} (id integer primary key)`.execute(db)
      // As Prisma creates it: in the same schema as the table of the model whose name comes first.
      await sql`create table ${sql.id(TWO, '_eaten')} ("A" integer, "B" integer, primary key ("A", "B"))`.execute(
        db,
      )
    })
    afterAll(async () => {
      for (const schema of [ONE, TWO]) await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
      await db.destroy()
    })

    test("the table of a many-to-many relationship is in the first model's schema, and its records can be linked, read and unlinked", async () => {
      await adapter.write([
        { kind: 'insert', resource: zebras, rows: [{ id: 1 }, { id: 2 }] },
        { kind: 'insert', resource: apples, rows: [{ id: 3 }, { id: 4 }] },
      ])
      const relation = {
        name: 'apples',
        stored: 'apples',
        many: true,
        owner: zebras,
        target: apples,
        pairs: { owner: ['id'], target: [] },
        join,
      }
      const ofFirst = adapter.narrow(adapter.all(apples), {
        kind: 'joined',
        join,
        parents: [[1]],
        withRows: true,
      })
      await adapter.write([{ kind: 'link', relation, parent: { id: 1 }, children: [{ id: 3 }, { id: 4 }] }])
      const ids = async () =>
        (await adapter.read(ofFirst)).map((record) => Reflect.get(record, 'id') as unknown)
      expect(await ids()).toEqual([3, 4])
      await adapter.write([{ kind: 'unlink', relation, parent: { id: 1 }, children: [{ id: 3 }] }])
      expect(await ids()).toEqual([4])
    })
  },
)
