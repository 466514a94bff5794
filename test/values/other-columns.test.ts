import { Resource } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { describe, expect, test } from 'vitest'
import { kyselyAdapter } from '../kysely/support/kysely-adapter.js'
import { databases } from '../support/databases.js'
import { informed, ofStore } from '../support/facts.js'
import { serveWrites, type Served } from '../write/support/serve.js'

/** Types of columns that the schema calls a String, and texts with what each engine shows of them. */
const COLUMNS: Readonly<
  Record<string, Readonly<Record<string, readonly (readonly [sent: string, shown: string])[]>>>
> = {
  postgresql: {
    inet: [
      ['10.0.0.1', '10.0.0.1'],
      ['10.1.2.3/24', '10.1.2.3/24'],
      ['::1', '::1'],
    ],
    cidr: [
      ['10.0.0.0/8', '10.0.0.0/8'],
      ['10.0.0.1', '10.0.0.1/32'],
    ],
    'public.citext': [
      ['Abc ', 'Abc '],
      ['007', '007'],
    ],
    name: [['abc', 'abc']],
    uuid: [['3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55']],
    'numeric(6,2)': [['1.50', '1.50']],
    xml: [['<a/>', '<a/>']],
  },
  mariadb: {
    uuid: [['3D8C1F0E-96A4-4F7E-8B1F-0A4F2F9A6C55', '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55']],
    inet6: [['::1', '::1']],
    inet4: [['10.0.0.1', '10.0.0.1']],
    time: [['10:00:00', '10:00:00']],
    'decimal(6,2)': [['1.50', '1.50']],
  },
  sqlite: {
    BLOB: [
      ['007', '007'],
      ['1e3', '1e3'],
    ],
    // SQLite takes STRING for a type of numbers, and changes texts that look like one.
    STRING: [
      ['abc', 'abc'],
      ['007', '7'],
    ],
  },
}

/** Makes the names of nodes another type. */
const CHANGES = {
  postgresql: (type: string) => [
    ...(type === 'public.citext' ? ['create extension if not exists citext schema public'] : []),
    `alter table "Node" alter column name type ${type} using null`,
  ],
  mariadb: (type: string) => [`alter table Node modify name ${type}`],
  sqlite: (type: string) => [
    'alter table "Node" rename to "Former"',
    `create table "Node" (id integer primary key, name ${type} not null, position integer not null default 0, "parentId" integer)`,
  ],
}

describe.each(databases)(
  'values/other-columns (23.13): a String of the schema whose column has another type on $name',
  (database) => {
    test.each(Object.entries(COLUMNS[database.name] ?? {}))(
      '%s: both engines return the same text',
      async (type, texts) => {
        const opened = await database.openTypes()
        for (const sql of CHANGES[database.name](type)) await opened.prisma.$executeRawUnsafe(sql)
        const kysely = kyselyAdapter(opened)
        const engines = {
          prisma: served(informed(new PrismaAdapter(opened.prisma, ofStore(opened.prisma)))),
          kysely: served(kysely.adapter),
        }
        for (const [sent, shown] of texts) {
          for (const [writer, { send }] of Object.entries(engines)) {
            const made = await send('POST', '/nodes', { data: { type: 'nodes', attributes: { name: sent } } })
            const { id, attributes } = (made.body as { data: { id: string; attributes: object } }).data
            expect([writer, made.status, attributes]).toEqual([writer, 201, { name: shown }])
            for (const [reader, other] of Object.entries(engines)) {
              const { body } = await other.send('GET', `/nodes/${id}`)
              expect([writer, reader, body]).toMatchObject([
                writer,
                reader,
                { data: { attributes: { name: shown } } },
              ])
            }
          }
        }
        await kysely.close()
        await opened.close()
      },
    )
  },
)

function served(adapter: Adapter): Served {
  class Nodes extends Resource {
    static {
      this.type('nodes')
      this.model('Node')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
    }
  }
  return serveWrites({ nodes: Nodes })
}
