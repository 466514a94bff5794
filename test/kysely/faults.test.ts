import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

type Rows = Kysely<Record<string, Record<string, unknown>>>

/** Rows that a database rejects, the kind of error, and the columns at fault. */
const REFUSED: readonly (readonly [kind: string, model: string, row: object, columns: readonly string[]])[] =
  [
    ['unique', 'document', { slug: 'a', folder: 'other', title: 'other' }, ['slug']],
    ['unique', 'document', { slug: 'b', folder: 'a', title: 'a' }, ['folder', 'title']],
    ['unique', 'user', { name: 'b', email: 'a' }, ['email']],
    ['foreignKey', 'membership', { userId: 1_000_000, teamId: 1 }, ['userId']],
  ]

describe.each(databases)(
  'kysely/faults (23.3): an error without a resource, from an override of create, on $name',
  (database) => {
    let opened: OpenDatabase<TypesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    beforeAll(async () => {
      opened = await database.openTypes()
      kysely = kyselyAdapter(opened)
      await opened.prisma.document.create({ data: { slug: 'a', folder: 'a', title: 'a' } })
      await opened.prisma.user.create({ data: { name: 'a', email: 'a' } })
      await opened.prisma.team.create({ data: { name: 'a' } })
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    test.each(REFUSED)(
      'both engines name the columns in a store error: %s of %s %o',
      async (kind, model, row, columns) => {
        const table = model.charAt(0).toUpperCase() + model.slice(1)
        const onPrisma = informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma)))
        const delegate = Reflect.get(opened.prisma, model) as {
          create: (of: { data: object }) => Promise<unknown>
        }
        const errors = [
          await delegate.create({ data: row }).catch((error: unknown) => error),
          await (kysely.db as unknown as Rows)
            .insertInto(table)
            .values(row as Record<string, unknown>)
            .execute()
            .catch((error: unknown) => error),
        ]
        // SQLite does not report which foreign key was violated.
        const named = database.name === 'sqlite' && kind === 'foreignKey' ? [] : columns
        expect([onPrisma.faultOf(errors[0]), kysely.adapter.faultOf(errors[1])]).toEqual([
          { kind, columns: named },
          { kind, columns: named },
        ])
      },
    )
  },
)
