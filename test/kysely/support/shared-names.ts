import { join } from 'node:path'
import type { KyselyScope } from '@jsonapi-gen/kysely'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { type Api, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { type ExpressionBuilder, type Kysely, type LogEvent, sql } from 'kysely'
import { inject } from 'vitest'
import { declareFacts } from '../../../runtime/src/facts/declared-facts.js'
import { ActionsController } from '../../support/actions-controller.js'
import { apiOf } from '../../support/api-of.js'
import { factsOfDatamodel } from '../../support/facts.js'
import type { DatabaseName, ProbedDatabase } from '../../support/probe.js'
import { kyselyOf, poolOf } from './kysely-of.js'

/** Tables, each of which has the columns of all others. */
const COLUMNS = `
  id       Int      @id @default(autoincrement())
  tenantId Int      @default(1)
  name     String   @default("new")
  rank     Int      @default(0)
  isOpen   Boolean  @default(true)
  startsAt DateTime @default(now())
  kind     String?
`

const MODELS = `
model Shelf {
${COLUMNS}
  oneId Int?
  twoId Int?
  boxes Box[]
  cover Cover?
}

model Cover {
${COLUMNS}
  oneId Int? @unique
  twoId Int?
  one   Shelf? @relation(fields: [oneId], references: [id])
}

model Box {
${COLUMNS}
  oneId Int?
  twoId Int?
  one   Shelf? @relation(fields: [oneId], references: [id])
  two   Box?   @relation("inner", fields: [twoId], references: [id], onDelete: NoAction, onUpdate: NoAction)
  inner Box[]  @relation("inner")
  links Link[]
  marks Mark[]
}

model Tag {
${COLUMNS}
  oneId Int?
  twoId Int?
  links Link[]
}

model Link {
${COLUMNS}
  oneId Int?
  twoId Int?
  one   Box? @relation(fields: [oneId], references: [id])
  two   Tag? @relation(fields: [twoId], references: [id])
}

model Mark {
${COLUMNS}
  oneId Int?
  twoId Int?
  boxes Box[]
}

model Note {
${COLUMNS}
  oneId Int?
  twoId Int?
}
`

const TABLES = ['Shelf', 'Cover', 'Box', 'Tag', 'Link', 'Mark', 'Note'] as const
type Table = (typeof TABLES)[number]

const PROVIDERS = { sqlite: 'sqlite', postgresql: 'postgresql', mariadb: 'mysql' } as const

/** Makes new keys begin after 1000. */
const COUNTS_ON = {
  sqlite: (table: Table) => sql`update sqlite_sequence set seq = 1000 where name = ${table}`,
  postgresql: (table: Table) => sql`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), 1000)`,
  mariadb: (table: Table) => sql`alter table ${sql.id(table)} auto_increment = 1001`,
} as const

/** A database with these tables. */
export interface SharedNames {
  readonly name: DatabaseName
  readonly adapter: KyselyAdapter
  /** The statements that the adapter has sent so far. */
  readonly statements: string[]
  /** Restores the rows. */
  reset(): Promise<void>
  /** All rows without their keys, because the server's key counters are not reset. */
  contents(): Promise<Readonly<Record<string, readonly unknown[]>>>
  close(): Promise<void>
}

/** Creates a database with these tables. */
export async function openSharedNames({ name, url }: ProbedDatabase): Promise<SharedNames> {
  const own = `${inject('run')}_shared_${Math.random().toString(36).slice(2, 8)}`
  const located =
    name === 'sqlite' ? `file:${join(inject('directory'), `${own}.db`)}` : await locatedOn(name, url, own)
  const statements: string[] = []
  const db = kyselyOf({ name, url: located }, ({ query }: LogEvent) => void statements.push(query.sql))
  for (const table of TABLES) await tableOf(db, name, table).execute()
  await db.schema
    .createTable('_BoxToMark')
    .addColumn('A', 'integer', (column) => column.notNull())
    .addColumn('B', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('_BoxToMark_key', ['A', 'B'])
    .execute()
  const adapter = new KyselyAdapter(db, poolOf(db))
  declareFacts(
    adapter,
    await factsOfDatamodel(`datasource db {\n  provider = "${PROVIDERS[name]}"\n}\n${MODELS}`),
  )
  const any = db as unknown as Kysely<Record<string, Record<string, unknown>>>
  return {
    name,
    adapter,
    statements,
    async reset() {
      for (const table of ['_BoxToMark', ...TABLES]) await any.deleteFrom(table).execute()
      for (const [table, rows] of Object.entries(rowsOf(name))) {
        await any.insertInto(table).values(rows).execute()
      }
      for (const table of TABLES) await COUNTS_ON[name](table).execute(db)
    },
    async contents() {
      const found: Record<string, readonly unknown[]> = {}
      for (const table of TABLES) {
        const rows = await any.selectFrom(table).select(['tenantId', 'name', 'rank', 'kind']).execute()
        found[table] = rows.map((row) => Object.values(row).map(String).join()).toSorted()
      }
      const joins = await any.selectFrom('_BoxToMark').selectAll().orderBy('A').orderBy('B').execute()
      return { ...found, joins: joins.map(({ A, B }) => `${A},${B}`) }
    },
    async close() {
      await db.destroy()
      if (name === 'sqlite') return
      const server = kyselyOf({ name, url })
      await (
        name === 'postgresql' ? sql`drop schema ${sql.id(own)} cascade` : sql`drop database ${sql.id(own)}`
      ).execute(server)
      await server.destroy()
    },
  }
}

async function locatedOn(name: 'postgresql' | 'mariadb', url: string, own: string): Promise<string> {
  const server = kyselyOf({ name, url })
  const located = new URL(url)
  if (name === 'postgresql') {
    await sql`create schema ${sql.id(own)}`.execute(server)
    located.searchParams.set('options', `-c search_path=${own}`)
  } else {
    await sql`create database ${sql.id(own)}`.execute(server)
    located.pathname = `/${own}`
  }
  await server.destroy()
  return located.href
}

function tableOf(db: Kysely<object>, name: DatabaseName, table: Table) {
  const isServer = name !== 'sqlite'
  const moment = { sqlite: 'text', postgresql: 'timestamp(3)', mariadb: 'datetime(3)' } as const
  return db.schema
    .createTable(table)
    .addColumn('id', name === 'postgresql' ? 'serial' : 'integer', (column) =>
      name === 'postgresql' ? column.primaryKey() : column.primaryKey().autoIncrement(),
    )
    .addColumn('tenantId', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('name', 'varchar(100)', (column) => column.notNull().defaultTo('new'))
    .addColumn('rank', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('isOpen', isServer ? 'boolean' : 'integer', (column) => column.notNull())
    .addColumn('startsAt', sql.raw(moment[name]), (column) => column.notNull())
    .addColumn('kind', 'varchar(20)')
    .addColumn('oneId', 'integer')
    .addColumn('twoId', 'integer')
}

/** Two tenants whose records also refer to each other through every key. */
function rowsOf(name: DatabaseName): Readonly<Record<string, readonly object[]>> {
  const row = (id: number, kind: string | null = null) => ({
    id,
    tenantId: (id % 2) + 1,
    name: `of ${(id % 2) + 1}, ${id % 5}`,
    rank: id % 4,
    isOpen: name === 'postgresql' ? id % 3 > 0 : Number(id % 3 > 0),
    startsAt: `2026-0${(id % 9) + 1}-01 10:00:00.000${name === 'sqlite' ? '+00:00' : ''}`.replace(
      ' ',
      name === 'sqlite' ? 'T' : ' ',
    ),
    kind,
  })
  /** A key that may belong to either tenant. */
  const mixed = (id: number, count: number): number => ((id + Math.floor(id / 4)) % count) + 1
  const ids = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)
  return {
    Shelf: ids(6).map((id) => ({ ...row(id), oneId: null, twoId: null })),
    Cover: ids(6).map((id) => ({ ...row(id), oneId: [2, 4, 1, 6, 5, 3][id - 1], twoId: null })),
    Box: ids(18).map((id) => ({
      ...row(id),
      oneId: id % 7 === 0 ? null : mixed(id, 6),
      twoId: id < 4 ? null : (id % 3) + 1,
    })),
    Tag: ids(6).map((id) => ({ ...row(id), oneId: null, twoId: null })),
    Link: ids(36).map((id) => ({ ...row(id), oneId: mixed(id, 18), twoId: (Math.floor(id / 3) % 6) + 1 })),
    Mark: ids(6).map((id) => ({ ...row(id), oneId: null, twoId: null })),
    Note: ids(16).map((id) => ({
      ...row(id, id % 4 < 2 ? 'Box' : 'Shelf'),
      oneId: mixed(id, 6),
      twoId: null,
    })),
    _BoxToMark: ids(18).flatMap((id) => [
      { A: id, B: (id % 6) + 1 },
      { A: id, B: ((id + 1) % 6) + 1 },
    ]),
  }
}

export type Builder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>

/** A scope whose conditions TypeScript does not check. */
export interface AnyScope {
  readonly model: string
  where(given: object): AnyScope
}

/** Narrows a scope of any resource to its own tenant. */
export type Narrowing = (scope: AnyScope) => AnyScope

/** The application over these tables, with all scopes narrowed in the same way. */
export function sharedNamesApi(
  { adapter }: SharedNames,
  narrowing: Narrowing,
): { readonly api: Api; readonly errors: unknown[] } {
  const errors: unknown[] = []
  const narrow = (scope: unknown): unknown => narrowing(scope as AnyScope)
  const common = (resource: ResourceClass, type: string, model: Table): void => {
    resource.type(type)
    resource.model(model)
    resource.id('integer')
    resource.useAdapter(adapter)
    resource.attribute('name', { type: 'string', default: 'new' })
    resource.attribute('rank', { type: 'integer', default: 0 })
    resource.attribute('startsAt', { type: 'datetime', writable: false })
    for (const name of ['id', 'name', 'rank', 'isOpen', 'startsAt'] as const) {
      resource.allowFilter(name, { type: TYPES[name] })
    }
    resource.allowFilter('own', { type: 'boolean' }, narrow as never)
    resource.allowStat({ total: 'count', rank: ['sum', 'maximum'] })
    resource.defaultFilter('tenant', narrow as never)
    resource.scopes({ read: narrow, update: narrow, destroy: narrow } as never)
  }
  class Shelves extends Resource {
    static {
      common(this, 'shelves', 'Shelf')
      this.hasMany('boxes', { resource: 'boxes', foreignKey: 'oneId' })
      this.hasOne('cover', { resource: 'covers', foreignKey: 'oneId' })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'oneId', as: 'about' })
      for (const path of ['boxes.name', 'boxes.rank', 'cover.name', 'cover.rank', 'boxes.tags.name']) {
        this.allowFilter(path)
      }
    }
  }
  class Covers extends Resource {
    static {
      common(this, 'covers', 'Cover')
      this.belongsTo('one', { resource: 'shelves', foreignKey: 'oneId' })
    }
  }
  class Boxes extends Resource {
    static {
      common(this, 'boxes', 'Box')
      this.belongsTo('one', { resource: 'shelves', foreignKey: 'oneId', linkage: 'always' })
      this.belongsTo('two', { resource: 'boxes', foreignKey: 'twoId', linkage: 'always' })
      this.hasMany('inner', { resource: 'boxes', foreignKey: 'twoId' })
      this.hasMany('links', { resource: 'links', foreignKey: 'oneId' })
      this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { links: 'oneId' } })
      this.hasAndBelongsToMany('marks', { resource: 'marks', foreignKey: { boxes: 'id' } })
      this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'oneId', as: 'about' })
      for (const path of [
        'one.name',
        'one.rank',
        'one.cover.rank',
        'two.rank',
        'two.one.rank',
        'inner.rank',
        'links.rank',
        'tags.name',
        'tags.rank',
        'marks.name',
        'marks.rank',
      ]) {
        this.allowFilter(path)
      }
      this.allowSort('one.rank')
      this.allowSort('one.startsAt')
      this.allowSort('two.one.rank')
    }
  }
  class Tags extends Resource {
    static {
      common(this, 'tags', 'Tag')
      this.hasMany('links', { resource: 'links', foreignKey: 'twoId' })
      this.hasAndBelongsToMany('boxes', { resource: 'boxes', foreignKey: { links: 'twoId' } })
      this.allowFilter('boxes.rank')
      this.allowFilter('boxes.one.name')
    }
  }
  class Links extends Resource {
    static {
      common(this, 'links', 'Link')
      this.belongsTo('one', { resource: 'boxes', foreignKey: 'oneId' })
      this.belongsTo('two', { resource: 'tags', foreignKey: 'twoId' })
      this.allowSort('one.rank')
    }
  }
  class Marks extends Resource {
    static {
      common(this, 'marks', 'Mark')
      this.hasAndBelongsToMany('boxes', { resource: 'boxes', foreignKey: { marks: 'id' } })
      this.allowFilter('boxes.rank')
    }
  }
  class Notes extends Resource {
    static {
      common(this, 'notes', 'Note')
      this.polymorphicBelongsTo('about', {
        groupBy: 'kind',
        linkage: 'always',
        groups: {
          Box: { resource: 'boxes', foreignKey: 'oneId' },
          Shelf: { resource: 'shelves', foreignKey: 'oneId' },
        },
      })
    }
  }
  const api = apiOf(class extends ActionsController {}, [Shelves, Covers, Boxes, Tags, Links, Marks, Notes], {
    onError: (error) => void errors.push(error),
  })
  return { api, errors }
}

const TYPES = {
  id: 'integer',
  name: 'string',
  rank: 'integer',
  isOpen: 'boolean',
  startsAt: 'datetime',
} as const

/** The adapter's own comparison for filters, which has always qualified columns with their table names. */
export const compared =
  ({ adapter }: SharedNames): Narrowing =>
  (scope) =>
    adapter.narrow(
      scope as unknown as KyselyScope,
      {
        kind: 'compare',
        name: 'tenantId',
        through: [],
        column: 'tenantId',
        operator: 'eq',
        value: 1,
        type: { kind: 'integer', list: false, nullable: false, values: [] },
      } as never,
    ) as unknown as AnyScope
