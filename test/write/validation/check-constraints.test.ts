import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../../support/databases.js'
import { shortErrors } from '../support/documents.js'
import { plainBlog, watchedBlog } from '../support/plain.js'
import { serveWrites } from '../support/serve.js'

/**
 * A constraint that rejects comments with the text "bad". SQLite can add one only together with a new column.
 */
const RULES: Readonly<Record<string, string>> = {
  sqlite: `ALTER TABLE "Comment" ADD COLUMN "rule" TEXT CHECK (body <> 'bad')`,
  postgresql: `ALTER TABLE "Comment" ADD CONSTRAINT "rule" CHECK (body <> 'bad')`,
  mariadb: "ALTER TABLE `Comment` ADD CONSTRAINT `rule` CHECK (body <> 'bad')",
}

const postWith = (bodies: readonly string[]): object => ({
  data: {
    type: 'posts',
    attributes: { title: 'Checked', body: '' },
    relationships: {
      author: { data: { type: 'authors', id: '1' } },
      comments: {
        data: bodies.map((_, at) => ({ type: 'comments', 'temp-id': `c${at}`, method: 'create' })),
      },
    },
  },
  included: bodies.map((body, at) => ({ type: 'comments', 'temp-id': `c${at}`, attributes: { body } })),
})

const DETAIL = 'The values violate a constraint of the store.'

describe.each(databases)('write/check-constraints (11.10): check constraints on $name', (database) => {
  let blog: OpenDatabase<BlogClient>
  beforeAll(async () => {
    blog = await database.open({ seed: true })
    await blog.prisma.$executeRawUnsafe(RULES[database.name] ?? '')
  })
  afterAll(() => blog.close())

  test("a new child that violates one of the store's constraints returns 422 at the child, and no data is written", async () => {
    for (const resources of [plainBlog(blog.prisma), watchedBlog(blog.prisma)]) {
      const answer = await serveWrites(resources).send('POST', '/posts', postWith(['good', 'bad', 'fine']))
      expect([answer.status, shortErrors(answer)]).toEqual([422, [`422 /included/1 ${DETAIL}`]])
      expect(await blog.prisma.post.count({ where: { title: 'Checked' } })).toBe(0)
    }
  })

  test('an update that violates a constraint returns 422 at the record', async () => {
    const data = { type: 'comments', id: '1', attributes: { body: 'bad' } }
    const answer = await serveWrites(plainBlog(blog.prisma)).send('PATCH', '/comments/1', { data })
    expect([answer.status, shortErrors(answer)]).toEqual([422, [`422 /data ${DETAIL}`]])
    expect(await blog.prisma.comment.count({ where: { body: 'bad' } })).toBe(0)
  })
})

const excluding = databases.filter(({ name }) => name === 'postgresql')

describe.each(excluding)('write/check-constraints (11.10): exclusion constraints on $name', (database) => {
  test('a record that a constraint excludes returns 422 at the record, and no data is written', async () => {
    const blog = await database.open({ seed: true })
    await blog.prisma.$executeRawUnsafe(
      `ALTER TABLE "Comment" ADD CONSTRAINT once EXCLUDE USING hash (body WITH =) WHERE (body LIKE 'once%')`,
    )
    const { send } = serveWrites(plainBlog(blog.prisma))
    expect((await send('POST', '/posts', postWith(['once', 'twice', 'twice']))).status).toBe(201)
    const answer = await send('POST', '/posts', postWith(['fine', 'once']))
    expect([answer.status, shortErrors(answer)]).toEqual([422, [`422 /included/1 ${DETAIL}`]])
    expect(await blog.prisma.post.count({ where: { title: 'Checked' } })).toBe(1)
    await blog.close()
  })
})

const TRIGGERS: Readonly<Record<string, readonly string[]>> = {
  sqlite: ['INSERT', 'DELETE'].map(
    (event) =>
      `CREATE TRIGGER refuse_${event} BEFORE ${event} ON "Comment" BEGIN SELECT RAISE(ABORT, 'refused'); END`,
  ),
  postgresql: [
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
    'CREATE TRIGGER refuse BEFORE INSERT OR DELETE ON "Comment" FOR EACH ROW EXECUTE FUNCTION refuse()',
  ],
}

const withTriggers = databases.filter(({ name }) => Object.hasOwn(TRIGGERS, name))

describe.each(withTriggers)(
  'write/check-constraints (23.3): triggers that reject a row, on $name',
  (database) => {
    test("a trigger's rejection is logged and not reported as a foreign key error, and no data is written", async () => {
      const blog = await database.open({ seed: true })
      for (const trigger of TRIGGERS[database.name] ?? []) await blog.prisma.$executeRawUnsafe(trigger)
      const before = await blog.prisma.comment.count()
      const served = serveWrites(plainBlog(blog.prisma), { answerErrors: true })
      const { id } = await blog.prisma.comment.findFirstOrThrow({ where: { replies: { none: {} } } })
      const answers = [
        await served.send('POST', '/posts', postWith(['one', 'two'])),
        await served.send('DELETE', `/comments/${id}`),
      ]
      expect(answers.map(({ status }) => status)).toEqual([500, 500])
      expect([
        await blog.prisma.comment.count(),
        await blog.prisma.post.count({ where: { title: 'Checked' } }),
      ]).toEqual([before, 0])
      await blog.close()
    })

    test('a restrictive foreign key still returns 409', async () => {
      const blog = await database.open({ seed: true })
      const { authorId } = await blog.prisma.post.findFirstOrThrow()
      const answer = await serveWrites(plainBlog(blog.prisma)).send('DELETE', `/authors/${authorId}`)
      expect(answer.status).toBe(409)
      await blog.close()
    })
  },
)

const SKIPPING: Readonly<Record<string, readonly string[]>> = {
  sqlite: ['Post', 'Comment'].map(
    (table) =>
      `CREATE TRIGGER skip_${table} BEFORE INSERT ON "${table}" WHEN NEW.body = 'skip' BEGIN SELECT RAISE(IGNORE); END`,
  ),
  postgresql: [
    `CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.body = 'skip' THEN RETURN NULL; END IF; RETURN NEW; END $$`,
    ...['Post', 'Comment'].map(
      (table) => `CREATE TRIGGER skip BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION skip()`,
    ),
  ],
}

describe.each(withTriggers)(
  'write/check-constraints (11.10): triggers that skip a row, on $name',
  (database) => {
    test('a record that a trigger skips returns 422 at the record, and no data is written', async () => {
      const blog = await database.open({ seed: true })
      for (const trigger of SKIPPING[database.name] ?? []) await blog.prisma.$executeRawUnsafe(trigger)
      const author = { data: { type: 'authors', id: '1' } }
      for (const resources of [plainBlog(blog.prisma), watchedBlog(blog.prisma)]) {
        const { send } = serveWrites(resources)
        const attributes = { title: 'Checked', body: 'skip' }
        const alone = { data: { type: 'posts', attributes, relationships: { author } } }
        const answers = [
          await send('POST', '/posts', alone),
          await send('POST', '/posts', postWith(['skip'])),
          await send('POST', '/posts', postWith(['good', 'skip', 'fine'])),
        ]
        expect(answers.map((answer) => [answer.status, ...shortErrors(answer)])).toEqual([
          [422, `422 /data ${DETAIL}`],
          [422, `422 /included/0 ${DETAIL}`],
          [422, `422 /included/1 ${DETAIL}`],
        ])
        expect(await blog.prisma.post.count({ where: { title: 'Checked' } })).toBe(0)
      }
      await blog.close()
    })
  },
)
