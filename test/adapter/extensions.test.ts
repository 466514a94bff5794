import { readReplicas } from '@prisma/extension-read-replicas'
import type { PrismaAdapterOptions, PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { Conflict, Controller, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Prisma } from '../../examples/blog/src/prisma/client.js'
import { type BlogClient, databases, type OpenDatabase, type TestDatabase } from '../support/databases.js'
import { written } from '../write/support/documents.js'
import type { Answer } from '../write/support/send.js'
import { serveWrites } from '../write/support/serve.js'
import { prismaAdapter } from '../support/facts.js'

/** The resources for authors and their posts on a client. One attribute of the authors has no column. */
function resourcesOn(
  client: PrismaClientLike,
  options?: PrismaAdapterOptions,
): Readonly<Record<string, ResourceClass>> {
  const adapter = prismaAdapter(client, options)
  class Authors extends Resource {
    static {
      this.type('authors')
      this.model('Author')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.attribute('email', 'string')
      this.attribute('address', { type: 'string', writable: false, sortable: false })
      this.allowFilter('name')
      this.allowStat({ total: ['count'] })
      this.hasMany('posts', { resource: 'posts', foreignKey: 'authorId' })
    }
  }
  class Posts extends Resource {
    static {
      this.type('posts')
      this.model('Post')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('title', 'string')
      this.attribute('body', 'string')
      this.allowFilter('title')
      this.allowFilter('author.name')
      this.allowStat({ total: ['count'] })
      this.belongsTo('author', { resource: 'authors', foreignKey: 'authorId' })
      this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { posts: 'id' } })
    }
  }
  class Tags extends Resource {
    static {
      this.type('tags')
      this.model('Tag')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
    }
  }
  return { authors: Authors, posts: Posts, tags: Tags }
}

/** Opens a seeded blog for the tests in a `describe`. */
function blog({ open }: TestDatabase): { readonly prisma: BlogClient } {
  let opened: OpenDatabase<BlogClient> | undefined
  beforeAll(async () => {
    opened = await open({ seed: true })
  })
  afterAll(() => opened?.close())
  return {
    get prisma() {
      if (!opened) throw new Error('The blog is opened before the first test.')
      return opened.prisma
    },
  }
}

const idsOf = ({ body }: Answer): readonly string[] =>
  (body as { data: readonly { id: string }[] }).data.map(({ id }) => id)

const authorOf = (attributes: object, relationships: object = {}): object => ({
  data: { type: 'authors', attributes, relationships },
})

describe.each(databases)('clients with extensions (23.7) on $name', (database) => {
  const opened = blog(database)

  test('every kind of query returns a computed field as an attribute of its records', async () => {
    const prisma = opened.prisma.$extends({
      result: {
        author: {
          address: {
            needs: { name: true, email: true },
            compute: ({ name, email }) => `${name} <${email}>`,
          },
        },
      },
    })
    const { send } = serveWrites(resourcesOn(prisma))
    const expected = { name: 'Ada Brontë', address: 'Ada Brontë <ada@example.com>' }
    expect((await send('GET', '/authors/1?fields[authors]=name,address')).body).toMatchObject({
      data: { attributes: expected },
    })
    expect((await send('GET', '/authors/1?fields[authors]=address')).body).toMatchObject({
      data: { attributes: { address: expected.address } },
    })
    expect((await send('GET', '/posts/1?include=author&fields[authors]=address')).body).toMatchObject({
      included: [
        { type: 'authors', attributes: { address: expect.stringMatching(/^.+ <\S+@example.com>$/) } },
      ],
    })
    const made = written(await send('POST', '/authors', authorOf({ name: 'New', email: 'new@x.example' })))
    expect(made.data.attributes).toEqual({
      name: 'New',
      email: 'new@x.example',
      address: 'New <new@x.example>',
    })
    const { id } = made.data
    const patch = { data: { type: 'authors', id, attributes: { name: 'Newer' } } }
    expect(written(await send('PATCH', `/authors/${id}`, patch)).data.attributes).toMatchObject({
      address: 'Newer <new@x.example>',
    })
    const given = authorOf({ name: 'A', email: 'a@x.example', address: 'mine' })
    expect(await send('POST', '/authors', given)).toMatchObject({
      body: { errors: [{ source: { pointer: '/data/attributes/address' } }] },
    })
    expect(await send('GET', '/authors?sort=address')).toMatchObject({ status: 400 })
  })

  test('a query extension sees all reads and writes, including those in the transaction', async () => {
    const seen: string[] = []
    const prisma = opened.prisma.$extends({
      query: {
        $allModels: {
          async $allOperations({ model, operation, args, query }) {
            seen.push(`${model}.${operation}`)
            return query(args)
          },
        },
        author: {
          async create({ args, query }) {
            return query({ ...args, data: { ...args.data, bio: 'from the extension' } })
          },
          async findMany({ args, query }) {
            return query({ ...args, where: { AND: [args.where ?? {}, { name: { not: 'Quiet Reader' } }] } })
          },
        },
      },
    })
    const { send } = serveWrites(resourcesOn(prisma))
    expect(idsOf(await send('GET', '/authors?filter[name]=Quiet%20Reader'))).toEqual([])
    expect(await send('GET', '/authors/10')).toMatchObject({ status: 404 })
    seen.splice(0)
    const made = written(await send('POST', '/authors', authorOf({ name: 'Seen', email: 'seen@x.example' })))
    const record = await opened.prisma.author.findUniqueOrThrow({ where: { id: Number(made.data.id) } })
    expect([record.bio, seen]).toEqual(['from the extension', ['Author.create', 'Author.findMany']])
    // The new record is rolled back with the transaction.
    const broken = authorOf({ name: 'Twice', email: 'seen@x.example' })
    expect(await send('POST', '/authors', broken)).toMatchObject({ status: 422 })
    expect(await opened.prisma.author.count({ where: { name: 'Twice' } })).toBe(0)
  })

  test('a soft delete marks the record in the transaction, and later requests do not return the record', async () => {
    // The blog has no column for deletion, so this bio marks a deleted author.
    const GONE = 'deleted'
    const prisma = opened.prisma
      .$extends({
        model: {
          author: {
            async delete({ where }: Prisma.AuthorDeleteArgs) {
              const author = Prisma.getExtensionContext(this)
              return author.update({ where, data: { bio: GONE } })
            },
          },
        },
      })
      .$extends({
        query: {
          author: {
            async $allOperations({ operation, args, query }) {
              const isRead = ['findMany', 'count', 'aggregate', 'groupBy', 'updateMany'].includes(operation)
              if (!isRead) return query(args)
              const where = 'where' in args ? args.where : {}
              return query({ ...args, where: { AND: [where, { NOT: { bio: GONE } }] } } as typeof args)
            },
          },
        },
      })
    const { send } = serveWrites(resourcesOn(prisma))
    await opened.prisma.author.updateMany({ where: { bio: null }, data: { bio: '' } })
    const author = { name: 'soft', email: 'soft@x.example', bio: '' }
    const { id } = await opened.prisma.author.create({ data: author })
    const post = await opened.prisma.post.create({ data: { title: 'soft', body: '', authorId: id } })
    // If the write is abandoned, nothing is marked.
    const resources = resourcesOn(prisma)
    resources['authors']?.beforeCommit('destroy', () => {
      throw new Conflict({ detail: 'Not now.' })
    })
    const guarded = serveWrites(resources)
    expect(await guarded.send('DELETE', `/authors/${id}`)).toMatchObject({ status: 409 })
    expect(await opened.prisma.author.findUnique({ where: { id } })).toMatchObject({ bio: '' })
    expect(await send('DELETE', `/authors/${id}`)).toMatchObject({ status: 204 })
    expect(await opened.prisma.author.findUnique({ where: { id } })).toMatchObject({ bio: GONE })
    expect(await send('GET', `/authors/${id}`)).toMatchObject({ status: 404 })
    expect(await send('DELETE', `/authors/${id}`)).toMatchObject({ status: 404 })
    expect((await send('GET', `/posts/${post.id}?include=author`)).body).toMatchObject({
      data: { relationships: { author: { data: null } } },
      included: [],
    })
    expect((await send('GET', '/authors?filter[name]=soft&stats[total]=count')).body).toMatchObject({
      data: [],
      meta: { stats: { total: { count: 0 } } },
    })
  })

  test("a model extension's methods work in hooks and custom functions, and do not hide the adapter's methods", async () => {
    const prisma = opened.prisma.$extends({
      model: {
        author: {
          async byEmail(email: string) {
            return Prisma.getExtensionContext(this).findFirst({ where: { email } })
          },
        },
      },
    })
    const { send } = serveWrites(resourcesOn(prisma))
    expect(await prisma.author.byEmail('ada@example.com')).toMatchObject({ id: 1 })
    expect(idsOf(await send('GET', '/authors?filter[name]=Ada%20Bront%C3%AB'))).toEqual(['1'])
  })
})

describe.each(databases)('read replicas (23.7) on $name', (database) => {
  const primary = blog(database)
  // This replica is never updated, so a read from it never returns a record that was just written.
  const replica = blog(database)

  test('reads go to a replica, and a write and its response use the primary', async () => {
    await replica.prisma.author.update({ where: { id: 1 }, data: { name: 'Ada of the replica' } })
    const prisma = primary.prisma.$extends(readReplicas({ replicas: [replica.prisma] }))
    const { send } = serveWrites(resourcesOn(prisma))
    expect((await send('GET', '/authors/1')).body).toMatchObject({
      data: { attributes: { name: 'Ada of the replica' } },
    })
    const made = written(
      await send('POST', '/posts?include=author,tags', {
        data: {
          type: 'posts',
          attributes: { title: 'At the primary', body: '' },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            tags: { data: [{ type: 'tags', id: '2' }] },
          },
        },
      }),
    )
    expect(made.included).toMatchObject([
      { type: 'authors', id: '1', attributes: { name: 'Ada Brontë' } },
      { type: 'tags', id: '2' },
    ])
    const { id } = made.data
    expect(await send('GET', `/posts/${id}`)).toMatchObject({ status: 404 })
    const patch = { data: { type: 'posts', id, attributes: { title: 'Still there' } } }
    expect(written(await send('PATCH', `/posts/${id}`, patch)).data.attributes).toMatchObject({
      title: 'Still there',
    })
    expect(await send('DELETE', `/posts/${id}`)).toMatchObject({ status: 204 })
  })

  test('a request can read everything from the primary if its context requests this', async () => {
    const prisma = primary.prisma.$extends(readReplicas({ replicas: [replica.prisma] }))
    const asked: unknown[] = []
    const { send } = serveWrites(
      resourcesOn(prisma, {
        readsAtPrimary: (context) => {
          asked.push(context)
          return context instanceof Controller && context.request.headers.get('cookie') === 'wrote=1'
        },
      }),
    )
    const { id } = written(
      await send('POST', '/posts', {
        data: {
          type: 'posts',
          attributes: { title: 'Read by its writer', body: '' },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            tags: { data: [{ type: 'tags', id: '2' }] },
          },
        },
      }),
    ).data
    expect(asked).toEqual([])
    const paths = [`/posts/${id}?include=tags`, `/posts/${id}/tags`, `/posts/${id}/relationships/tags`]
    const list = `/posts?filter[title]=Read%20by%20its%20writer&stats[total]=count`
    const statuses = async (headers?: Readonly<Record<string, string>>) => {
      const answers: Answer[] = []
      for (const path of paths) answers.push(await send('GET', path, undefined, headers))
      return answers.map(({ status }) => status)
    }
    const wrote = { cookie: 'wrote=1' }
    expect(await statuses()).toEqual([404, 404, 404])
    expect(await statuses(wrote)).toEqual([200, 200, 200])
    expect((await send('GET', list)).body).toMatchObject({
      data: [],
      meta: { stats: { total: { count: 0 } } },
    })
    expect((await send('GET', list, undefined, wrote)).body).toMatchObject({
      data: [{ id }],
      meta: { stats: { total: { count: 1 } } },
    })
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.every((context) => context instanceof Controller)).toBe(true)
  })

  test('a write to a record and its links does not rely on a replica that lags behind', async () => {
    const prisma = primary.prisma.$extends(readReplicas({ replicas: [replica.prisma] }))
    const { send } = serveWrites(resourcesOn(prisma), { operations: true } as object)
    const made = await primary.prisma.post.create({
      data: { title: 'Not on the replica', body: '', authorId: 1 },
    })
    const links = `/posts/${made.id}/relationships/tags`
    const tags = (...ids: string[]) => ({ data: ids.map((id) => ({ type: 'tags', id })) })
    expect((await send('POST', links, tags('1', '2'))).status).toBe(204)
    expect((await send('PATCH', links, tags('2'))).status).toBe(204)
    const { status } = await send('PATCH', `/posts/${made.id}?include=author`, {
      data: {
        type: 'posts',
        id: String(made.id),
        attributes: { title: 'Changed' },
        relationships: { tags: tags('3') },
      },
    })
    expect(status).toBe(200)
    expect(
      await primary.prisma.post.findUnique({
        where: { id: made.id },
        select: { title: true, tags: { select: { id: true } } },
      }),
    ).toEqual({ title: 'Changed', tags: [{ id: 3 }] })
  })
})
