import { join } from 'node:path'
import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { Resource } from '@jsonapi-gen/runtime'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import type { StoreFacts } from '../../runtime/src/datamodel/store-facts.js'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { factsOfDatamodel } from '../support/facts.js'
import type { DatabaseName, ProbedDatabase } from '../support/probe.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'

const JSON_API = 'application/vnd.api+json'
const PROVIDERS = { sqlite: 'sqlite', postgresql: 'postgresql', mariadb: 'mysql' } as const

/**
 * The fields of each model. For each field, the value is the field after which its column is named: no column
 * has its own field's name.
 */
const SWAPPED = {
  Shelf: {
    id: 'rank',
    rank: 'weight',
    weight: 'id',
    name: 'title',
    title: 'name',
    since: 'until',
    until: 'since',
  },
  Box: { id: 'shelfId', shelfId: 'size', size: 'version', version: 'id', name: 'label', label: 'name' },
  Tag: { id: 'weight', weight: 'id', name: 'title', title: 'name' },
  Link: { id: 'boxId', boxId: 'tagId', tagId: 'id' },
} as const
type Table = keyof typeof SWAPPED
type Form = 'own names' | 'swapped names'

const columnOf = (form: Form, table: Table, field: string): string =>
  form === 'own names' ? field : String(Reflect.get(SWAPPED[table], field))

const FIELDS: Readonly<Record<Table, Readonly<Record<string, string>>>> = {
  Shelf: {
    id: 'Int @id @default(autoincrement())',
    rank: 'Int @default(0)',
    weight: 'Int?',
    name: 'String @unique @db.VarChar(40)',
    title: 'String? @db.VarChar(40)',
    since: 'DateTime',
    until: 'DateTime?',
  },
  Box: {
    id: 'Int @id @default(autoincrement())',
    shelfId: 'Int?',
    size: 'Int',
    version: 'Int @default(1)',
    name: 'String @db.VarChar(40)',
    label: 'String @db.VarChar(40)',
  },
  Tag: {
    id: 'Int @id @default(autoincrement())',
    weight: 'Int',
    name: 'String @db.VarChar(40)',
    title: 'String @db.VarChar(40)',
  },
  Link: { id: 'Int @id @default(autoincrement())', boxId: 'Int', tagId: 'Int' },
}

const RELATIONS: Readonly<Record<Table, string>> = {
  Shelf: 'boxes Box[]',
  Box: 'shelf Shelf? @relation(fields: [shelfId], references: [id])\n  links Link[]\n  @@unique([name, size])',
  Tag: 'links Link[]',
  Link: 'box Box @relation(fields: [boxId], references: [id])\n  tag Tag @relation(fields: [tagId], references: [id])\n  @@unique([boxId, tagId])',
}

const TABLES = ['Shelf', 'Box', 'Tag', 'Link'] as const

/** The datamodel, as a Prisma schema. */
function datamodel(name: DatabaseName): string {
  const models = TABLES.map((table) => {
    const fields = Object.entries(FIELDS[table]).map(([field, type]) => {
      const written = name === 'sqlite' ? type.replace(/ @db\.\w+\(\d+\)/, '') : type
      return `  ${field} ${written}`
    })
    return `model ${table} {\n${fields.join('\n')}\n  ${RELATIONS[table]}\n}`
  })
  return `datasource db {\n  provider = "${PROVIDERS[name]}"\n}\n${models.join('\n')}`
}

/** The facts of a form. A Prisma schema cannot swap names, but hand-written facts can. */
function factsOfForm(form: Form, facts: StoreFacts): StoreFacts {
  const models = TABLES.map((table) => {
    const { columns = {}, ...model } = facts.models[table] ?? {}
    const stored = Object.entries(columns).map(([field, of]) => [
      field,
      { ...(typeof of === 'string' ? { type: of } : of), stored: columnOf(form, table, field) },
    ])
    return [table, { ...model, columns: Object.fromEntries(stored) }] as const
  })
  return { ...facts, models: Object.fromEntries(models) }
}

/** The statements that create the tables of a form. */
function ddl(form: Form, name: DatabaseName): readonly string[] {
  const quote = (text: string): string => (name === 'mariadb' ? `\`${text}\`` : `"${text}"`)
  const key = {
    sqlite: 'integer primary key autoincrement',
    postgresql: 'serial primary key',
    mariadb: 'integer primary key auto_increment',
  }[name]
  const moment = { sqlite: 'text', postgresql: 'timestamp(3)', mariadb: 'datetime(3)' }[name]
  return TABLES.map((table) => {
    const column = (field: string): string => quote(columnOf(form, table, field))
    const columns = Object.entries(FIELDS[table]).map(([field, type]) => {
      if (type.includes('@id')) return `${column(field)} ${key}`
      const [kind = ''] = type.split(/[ ?]/)
      const stored = { Int: 'integer', String: 'varchar(40)', DateTime: moment }[kind]
      const initial = /@default\((\d)\)/.exec(type)?.[1]
      return `${column(field)} ${stored}${type.includes('?') ? '' : ' not null'}${initial ? ` default ${initial}` : ''}${type.includes('@unique') ? ' unique' : ''}`
    })
    const foreign = (field: string, to: Table): string =>
      `foreign key (${column(field)}) references ${quote(to)} (${quote(columnOf(form, to, 'id'))})`
    const constraints = {
      Shelf: [],
      Box: [
        `constraint ${quote(`Box_${columnOf(form, 'Box', 'name')}_${columnOf(form, 'Box', 'size')}_key`)} unique (${column('name')}, ${column('size')})`,
        foreign('shelfId', 'Shelf'),
      ],
      Tag: [],
      Link: [
        `unique (${column('boxId')}, ${column('tagId')})`,
        foreign('boxId', 'Box'),
        foreign('tagId', 'Tag'),
      ],
    }[table]
    return `create table ${quote(table)} (${[...columns, ...constraints].join(', ')})`
  })
}

/** The application over the tables of a form. */
async function open(form: Form, { name, url }: ProbedDatabase) {
  const own = `${inject('run')}_swap_${Math.random().toString(36).slice(2, 8)}`
  const located = name === 'sqlite' ? `file:${join(inject('directory'), `${own}.db`)}` : new URL(url)
  const server = name === 'sqlite' ? undefined : kyselyOf({ name, url })
  if (located instanceof URL && server) {
    await sql`${sql.raw(name === 'mariadb' ? 'create database' : 'create schema')} ${sql.id(own)}`.execute(
      server,
    )
    if (name === 'mariadb') located.pathname = `/${own}`
    else located.searchParams.set('options', `-c search_path=${own}`)
  }
  const db = kyselyOf({ name, url: String(located) })
  for (const statement of ddl(form, name)) await sql.raw(statement).execute(db)
  const adapter = new KyselyAdapter(db, poolOf(db))
  declareFacts(adapter, factsOfForm(form, await factsOfDatamodel(datamodel(name))))
  return {
    api: application(form, adapter),
    contents: () => contentsOf(form, db),
    async close(): Promise<void> {
      await db.destroy()
      if (!server) return
      await sql`${sql.raw(name === 'mariadb' ? 'drop database' : 'drop schema')} ${sql.id(own)} ${sql.raw(name === 'mariadb' ? '' : 'cascade')}`.execute(
        server,
      )
      await server.destroy()
    },
  }
}

/** All rows, by the fields of their columns. */
async function contentsOf(form: Form, db: Kysely<object>): Promise<object> {
  const found: Record<string, readonly unknown[]> = {}
  for (const table of TABLES) {
    const fields = Object.keys(FIELDS[table])
    const columns = fields.map(
      (field) => sql`${sql.id(columnOf(form, table, field))} as ${sql.id(`of ${field}`)}`,
    )
    const { rows } = await sql`select ${sql.join(columns)} from ${sql.id(table)} order by 1`.execute(db)
    found[table] = rows
  }
  return found
}

function application(form: Form, adapter: KyselyAdapter) {
  const column = (table: Table, field: string): string => columnOf(form, table, field)
  abstract class Base extends Resource {
    static {
      this.useAdapter(adapter)
      this.id('integer')
      this.allowFilter('id')
      this.allowStat({ total: 'count' })
    }
  }
  class Shelves extends Base {
    static {
      this.type('shelves')
      this.model('Shelf')
      this.attribute('rank', { type: 'integer', default: 0 })
      this.attribute('weight', 'integer?')
      this.attribute('name', 'string')
      this.attribute('title', 'string?')
      this.attribute('since', 'datetime')
      this.attribute('until', 'datetime?')
      this.hasMany('boxes', { resource: 'boxes', foreignKey: 'shelfId' })
      for (const path of ['rank', 'weight', 'name', 'title', 'since', 'until', 'boxes.size', 'boxes.label']) {
        this.allowFilter(path)
      }
      this.allowStat({ rank: ['sum', 'maximum'], weight: ['sum', 'minimum', 'average'], until: ['maximum'] })
      this.allowFilter('light', { type: 'boolean' }, ((scope: AnyScope) =>
        scope.where((of: Builder) => of(`Shelf.${column('Shelf', 'weight')}`, '<', 30))) as never)
    }
  }
  class Boxes extends Base {
    static {
      this.type('boxes')
      this.model('Box')
      for (const name of ['name', 'label']) {
        this.attribute(name, 'string')
        this.allowFilter(name)
      }
      this.attribute('size', 'integer')
      this.attribute('version', { type: 'integer', default: 1 })
      this.version('version')
      this.belongsTo('shelf', { resource: 'shelves', foreignKey: 'shelfId', linkage: 'always' })
      this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { links: 'boxId' } })
      this.allowFilter('size')
      this.allowFilter('shelf.rank')
      this.allowFilter('shelf.title')
      this.allowFilter('tags.weight')
      this.allowSort('shelf.weight')
      this.allowSort('shelf.until')
      this.allowStat({ size: ['sum', 'maximum'] })
      const large = ((scope: AnyScope) => scope.where({ [column('Box', 'label')]: ['a', 'b', 'c'] })) as never
      this.scopes({ read: large, create: large, update: large, updated: large, destroy: large })
    }
  }
  class Tags extends Base {
    static {
      this.type('tags')
      this.model('Tag')
      this.attribute('name', 'string')
      this.attribute('title', 'string')
      this.attribute('weight', 'integer')
      this.hasAndBelongsToMany('boxes', { resource: 'boxes', foreignKey: { links: 'tagId' } })
      this.allowFilter('boxes.size')
    }
  }
  class Links extends Base {
    static {
      this.type('links')
      this.model('Link')
      this.belongsTo('box', { resource: 'boxes', foreignKey: 'boxId' })
      this.belongsTo('tag', { resource: 'tags', foreignKey: 'tagId' })
    }
  }
  return apiOf(class extends ActionsController {}, [Shelves, Boxes, Tags, Links])
}

interface AnyScope {
  where(given: unknown): AnyScope
}
type Builder = (column: string, operator: string, value: unknown) => unknown

const record = (type: string, attributes: object, relationships?: object) => ({
  data: { type, attributes, ...(relationships && { relationships }) },
})
const one = (type: string, id: number) => ({ data: { type, id: String(id) } })
const many = (type: string, ...ids: readonly number[]) => ({
  data: ids.map((id) => ({ type, id: String(id) })),
})
const at = (day: number): string => `2026-01-0${day}T10:00:00.000Z`

type Request_ = readonly [method: string, path: string, body?: object]

const SEEDS: readonly Request_[] = [
  ...[1, 2, 3, 4].map((n): Request_ => {
    const weight = n === 2 ? null : 50 - n * 10
    const until = n === 3 ? null : at(6 - n)
    return [
      'POST',
      '/shelves',
      record('shelves', {
        rank: n % 3,
        weight,
        name: `name ${n}`,
        title: `title ${5 - n}`,
        since: at(n),
        until,
      }),
    ]
  }),
  ...[1, 2, 3].map((n): Request_ => [
    'POST',
    '/tags',
    record('tags', { name: `n${n}`, title: `t${4 - n}`, weight: 10 * (4 - n) }),
  ]),
  ...[1, 2, 3, 4, 5, 6].map((n): Request_ => [
    'POST',
    '/boxes',
    record(
      'boxes',
      { name: `box ${n}`, label: 'abc'[n % 3], size: 100 - n },
      { shelf: one('shelves', (n % 4) + 1), tags: many('tags', (n % 3) + 1, ((n + 1) % 3) + 1) },
    ),
  ]),
]

const READS = [
  '/shelves?sort=rank,-weight&include=boxes&stats[total]=count&stats[rank]=sum,maximum&stats[weight]=sum,minimum,average&stats[until]=maximum',
  '/shelves?sort=-title&page[size]=2&include=boxes.tags&page[boxes][size]=1',
  '/shelves?sort=until,since&page[size]=2&page[number]=2',
  '/shelves?filter[weight][gte]=20&filter[rank][lt]=2&filter[title][prefix]=title',
  '/shelves?filter[until]=null',
  '/shelves?filter[since][gt]=2026-01-02T00:00:00Z&filter[light]=true',
  '/shelves?filter[boxes.size][gte]=97&filter[boxes.label]=b',
  '/boxes?sort=shelf.weight,-shelf.until,size&stats[size]=sum,maximum&include=shelf,tags',
  '/boxes?filter[shelf.rank]=1&filter[tags.weight][gt]=10',
  '/boxes?filter[shelf.title][contains]=4',
  '/boxes?include=tags&page[tags][size]=1&sort=-tags.weight',
  '/boxes/2/tags?sort=weight',
  '/tags/1/boxes?sort=-size&filter[size][lt]=99&include=shelf',
  '/tags?filter[boxes.size]=97',
  '/links?include=box,tag&sort=-id',
]

const WRITES: readonly Request_[] = [
  [
    'PATCH',
    '/shelves/1',
    { data: { type: 'shelves', id: '1', attributes: { rank: 7, title: 'new', until: at(9) } } },
  ],
  ['POST', '/shelves', record('shelves', { name: 'name 2', since: at(1) })],
  ['POST', '/shelves', record('shelves', { name: null, since: at(1) })],
  ['POST', '/shelves', record('shelves', { name: 'x'.repeat(41), title: 'y', since: at(1) })],
  ['POST', '/shelves', record('shelves', { name: 'x', title: 'y'.repeat(41), since: at(1) })],
  ['POST', '/shelves', record('shelves', { since: at(1) })],
  ['POST', '/boxes', record('boxes', { name: 'box 1', label: 'a', size: 99 })],
  ['POST', '/boxes', record('boxes', { name: 'box', label: 'hidden', size: 99 })],
  ['POST', '/boxes', record('boxes', { name: 'box', label: 'a', size: 1 }, { shelf: one('shelves', 99) })],
  ['PATCH', '/boxes/1', { data: { type: 'boxes', id: '1', attributes: { size: 5, version: 1 } } }],
  ['PATCH', '/boxes/1', { data: { type: 'boxes', id: '1', attributes: { size: 6, version: 1 } } }],
  ['PATCH', '/boxes/1', { data: { type: 'boxes', id: '1', attributes: { size: 7 } } }],
  ['PATCH', '/boxes/2', { data: { type: 'boxes', id: '2', attributes: { label: 'hidden' } } }],
  ['PATCH', '/boxes/3/relationships/tags', many('tags', 1, 2, 3)],
  ['DELETE', '/boxes/4/relationships/tags', many('tags', 1, 2)],
  ['PATCH', '/shelves/2/relationships/boxes', many('boxes', 1, 2)],
  ['DELETE', '/shelves/3'],
  ['DELETE', '/links/1'],
  ['DELETE', '/tags/2'],
]

describe.each(inject('databases'))(
  'kysely/swapped-names (22.1): on $name, each column has the name of a different field',
  (database) => {
    let forms: Readonly<Record<Form, Awaited<ReturnType<typeof open>>>>
    beforeAll(async () => {
      forms = {
        'own names': await open('own names', database),
        'swapped names': await open('swapped names', database),
      }
    })
    afterAll(async () => {
      for (const form of Object.values(forms)) await form.close()
    })

    const told = async (form: Form, requests: readonly Request_[]): Promise<readonly string[]> => {
      const answers: string[] = []
      for (const [method, path, body] of requests) {
        const response = await forms[form].api.fetch(
          new Request(`http://test.example${path}`, {
            method,
            headers: { 'content-type': JSON_API, accept: JSON_API },
            ...(body && { body: JSON.stringify(body) }),
          }),
        )
        answers.push(`${method} ${path}: ${response.status} ${await response.text()}`)
      }
      return answers
    }

    test.each([
      ['creates', SEEDS, /: 201 /],
      ['reads', READS.map((path): Request_ => ['GET', path]), /: 200 /],
      ['writes', WRITES, /: (?:200|201|204|403|404|409|422) /],
    ] as const)(
      '%s return the same results as with columns named like their fields',
      async (_name, requests, status) => {
        const own = await told('own names', requests)
        expect(own.filter((answer) => !status.test(answer))).toEqual([])
        expect(await told('swapped names', requests)).toEqual(own)
        expect(await forms['swapped names'].contents()).toEqual(await forms['own names'].contents())
      },
    )
  },
)
