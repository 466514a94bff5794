import type { Adapter, SideEffects } from '@jsonapi-gen/runtime/adapter'
import { Controller } from '@jsonapi-gen/runtime'
import type { TableEffects } from '@jsonapi-gen/runtime/adapter'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, createClient } from '../../support/clients.js'
import { databases, type OpenDatabase } from '../../support/databases.js'
import { closeEngine, noteUrl } from '../../support/engine.js'
import { prismaAdapter } from '../../support/facts.js'
import { adapterTo } from '../../support/stores.js'
import { written } from '../support/documents.js'
import { plainBlog } from '../support/plain.js'
import { serveWrites } from '../support/serve.js'

const tag = (name: string) => ({ data: { type: 'tags', attributes: { name } } })

const post = (comments: number) => {
  const ids = Array.from({ length: comments }, (_, at) => `c${at}`)
  return {
    data: {
      type: 'posts',
      attributes: { title: 'Triggered', body: 'Triggered' },
      relationships: {
        author: { data: { type: 'authors', id: '1' } },
        comments: { data: ids.map((id) => ({ type: 'comments', 'temp-id': id, method: 'create' })) },
      },
    },
    included: ids.map((id) => ({ type: 'comments', 'temp-id': id, attributes: { body: id } })),
  }
}

const resource = (model: string) => ({
  type: model,
  model,
  primaryKey: ['id'],
  version: undefined,
  exact: new Set<string>(),
})

describe.each(databases)('write/side-effects (11.9): triggers and foreign keys on $name', (database) => {
  const { name } = database
  /** The database, for tests that are meaningful only on some databases. */
  const only = (...names: readonly string[]) => [name].filter((one) => names.includes(one))
  const quoted = (table: string): string => (name === 'mariadb' ? `\`${table}\`` : `"${table}"`)
  let blog: OpenDatabase<BlogClient>
  const clients: BlogClient[] = []
  /** The statements that remove what a test has added to the database. */
  const cleanups: string[] = []
  beforeAll(async () => {
    blog = await database.open({ seed: true })
  })
  afterEach(async () => {
    for (const sql of cleanups.splice(0).toReversed()) await blog.prisma.$executeRawUnsafe(sql)
    for (const client of clients.splice(0)) {
      await client.$disconnect()
      await closeEngine(client)
    }
  })
  afterAll(() => blog.close())

  /** A client that has not sent any queries yet. */
  const newClient = async (url = blog.url, connections = 5): Promise<BlogClient> => {
    const client = await createClient('blog', name, adapterTo(name, url, connections))
    noteUrl(client, { name, url, connections })
    clients.push(client)
    return client
  }

  /** Adds a trigger to a table until the end of the test. `body` is a single statement without the final semicolon. */
  const addTrigger = async (when: string, table: string, body: string): Promise<void> => {
    const id = `of_${table.toLowerCase()}`
    const on = `${when} ON ${quoted(table)}`
    if (name === 'postgresql') {
      const returned = `BEGIN ${body}; RETURN NEW; END`
      await blog.prisma.$executeRawUnsafe(
        `CREATE FUNCTION ${id}() RETURNS trigger LANGUAGE plpgsql AS $$ ${returned} $$`,
      )
      cleanups.push(`DROP FUNCTION ${id}`, `DROP TRIGGER ${id} ON ${quoted(table)}`)
      await blog.prisma.$executeRawUnsafe(`CREATE TRIGGER ${id} ${on} FOR EACH ROW EXECUTE FUNCTION ${id}()`)
      return
    }
    cleanups.push(`DROP TRIGGER ${id}`)
    const block = name === 'sqlite' ? `BEGIN ${body}; END` : `FOR EACH ROW ${body}`
    await blog.prisma.$executeRawUnsafe(`CREATE TRIGGER ${id} ${on} ${block}`)
  }

  const serve = (client: BlogClient) => serveWrites(plainBlog(client))

  const sideEffectsOf = async (adapter: Adapter, model: string): Promise<SideEffects> => {
    const [result] = await adapter.write([{ kind: 'sideEffects', resource: resource(model) }])
    if (result?.kind !== 'sideEffects') throw new Error('The adapter reports its side effects.')
    return result.sideEffects
  }
  const effectsOn = async (model: string, client?: BlogClient): Promise<TableEffects> => {
    return (await sideEffectsOf(prismaAdapter(client ?? (await newClient())), model)).of(model)
  }

  test("the response to a write shows what a trigger on the record's table has changed", async () => {
    // SQLite cannot change a new row before it is stored, and MariaDB cannot change it afterwards.
    if (name === 'sqlite') {
      await addTrigger('AFTER INSERT', 'Tag', `UPDATE "Tag" SET name = NEW.name || '!' WHERE id = NEW.id`)
    } else if (name === 'mariadb') {
      await addTrigger('BEFORE INSERT', 'Tag', `SET NEW.name = concat(NEW.name, '!')`)
    } else await addTrigger('BEFORE INSERT', 'Tag', `NEW.name := NEW.name || '!'`)
    const answer = await serve(await newClient()).send('POST', '/tags', tag('own'))
    expect(written(answer).data.attributes).toMatchObject({ name: 'own!' })
  })

  test.each(only('postgresql'))(
    "the response to a write shows what an AFTER trigger on the record's table has changed",
    async () => {
      await addTrigger('AFTER INSERT', 'Tag', `UPDATE "Tag" SET name = NEW.name || '?' WHERE id = NEW.id`)
      const answer = await serve(await newClient()).send('POST', '/tags', tag('after'))
      expect(written(answer).data.attributes).toMatchObject({ name: 'after?' })
    },
  )

  test('the response to a write shows what a trigger has changed in a linked record', async () => {
    const change = `UPDATE ${quoted('Author')} SET bio = 'has a post' WHERE id = NEW.${quoted('authorId')}`
    await addTrigger('AFTER INSERT', 'Post', change)
    const answer = await serve(await newClient()).send('POST', '/posts?include=author', post(0))
    expect(written(answer).included).toMatchObject([{ type: 'authors', attributes: { bio: 'has a post' } }])
  })

  test("the response to a write shows what a trigger on a child's table has changed in the parent", async () => {
    const change = `UPDATE ${quoted('Post')} SET views = views + 1 WHERE id = NEW.${quoted('postId')}`
    await addTrigger('AFTER INSERT', 'Comment', change)
    const answer = await serve(await newClient()).send('POST', '/posts', post(3))
    expect(written(answer).data.attributes).toMatchObject({ views: 3 })
  })

  test('a trigger that is created while the server runs is noticed after forgetTriggers', async () => {
    await blog.prisma.author.update({ where: { id: 1 }, data: { bio: 'before' } })
    const client = await newClient()
    const resources = plainBlog(client)
    const { send } = serveWrites(resources)
    const bioAfter = async (): Promise<unknown> =>
      written(await send('POST', '/posts?include=author', post(0))).included?.map(
        ({ attributes }) => attributes?.['bio'],
      )
    expect(await bioAfter()).toEqual(['before'])
    await addTrigger(
      'AFTER INSERT',
      'Post',
      `UPDATE ${quoted('Author')} SET bio = 'later' WHERE id = NEW.${quoted('authorId')}`,
    )
    expect(await bioAfter()).toEqual(['before'])
    await blog.prisma.author.update({ where: { id: 1 }, data: { bio: 'before' } })
    const adapter = resources['posts']?.config.adapter as PrismaAdapter
    adapter.forgetTriggers()
    expect(await bioAfter()).toEqual(['later'])
  })

  test('actions of foreign keys affect the tables that refer to a row, and the tables that refer to those tables', async () => {
    const client = await newClient()
    const reached = async (model: string): Promise<unknown> => {
      const { isTriggered, onDelete, onUpdate } = await effectsOn(model, client)
      const models = (columns: readonly string[]) => [...onUpdate(columns).models].map(String).toSorted()
      return {
        isTriggered,
        onDelete: [...onDelete.models].map(String).toSorted(),
        id: models(['id']),
        name: models(['name']),
      }
    }
    expect(await reached('Author')).toEqual({
      isTriggered: false,
      onDelete: ['Comment', 'Profile'],
      id: ['Comment', 'Post', 'Profile', '_PostToTag'],
      name: [],
    })
    expect(await reached('Post')).toEqual({
      isTriggered: false,
      onDelete: ['Comment', '_PostToTag'],
      id: ['Comment', '_PostToTag'],
      name: [],
    })
    expect(await reached('Profile')).toEqual({ isTriggered: false, onDelete: [], id: [], name: [] })
  })

  test('a record that changes because another record is deleted is returned as stored', async () => {
    const [first, second] = await Promise.all(
      ['one', 'two'].map((body) => blog.prisma.comment.create({ data: { body, postId: 1, approved: true } })),
    )
    const [destroyed, kept] = [first?.id ?? 0, second?.id ?? 0]
    await blog.prisma.comment.update({ where: { id: kept }, data: { parentId: destroyed } })
    const entries = [
      { type: 'comments', id: String(kept), method: 'update' },
      { type: 'comments', id: String(destroyed), method: 'destroy' },
    ]
    const answer = await serve(await newClient()).send('PATCH', '/posts/1?include=comments.parent', {
      data: { type: 'posts', id: '1', relationships: { comments: { data: entries } } },
      included: [{ type: 'comments', id: String(kept), attributes: { body: 'changed' } }],
    })
    const comment = written(answer).included?.find(({ id }) => id === String(kept))
    expect(comment).toMatchObject({
      attributes: { body: 'changed' },
      relationships: { parent: { data: null } },
    })
  })

  test('with a pool of one connection, the first write looks for triggers before its transaction begins', async () => {
    const { send } = serve(await newClient(blog.url, 1))
    expect((await send('POST', '/posts', post(2))).status).toBe(201)
  })

  test("in the application's transaction, no query looks for triggers, and records are read back", async () => {
    class Around extends Controller {
      override jsonapiCreate() {
        return this.jsonapiResource.transaction(() => super.jsonapiCreate()) as ReturnType<
          Controller['jsonapiCreate']
        >
      }
    }
    const { send } = serveWrites(plainBlog(await newClient(blog.url, 1)), { controller: Around })
    expect((await send('POST', '/posts', post(2))).status).toBe(201)
  })

  const hidden = [
    [
      'row-level security',
      'ALTER TABLE "Tag" ENABLE ROW LEVEL SECURITY',
      'ALTER TABLE "Tag" DISABLE ROW LEVEL SECURITY',
    ],
    [
      'a rule',
      'CREATE RULE of_tag AS ON INSERT TO "Tag" DO ALSO UPDATE "Post" SET views = 0 WHERE false',
      'DROP RULE of_tag ON "Tag"',
    ],
    ['an heir', 'CREATE TABLE "SpecialTag" () INHERITS ("Tag")', 'DROP TABLE "SpecialTag"'],
  ] as const
  test.each(only('postgresql').flatMap(() => hidden))(
    '%s on a table counts as a trigger',
    async (_, sql, cleanup) => {
      expect(await effectsOn('Tag')).toMatchObject({ isTriggered: false })
      await blog.prisma.$executeRawUnsafe(sql)
      cleanups.push(cleanup)
      expect(await effectsOn('Tag')).toMatchObject({ isTriggered: true })
      expect(await effectsOn('Author')).toMatchObject({ isTriggered: false })
    },
  )

  test('a generated column shows in the response as the database computes it', async () => {
    const { prisma, close } = await database.open()
    const table = quoted('Author')
    const [column, value] = {
      sqlite: ['bio TEXT', `(name || '!') VIRTUAL`],
      postgresql: ['bio TEXT', `(name || '!') STORED`],
      mariadb: ['bio VARCHAR(191)', `(concat(name, '!')) STORED`],
    }[name]
    await prisma.$executeRawUnsafe(`ALTER TABLE ${table} DROP COLUMN bio`)
    await prisma.$executeRawUnsafe(`ALTER TABLE ${table} ADD COLUMN ${column} GENERATED ALWAYS AS ${value}`)
    const { send } = serve(prisma)
    const attributes = { name: 'Ann', email: 'ann@blog.test' }
    const created = written(await send('POST', '/authors', { data: { type: 'authors', attributes } })).data
    const { id } = created
    const change = { data: { type: 'authors', id, attributes: { name: 'Eve' } } }
    const updated = written(await send('PATCH', `/authors/${id}`, change)).data
    expect([created, updated].map((data) => data.attributes)).toMatchObject([
      { bio: 'Ann!' },
      { bio: 'Eve!' },
    ])
    await close()
  })

  test('the search for triggers finds tables and columns under their names in the database', async () => {
    const { prisma, close } = await database.openConstraints()
    const effects = await sideEffectsOf(prismaAdapter(prisma), 'Organisation')
    const { isTriggered, onDelete, onUpdate } = effects.of('Organisation')
    expect({
      isTriggered,
      onDelete: [...onDelete.models],
      ofId: [...onUpdate(['id']).models],
      ofName: [...onUpdate(['name']).models],
    }).toEqual({ isTriggered: false, onDelete: [], ofId: ['Ticket'], ofName: [] })
    await close()
  })

  test.each(only('postgresql', 'mariadb'))(
    'a user who may only read and write rows sees triggers on PostgreSQL, but on MariaDB every table counts as having triggers',
    async () => {
      const user = `plain_${Math.floor(Date.now() % 1e9)}`
      const url = new URL(blog.url)
      const store = url.pathname.slice(1)
      const schema = /search_path=(\w+)/.exec(url.searchParams.get('options') ?? '')?.[1] ?? ''
      const [made, dropped] =
        name === 'postgresql'
          ? [
              [
                `CREATE ROLE ${user} LOGIN`,
                `GRANT USAGE ON SCHEMA ${schema} TO ${user}`,
                `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${user}`,
                `GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${user}`,
              ],
              [`DROP OWNED BY ${user}`, `DROP ROLE ${user}`],
            ]
          : [
              [
                `CREATE USER '${user}'@'%' IDENTIFIED BY 'secret'`,
                `GRANT SELECT, INSERT, UPDATE, DELETE ON \`${store}\`.* TO '${user}'@'%'`,
              ],
              [`DROP USER '${user}'@'%'`],
            ]
      for (const sql of made) await blog.prisma.$executeRawUnsafe(sql)
      cleanups.push(...dropped.toReversed())
      await addTrigger(
        'AFTER INSERT',
        'Post',
        `UPDATE ${quoted('Author')} SET bio = 'by a trigger' WHERE id = NEW.${quoted('authorId')}`,
      )
      url.username = user
      url.password = name === 'mariadb' ? 'secret' : ''
      const client = await newClient(url.href)
      const answer = await serve(client).send('POST', '/posts?include=author', post(0))
      expect(written(answer).included).toMatchObject([{ attributes: { bio: 'by a trigger' } }])
      expect(await effectsOn('Tag', client)).toMatchObject({ isTriggered: name === 'mariadb' })
      await client.$disconnect()
    },
  )
})
