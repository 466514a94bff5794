import { Controller, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../../support/databases.js'
import { linkage, shortErrors, written } from '../support/documents.js'
import { plainBlog, watchedBlog } from '../support/plain.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'

interface Child {
  readonly body: unknown
  readonly author?: string
}

/** A post with comments by the named authors. */
function postWith(comments: readonly Child[], { title = 'Whole' as unknown, author = '1' } = {}) {
  return {
    data: {
      type: 'posts',
      'temp-id': 'post',
      attributes: { title, body: 'Whole' },
      relationships: {
        author: { data: { type: 'authors', id: author } },
        comments: {
          data: comments.map((_, at) => ({ type: 'comments', 'temp-id': `c${at}`, method: 'create' })),
        },
      },
    },
    included: comments.map((comment, at) => ({
      type: 'comments',
      'temp-id': `c${at}`,
      attributes: { body: comment.body },
      ...(comment.author !== undefined && {
        relationships: { author: { data: { type: 'authors', id: comment.author } } },
      }),
    })),
  }
}

const THREE: readonly Child[] = ['2', '3', '2'].map((author, at) => ({ body: `Comment ${at}`, author }))

const AUTHOR = {
  data: {
    type: 'authors',
    attributes: { name: 'Whole', email: 'whole@example.com' },
    relationships: {
      profile: { data: { type: 'profiles', 'temp-id': 'p', method: 'create' } },
      posts: { data: ['a', 'b'].map((id) => ({ type: 'posts', 'temp-id': id, method: 'create' })) },
    },
  },
  included: [
    { type: 'profiles', 'temp-id': 'p', attributes: { website: 'https://example.com' } },
    ...['a', 'b'].map((id) => ({ type: 'posts', 'temp-id': id, attributes: { title: id, body: '' } })),
  ],
}

/**
 * A response without the values that the store assigns: the ids of new records, which are replaced with numbers in
 * order of appearance, and creation times.
 */
function comparable({ status, location, body }: Answer): object {
  const ids = new Map<string, string>()
  const named = (id: string): string => ids.get(id) ?? ids.set(id, `new ${ids.size}`).get(id) ?? ''
  const text = JSON.stringify({ status, location, body })
    .replaceAll(
      /(?<=(?:"type":"(?:posts|comments|profiles)","id":"|\/(?:posts|comments|profiles)\/))\d+/g,
      named,
    )
    .replaceAll(/(?<="type":"authors","id":"|\/authors\/)\d{2,}/g, named)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
  return JSON.parse(text) as object
}

describe.each(databases)('write/whole-create (11.9, 11.14): creating whole graphs, on $name', (database) => {
  const statements: string[] = []
  let blog: OpenDatabase<BlogClient>
  beforeAll(async () => {
    blog = await database.open({ seed: true, onQuery: (sql) => void statements.push(sql) })
  })
  afterAll(() => blog.close())

  /** The statements that the store received: for each, its first word and the first table. */
  const asked = (): readonly string[] =>
    statements.splice(0).flatMap((sql) => {
      const [, verb] = /^\s*(SELECT|INSERT|UPDATE|DELETE)/i.exec(sql) ?? []
      const [, table] = /(?:FROM|INTO)\s+(?:[`"]?\w+[`"]?\.)?[`"](\w+)[`"]/i.exec(sql) ?? []
      // On PostgreSQL, each transaction first sets timeouts for its statements.
      return verb === undefined || sql.includes('set_config') ? [] : [`${verb.toUpperCase()} ${table}`]
    })

  test('each model is queried once for linked, created and returned records', async () => {
    const served = serveWrites(plainBlog(blog.prisma))
    // The first request checks the column types, and the first write asks the database for its triggers.
    await served.send('POST', '/posts', postWith([]))
    asked()
    const answer = await served.send('POST', '/posts', postWith(THREE))
    // A single call to the store creates and reads a post and its comments.
    const created = ['INSERT Post', 'INSERT Comment', 'SELECT Post', 'SELECT Comment']
    expect([answer.status, asked().toSorted()]).toEqual([201, ['SELECT Author', ...created].toSorted()])
  })

  test.each<[string, string, object]>([
    ['a post on its own', '/posts', postWith([])],
    ['a post with comments', '/posts', postWith(THREE)],
    ['one comment', '/posts', postWith(THREE.slice(0, 1))],
    ['comments without an author', '/posts', postWith([{ body: 'a' }, { body: 'b' }])],
    ['comments with and without an author', '/posts', postWith([...THREE, { body: 'nobody' }])],
    ['to-one and to-many children', '/authors', AUTHOR],
    ['sparse fields', '/posts?fields[posts]=title,comments&fields[comments]=body', postWith(THREE)],
    ['an include of written records', '/posts?include=comments,author.profile', postWith(THREE)],
    ['extra fields', '/posts?extra_fields[posts]=readingTime', postWith(THREE)],
  ])('the response is the same as if a graph were created in single steps: %s', async (name, path, body) => {
    // Email addresses are unique.
    const renamed = { where: { email: 'whole@example.com' }, data: { email: `${name}@example.com` } }
    const stepwise = await serveWrites(watchedBlog(blog.prisma)).send('POST', path, body)
    await blog.prisma.author.updateMany(renamed)
    const whole = await serveWrites(plainBlog(blog.prisma)).send('POST', path, body)
    await blog.prisma.author.updateMany({ ...renamed, data: { email: `whole ${name}@example.com` } })
    expect([whole.status, comparable(whole)]).toEqual([201, comparable(stepwise)])
  })

  test('the response to a create is sorted like a read, by descending number or by text', async () => {
    for (const order of [{ id: 'desc' }, { body: 'desc' }, { body: 'asc', id: 'desc' }] as const) {
      const sorted = (resources: Record<string, ResourceClass>) => {
        resources['comments']?.defaultSort([order])
        return serveWrites(resources).send('POST', '/posts', postWith(THREE))
      }
      const whole = await sorted(plainBlog(blog.prisma))
      expect(comparable(whole)).toEqual(comparable(await sorted(watchedBlog(blog.prisma))))
      expect(linkage(written(whole).data, 'comments')).toHaveLength(3)
    }
  })

  test.each<[string, object]>([
    ['an author that does not exist', postWith(THREE, { author: '999' })],
    ['an author of a comment that does not exist', postWith([...THREE, { body: 'x', author: '999' }])],
    [
      'several authors that do not exist',
      postWith(
        [
          { body: 'x', author: '998' },
          { body: 'y', author: '999' },
        ],
        { author: '997' },
      ),
    ],
    ['an invalid id', postWith([{ body: 'x', author: 'none' }])],
    ['an id that is spelled differently', postWith([{ body: 'x', author: '01' }])],
    ['an invalid value and an author that does not exist', postWith(THREE, { title: '', author: '999' })],
    ['a nested value of the wrong type', postWith([{ body: 1, author: '2' }])],
  ])(
    'errors of a create are the same as in single steps, and no data is written: %s',
    async (_name, body) => {
      const before = [await blog.prisma.post.count(), await blog.prisma.comment.count()]
      const whole = await serveWrites(plainBlog(blog.prisma)).send('POST', '/posts', body)
      const stepwise = await serveWrites(watchedBlog(blog.prisma)).send('POST', '/posts', body)
      expect([whole.status, shortErrors(whole)]).toEqual([stepwise.status, shortErrors(stepwise)])
      expect(whole.status).toBeGreaterThanOrEqual(400)
      expect([await blog.prisma.post.count(), await blog.prisma.comment.count()]).toEqual(before)
    },
  )

  test('a value that is already taken is reported at its attribute, as in single steps', async () => {
    const taken = structuredClone(AUTHOR)
    taken.data.attributes.email = (await blog.prisma.author.findFirstOrThrow()).email
    const whole = await serveWrites(plainBlog(blog.prisma)).send('POST', '/authors', taken)
    const stepwise = await serveWrites(watchedBlog(blog.prisma)).send('POST', '/authors', taken)
    expect([whole.status, shortErrors(whole)]).toEqual([422, shortErrors(stepwise)])
  })

  test('a record that a default filter hides cannot be linked (18.6)', async () => {
    const hiding = (resources: Record<string, ResourceClass>) => {
      resources['authors']?.defaultFilter('email', { prefix: 'nobody' })
      return serveWrites(resources).send('POST', '/posts', postWith(THREE))
    }
    const whole = await hiding(plainBlog(blog.prisma))
    expect([whole.status, shortErrors(whole)]).toEqual([
      404,
      shortErrors(await hiding(watchedBlog(blog.prisma))),
    ])
  })

  test('with `readBack: true`, the response to a create contains changes that a controller makes with Prisma before it responds', async () => {
    class Between extends Controller {
      override async jsonapiCreate() {
        const response = await super.jsonapiCreate()
        await blog.prisma.post.updateMany({ where: { title: 'Whole' }, data: { title: 'In between' } })
        return response
      }
    }
    const titleWith = async (resources: ReturnType<typeof plainBlog>) => {
      const served = serveWrites(resources, { controller: Between })
      return written(await served.send('POST', '/posts', postWith(THREE))).data.attributes?.['title']
    }
    const readingBack = plainBlog(blog.prisma)
    readingBack['posts']?.readBack(true)
    expect([await titleWith(plainBlog(blog.prisma)), await titleWith(readingBack)]).toEqual([
      'Whole',
      'In between',
    ])
  })

  test('the response to a create does not contain changes that a controller makes to records in memory', async () => {
    class InMemory extends Controller {
      override async jsonapiCreate() {
        const response = await super.jsonapiCreate()
        Object.assign(response.object, { title: 'In memory', comments: [] })
        return response
      }
    }
    const answers = await Promise.all(
      [plainBlog(blog.prisma), watchedBlog(blog.prisma)].map((resources) =>
        serveWrites(resources, { controller: InMemory }).send('POST', '/posts', postWith(THREE)),
      ),
    )
    const shown = answers.map((answer) => {
      const { data } = written(answer)
      return [data.attributes?.['title'], linkage(data, 'comments')?.length]
    })
    expect(shown).toEqual([
      ['Whole', 3],
      ['Whole', 3],
    ])
  })

  test("the relationships of a controller's instance contain the written and linked records", async () => {
    let seen: unknown
    class Seeing extends Controller {
      override async jsonapiCreate() {
        const response = await super.jsonapiCreate()
        seen = response.object
        return response
      }
    }
    await serveWrites(plainBlog(blog.prisma), { controller: Seeing }).send('POST', '/posts', postWith(THREE))
    expect(seen).toMatchObject({
      title: 'Whole',
      author: { id: 1 },
      comments: [
        { body: 'Comment 0', author: { id: 2 } },
        { body: 'Comment 1', author: { id: 3 } },
        { body: 'Comment 2', author: { id: 2 } },
      ],
    })
  })
})

const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    `CREATE TRIGGER counted AFTER INSERT ON "Comment" BEGIN
      UPDATE "Post" SET views = views + 1 WHERE id = NEW."postId";
      UPDATE "Author" SET bio = 'has written' WHERE id = NEW."authorId"; END`,
  ],
  postgresql: [
    `CREATE FUNCTION counted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE "Post" SET views = views + 1 WHERE id = NEW."postId";
      UPDATE "Author" SET bio = 'has written' WHERE id = NEW."authorId"; RETURN NULL; END $$`,
    'CREATE TRIGGER counted AFTER INSERT ON "Comment" FOR EACH ROW EXECUTE FUNCTION counted()',
  ],
}

const withTriggers = databases.filter(({ name }) => Object.hasOwn(TRIGGERS, name))

describe.each(withTriggers)('write/whole-create (11.9): tables with triggers on $name', (database) => {
  test('the response to a create contains changes that a trigger makes to written or linked records', async () => {
    const blog = await database.open({ seed: true })
    for (const trigger of TRIGGERS[database.name] ?? []) await blog.prisma.$executeRawUnsafe(trigger)
    const answer = await serveWrites(plainBlog(blog.prisma)).send('POST', '/posts', postWith(THREE))
    const { data, included = [] } = written(answer)
    const bios = included.flatMap(({ type, id, attributes }) =>
      type === 'authors' ? [[id, attributes?.['bio'] === 'has written']] : [],
    )
    expect([data.attributes?.['views'], Object.fromEntries(bios)]).toEqual([
      3,
      { '1': false, '2': true, '3': true },
    ])
    await blog.close()
  })
})

const servers = databases.filter(({ name }) => name !== 'sqlite')

describe.each(servers)('write/whole-create (11.13): tables without foreign keys, on $name', (database) => {
  test('if a linked record no longer exists, no data is written', async () => {
    const blog = await database.open({ seed: true })
    const quoted = database.name === 'mariadb' ? '`' : '"'
    const drop = database.name === 'mariadb' ? 'FOREIGN KEY' : 'CONSTRAINT'
    await blog.prisma.$executeRawUnsafe(
      `ALTER TABLE ${quoted}Comment${quoted} DROP ${drop} ${quoted}Comment_authorId_fkey${quoted}`,
    )
    const before = [await blog.prisma.post.count(), await blog.prisma.comment.count()]
    const body = postWith([...THREE, { body: 'x', author: '999' }])
    const answer = await serveWrites(plainBlog(blog.prisma)).send('POST', '/posts', body)
    expect([answer.status, await blog.prisma.post.count(), await blog.prisma.comment.count()]).toEqual([
      404,
      ...before,
    ])
    await blog.close()
  })
})
