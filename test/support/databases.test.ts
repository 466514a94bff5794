import { type Api, createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachments, authors, comments, posts, profiles, tags } from '../../examples/blog/src/seed-data.js'
import { recordedBlog } from '../write/support/recorded.js'
import { blogOver } from './blog.js'
import { controllerOf } from './serve.js'
import {
  databases,
  keyedDatabases,
  sqlite,
  type BlogClient,
  type OpenDatabase,
  type TypesClient,
} from './databases.js'

test('the seed data of the test databases is always the same', () => {
  const rows = () => [authors(), profiles(), posts(), comments(), tags(), attachments()]
  expect(rows()).toEqual(rows())
})

describe.each(keyedDatabases)('the seeded blog on $title', ({ open }) => {
  let database: OpenDatabase<BlogClient>
  beforeAll(async () => {
    database = await open({ seed: true })
  })
  afterAll(() => database.close())

  test("the seeded blog contains the seed data's rows, value for value", async () => {
    const { prisma } = database
    const byId = { orderBy: { id: 'asc' } } as const
    expect(await prisma.author.findMany(byId)).toEqual(authors())
    expect(await prisma.profile.findMany(byId)).toEqual(profiles())
    expect(await prisma.attachment.findMany(byId)).toEqual(attachments())
    expect(await prisma.comment.findMany(byId)).toEqual(comments())
    expect(
      (await prisma.post.findMany(byId)).map((post) => ({
        ...post,
        rating: post.rating?.toFixed(2) ?? null,
      })),
    ).toEqual(posts())
    const tagged = await prisma.tag.findMany({
      ...byId,
      include: { posts: { select: { id: true }, ...byId } },
    })
    expect(
      tagged.map(({ id, name, posts: of }) => ({ id, name, postIds: of.map((post) => post.id) })),
    ).toEqual(tags())
  })

  test('the seeded blog contains as many rows as the example promises', async () => {
    const { prisma } = database
    expect({
      authors: await prisma.author.count(),
      posts: await prisma.post.count(),
      comments: await prisma.comment.count(),
      tags: await prisma.tag.count(),
      authorsWithoutPosts: await prisma.author.count({ where: { posts: { none: {} } } }),
      authorsWithoutProfile: await prisma.author.count({ where: { profile: null } }),
      postsWithoutComments: await prisma.post.count({ where: { comments: { none: {} } } }),
      postsWithoutTags: await prisma.post.count({ where: { tags: { none: {} } } }),
      postsWithoutRating: await prisma.post.count({ where: { rating: null } }),
      drafts: await prisma.post.count({ where: { status: 'draft' } }),
      commentsWithoutAuthor: await prisma.comment.count({ where: { authorId: null } }),
      unapproved: await prisma.comment.count({ where: { approved: false } }),
      replies: await prisma.comment.count({ where: { parentId: { not: null } } }),
      unusedTags: await prisma.tag.count({ where: { posts: { none: {} } } }),
      attachments: await prisma.attachment.groupBy({
        by: 'subjectType',
        _count: true,
        orderBy: { subjectType: 'asc' },
      }),
    }).toEqual({
      authors: 10,
      posts: 100,
      comments: 500,
      tags: 20,
      authorsWithoutPosts: 1,
      authorsWithoutProfile: 3,
      postsWithoutComments: 10,
      postsWithoutTags: 25,
      postsWithoutRating: 25,
      drafts: 20,
      commentsWithoutAuthor: 1,
      unapproved: 71,
      replies: 72,
      unusedTags: 1,
      attachments: [
        { subjectType: 'Author', _count: 4 },
        { subjectType: 'Post', _count: 26 },
      ],
    })
  })

  test('new ids in the seeded blog continue after the highest existing id', async () => {
    const { prisma } = database
    const { id } = await prisma.tag.create({ data: { name: 'the next one' } })
    expect(id).toBe(21)
    await prisma.tag.delete({ where: { id } })
  })

  test('the test databases enforce foreign keys', async () => {
    const { prisma } = database
    const author = await prisma.author.create({
      data: { name: 'Gone', email: 'gone@example.com', profile: { create: {} } },
    })
    const post = await prisma.post.create({ data: { title: 'Gone too', body: '', authorId: author.id } })
    const comment = await prisma.comment.create({ data: { body: '', postId: post.id, authorId: author.id } })
    const reply = await prisma.comment.create({ data: { body: '', postId: 1, parentId: comment.id } })

    await expect(prisma.author.delete({ where: { id: author.id } })).rejects.toMatchObject({ code: 'P2003' })
    await prisma.post.delete({ where: { id: post.id } })
    expect(await prisma.comment.findUnique({ where: { id: comment.id } })).toBeNull()
    expect(await prisma.comment.findUnique({ where: { id: reply.id } })).toMatchObject({ parentId: null })
    await prisma.author.delete({ where: { id: author.id } })
    expect(await prisma.profile.count({ where: { authorId: author.id } })).toBe(0)
    await prisma.comment.delete({ where: { id: reply.id } })
  })
})

describe.each(databases)('the tables with columns of every type on $name', ({ name, openTypes }) => {
  let database: OpenDatabase<TypesClient>
  beforeAll(async () => {
    database = await openTypes()
  })
  afterAll(() => database.close())

  test('the tables with columns of every type return the stored values', async () => {
    const sample = {
      id: '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11',
      string: 'Ünïcödé 🚀 "quoted", and more',
      integer: -2_147_483_648,
      bigint: 9_223_372_036_854_775_807n,
      float: 0.1,
      decimal: name === 'sqlite' ? '12345.6789' : '12345678901234567890.123456789012345678',
      boolean: true,
      date: new Date('2024-02-29T00:00:00.000Z'),
      datetime: new Date('2024-02-29T23:59:59.999Z'),
      json: { nested: [1, 'two', null, { three: true }] },
      bytes: new Uint8Array([0, 1, 254, 255]),
      color: 'green',
      uuid: '3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55',
    } as const
    const nulls = {
      stringOrNull: null,
      integerOrNull: null,
      bigintOrNull: null,
      floatOrNull: null,
      decimalOrNull: null,
      booleanOrNull: null,
      dateOrNull: null,
      datetimeOrNull: null,
      jsonOrNull: null,
      bytesOrNull: null,
      colorOrNull: null,
      uuidOrNull: null,
    }
    await database.prisma.sample.create({
      data: { ...sample, json: { nested: [1, 'two', null, { three: true }] } },
    })
    const [found] = await database.prisma.sample.findMany()
    expect({ ...found, decimal: found?.decimal.toFixed() }).toEqual({ ...sample, ...nulls })
  })

  test('the test databases enforce unique constraints', async () => {
    const { prisma } = database
    await prisma.document.create({ data: { slug: 'a', folder: 'f', title: 't' } })
    await expect(
      prisma.document.create({ data: { slug: 'a', folder: 'g', title: 't' } }),
    ).rejects.toMatchObject({
      code: 'P2002',
    })
    await expect(
      prisma.document.create({ data: { slug: 'b', folder: 'f', title: 't' } }),
    ).rejects.toMatchObject({
      code: 'P2002',
    })
  })

  test('the tables with columns of every type relate users to teams, nodes to other nodes, and notes to users or teams', async () => {
    const { prisma } = database
    const user = await prisma.user.create({ data: { name: 'Ann', email: 'ann@example.com' } })
    const team = await prisma.team.create({ data: { name: 'Red' } })
    await prisma.membership.create({ data: { userId: user.id, teamId: team.id, role: 'owner' } })
    const root = await prisma.node.create({ data: { name: 'root', children: { create: { name: 'leaf' } } } })
    await prisma.note.create({ data: { body: 'Hello', ownerType: 'User', ownerId: user.id } })
    expect(
      await prisma.team.findMany({ include: { memberships: { include: { user: true } } } }),
    ).toMatchObject([{ name: 'Red', memberships: [{ role: 'owner', user: { name: 'Ann' } }] }])
    expect(await prisma.node.findMany({ where: { parentId: root.id } })).toMatchObject([{ name: 'leaf' }])
    expect(await prisma.note.count({ where: { ownerType: 'User', ownerId: user.id } })).toBe(1)
  })
})

test('databases that are open at the same time share no data', async () => {
  const [one, other] = await Promise.all([sqlite.open({ seed: true }), sqlite.open()])
  expect([await one.prisma.post.count(), await other.prisma.post.count()]).toEqual([100, 0])
  await Promise.all([one.close(), other.close()])
})

test('tests can count the queries that a database receives', async () => {
  const queries: string[] = []
  const database = await sqlite.open({ onQuery: (sql) => queries.push(sql) })
  await database.prisma.post.findMany()
  expect(queries).toHaveLength(1)
  await database.close()
})

describe('a database with composite keys', () => {
  test('to tests, an API with composite keys looks like an API with numeric ids', async () => {
    const [, twin] = keyedDatabases
    if (twin === undefined) throw new Error('Each database has a twin.')
    const { prisma, close } = await twin.open({ seed: true })
    const { resources } = recordedBlog(prisma)
    const plain = createApi({
      registry: defineRegistry(resources),
      controllers: Object.fromEntries(
        Object.entries(resources).map(([type, resource]) => [type, controllerOf(resource)]),
      ),
    })
    const tagsAt = async ({ fetch }: Pick<Api, 'fetch'>, path: string) => {
      const response = await fetch(new Request(`http://test.example${path}`))
      const { data } = (await response.json()) as { data?: readonly { id: string }[] }
      return data?.map(({ id }) => id) ?? response.status
    }
    const ids = (await prisma.tag.findMany({ where: { posts: { some: { id: 5 } } } })).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    expect([
      await tagsAt(plain, '/posts/2~1/tags'),
      await tagsAt(plain, '/posts/5/tags'),
      await tagsAt(blogOver(prisma), '/posts/5/tags'),
    ]).toEqual([ids.map((id) => `${Math.floor(id / 2)}~${id % 2}`), 404, ids.map(String)])
    await close()
  })
})
