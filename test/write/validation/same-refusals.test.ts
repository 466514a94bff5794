import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kyselyAdapter } from '../../kysely/support/kysely-adapter.js'
import { type DatabaseName, databases, type OpenDatabase, type TypesClient } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { shortErrors } from '../support/documents.js'
import { type Served, serveWrites } from '../support/serve.js'
import { typesResources } from '../support/types.js'

/**
 * The same tables with constraints that only the database knows. SQLite does not limit the lengths of strings or the
 * size of numbers.
 */
const RULES: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [
    'DROP TABLE "Document"',
    `CREATE TABLE "Document" (id INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, folder TEXT NOT NULL,
      title TEXT NOT NULL CHECK (title <> 'bad'), "lockVersion" INTEGER NOT NULL DEFAULT 0, UNIQUE (folder, title))`,
    'CREATE UNIQUE INDEX one_position ON "Node" (position) WHERE position > 100',
  ],
  postgresql: [
    'ALTER TABLE "Document" ALTER slug TYPE VARCHAR(9), ADD CONSTRAINT no_bad CHECK (title <> \'bad\')',
    'ALTER TABLE "Node" ALTER position TYPE SMALLINT',
    'ALTER TABLE "Sample" ALTER "stringOrNull" SET NOT NULL',
    'CREATE UNIQUE INDEX one_position ON "Node" (position) WHERE position > 100',
  ],
  mariadb: [
    "ALTER TABLE Document MODIFY slug VARCHAR(9) NOT NULL, ADD CONSTRAINT no_bad CHECK (title <> 'bad')",
    // An index without a name receives the name of its first column.
    'ALTER TABLE Document DROP INDEX Document_folder_title_key, ADD UNIQUE (folder, title)',
    'ALTER TABLE Node MODIFY position SMALLINT NOT NULL DEFAULT 0, ADD CONSTRAINT odd FOREIGN KEY (parentId) REFERENCES Node (id)',
    'ALTER TABLE Node DROP FOREIGN KEY Node_parentId_fkey',
    'ALTER TABLE Sample MODIFY stringOrNull VARCHAR(191) NOT NULL',
    'ALTER TABLE User MODIFY name VARCHAR(191) CHARACTER SET latin1 NOT NULL',
    'ALTER TABLE Note MODIFY body DATETIME NOT NULL',
  ],
}

/** Required values of every type. */
const SAMPLE = {
  string: 's',
  integer: 1,
  bigint: '1',
  float: 0.5,
  decimal: '1.5',
  boolean: false,
  date: '2024-02-29',
  datetime: '2024-02-29T00:00:00Z',
  json: {},
  bytes: 'AAH+/w==',
  uuid: '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
  color: 'green',
  stringOrNull: null,
}

const documents = (attributes: object) =>
  ['POST', '/documents', { data: { type: 'documents', attributes } }] as const
const nodes = (attributes: object, relationships = {}) =>
  ['POST', '/nodes', { data: { type: 'nodes', attributes, relationships } }] as const

const WORDS = "' for key 'Document_slug_key'"

/** Rejected requests and their errors, and the databases that reject them. */
const REFUSALS: Readonly<
  Record<
    string,
    {
      readonly send: readonly [method: string, path: string, body?: object]
      readonly says: readonly string[]
      readonly on?: readonly DatabaseName[]
    }
  >
> = {
  'a value that is taken': {
    send: documents({ slug: 'first', folder: 'b', title: 'b' }),
    says: ['422 /data/attributes/slug slug is already taken.'],
  },
  'two values that are taken together': {
    send: documents({ slug: 'other', folder: 'a', title: 'a' }),
    says: [
      '422 /data/attributes/folder folder is already taken together with "title".',
      '422 /data/attributes/title title is already taken together with "folder".',
    ],
  },
  'a value with words of an error that is taken': {
    send: documents({ slug: 'other', folder: 'c', title: WORDS }),
    says: [
      '422 /data/attributes/folder folder is already taken together with "title".',
      '422 /data/attributes/title title is already taken together with "folder".',
    ],
  },
  'a value that an index of the database alone has': {
    send: nodes({ name: 'n', position: 101 }),
    says: ['422 /data/attributes/position position is already taken.'],
    on: ['sqlite', 'postgresql'],
  },
  'a null that only the database refuses': {
    send: ['POST', '/samples', { data: { type: 'samples', attributes: SAMPLE } }],
    says: ['422 /data/attributes/stringOrNull stringOrNull is required.'],
    on: ['postgresql', 'mariadb'],
  },
  'a value that breaks a rule': {
    send: documents({ slug: 'new', folder: 'd', title: 'bad' }),
    says: ['422 /data The values violate a constraint of the store.'],
  },
  'a text that is too long': {
    send: documents({ slug: "column 'title' at row 1", folder: 'e', title: 'e' }),
    says: ['422 /data/attributes/slug slug is too long.'],
    on: ['mariadb'],
  },
  'a text that is too long, whose column the database does not name': {
    send: documents({ slug: '0123456789', folder: 'e', title: 'e' }),
    says: ['422 /data A value is too long.'],
    on: ['postgresql'],
  },
  'a number that is out of range': {
    send: nodes({ name: 'n', position: 40_000 }),
    says: ['422 /data/attributes/position position is out of range.'],
    on: ['mariadb'],
  },
  'a number that is out of range, whose column the database does not name': {
    send: nodes({ name: 'n', position: 40_000 }),
    says: ['422 /data A value is out of range.'],
    on: ['postgresql'],
  },
  'a text that its column cannot hold': {
    send: ['POST', '/users', { data: { type: 'users', attributes: { name: '🚀', email: 'e' } } }],
    says: ['422 /data/attributes/name name does not fit its column.'],
    on: ['mariadb'],
  },
  'a text that is no date, with words of an error': {
    send: [
      'POST',
      '/notes',
      {
        data: {
          type: 'notes',
          attributes: { body: "x' for column `a`.`b`.`ownerType` at row 1" },
          relationships: { owner: { data: { type: 'users', id: '1' } } },
        },
      },
    ],
    says: ['422 /data/attributes/body body is out of range.'],
    on: ['mariadb'],
  },
}

const engines = databases.flatMap((database) =>
  (['prisma', 'kysely'] as const).map((engine) => ({ database, engine, name: database.name })),
)

describe.each(engines)(
  'write/same-refusals (23.3, 11.10): errors from $name on $engine',
  ({ database, engine, name }) => {
    let opened: OpenDatabase<TypesClient>
    let kysely: ReturnType<typeof kyselyAdapter>
    let served: Served
    beforeAll(async () => {
      opened = await database.openTypes()
      for (const sql of RULES[name]) await opened.prisma.$executeRawUnsafe(sql)
      kysely = kyselyAdapter(opened)
      served = serveWrites(
        typesResources(engine === 'kysely' ? kysely.adapter : prismaAdapter(opened.prisma)),
      )
      await opened.prisma.document.create({ data: { slug: 'first', folder: 'a', title: 'a' } })
      await opened.prisma.document.create({ data: { slug: 'words', folder: 'c', title: WORDS } })
      await opened.prisma.node.create({ data: { name: 'first', position: 101 } })
      await opened.prisma.user.create({ data: { name: 'first', email: 'first' } })
    })
    afterAll(async () => {
      await kysely.close()
      await opened.close()
    })

    const cases = Object.entries(REFUSALS).filter(([, { on }]) => on?.includes(name) ?? true)

    test.each(cases)(
      'the error for %s points to the place that the database reports',
      async (_, { send, says }) => {
        expect(shortErrors(await served.send(...send))).toEqual(says)
      },
    )

    test('if a foreign key refers to a missing record, the error is the same whether a lookup or the database detects this', async () => {
      // The override writes a value of its own, which the runtime does not check.
      const { nodes: Nodes } = typesResources(
        engine === 'kysely' ? kysely.adapter : prismaAdapter(opened.prisma),
      )
      if (!Nodes) throw new Error('There are nodes.')
      class Orphans extends Nodes {
        override create(parameters: Readonly<Record<string, unknown>>): Promise<unknown> {
          return super.create({ ...parameters, parentId: 999_999 })
        }
      }
      const answer = await serveWrites({ nodes: Orphans }).send(...nodes({ name: 'orphan' }))
      expect(shortErrors(answer)).toEqual(FOREIGN[name])
    })

    test('a missing value is reported at its attribute, even if only the store detects it', async () => {
      const { documents: Documents } = typesResources(
        engine === 'kysely' ? kysely.adapter : prismaAdapter(opened.prisma),
      )
      if (!Documents) throw new Error('There are documents.')
      class Nameless extends Documents {
        override create({ folder: _, ...others }: Readonly<Record<string, unknown>>): Promise<unknown> {
          return super.create(others)
        }
      }
      const answer = await serveWrites({ documents: Nameless }).send(
        ...documents({ slug: 'x', folder: 'f', title: 'f' }),
      )
      expect(shortErrors(answer)).toEqual(['422 /data/attributes/folder folder is required.'])
    })
  },
)

const MISSING = 'A record that this one refers to does not exist.'

/** SQLite does not name the violated foreign key. */
const FOREIGN: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [`404 /data ${MISSING}`],
  postgresql: [`404 /data/relationships ${MISSING}`],
  mariadb: [`404 /data/relationships ${MISSING}`],
}
