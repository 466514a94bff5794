import type { Resource, ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'
import { linkage, shortErrors, written } from '../support/documents.js'
import { plainBlog } from '../support/plain.js'
import { serveWrites } from '../support/serve.js'
import { narrowed } from '../../support/scopes.js'

const to = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) })
const one = (type: string, id: string) => ({ data: { type, id } })

/** A post with comments and with links to existing records. */
const postOf = (
  relationships: object,
  { attributes = { title: 'Late', body: 'Late' }, commentAuthors = [] as readonly string[] } = {},
) => {
  const comments = commentAuthors.map((_, at) => ({
    type: 'comments',
    'temp-id': `c${at}`,
    method: 'create',
  }))
  return {
    data: {
      type: 'posts',
      attributes,
      relationships: { ...relationships, ...(comments.length > 0 && { comments: { data: comments } }) },
    },
    included: commentAuthors.map((author, at) => ({
      type: 'comments',
      'temp-id': `c${at}`,
      attributes: { body: `Comment ${at}` },
      relationships: { author: one('authors', author) },
    })),
  }
}

/** An author whose email address is taken, with a post that links a tag. */
const takenWith = (email: string, tag: string) => ({
  data: {
    type: 'authors',
    attributes: { name: 'Late', email },
    relationships: { posts: { data: [{ type: 'posts', 'temp-id': 'p', method: 'create' }] } },
  },
  included: [
    {
      type: 'posts',
      'temp-id': 'p',
      attributes: { title: 'Late', body: 'Late' },
      relationships: { tags: to('tags', tag) },
    },
  ],
})

/** A new author with a post, whose comment belongs to the author with the given id. */
const withNewAuthor = (id: string) => ({
  data: {
    type: 'authors',
    attributes: { name: 'New', email: 'next@example.com' },
    relationships: { posts: { data: [{ type: 'posts', 'temp-id': 'p', method: 'create' }] } },
  },
  included: [
    {
      type: 'posts',
      'temp-id': 'p',
      attributes: { title: 'Late', body: 'Late' },
      relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
    },
    {
      type: 'comments',
      'temp-id': 'c',
      attributes: { body: 'x' },
      relationships: { author: one('authors', id) },
    },
  ],
})

/** An author with a destroyed post and a new post, whose tag does not exist. */
const replacing = (post: number) => ({
  data: {
    type: 'authors',
    id: '1',
    relationships: {
      posts: {
        data: [
          { type: 'posts', id: String(post), method: 'destroy' },
          { type: 'posts', 'temp-id': 'p', method: 'create' },
        ],
      },
    },
  },
  included: [
    {
      type: 'posts',
      'temp-id': 'p',
      attributes: { title: 'Late', body: 'Late' },
      relationships: { tags: to('tags', '999') },
    },
  ],
})

/** A change to the resources of an API. */
type Change = (resources: Record<string, ResourceClass>) => void

const restricted: Change = ({ posts }) =>
  posts?.hasMany('comments', { resource: 'comments', foreignKey: 'postId', dependent: 'restrict' })

/** Hides all authors except those that match a condition. */
const seen =
  (where: object): Change =>
  ({ authors }) =>
    authors?.scopes({ read: (scope) => narrowed(scope, where) })

function override(
  resources: Record<string, ResourceClass>,
  type: string,
  change: (resource: ResourceClass) => ResourceClass,
): void {
  const { [type]: resource } = resources
  if (!resource) throw new Error(`The blog has no ${type}.`)
  resources[type] = change(resource)
}

describe.each(databases)(
  'write/linked (11.4, 11.13): existing records that a new record links to, on $name',
  (database) => {
    let blog: OpenDatabase<BlogClient>
    beforeAll(async () => {
      blog = await database.open({ seed: true })
    })
    afterAll(() => blog.close())

    const plain = (change: Change = () => {}): Record<string, ResourceClass> => {
      const all = plainBlog(blog.prisma)
      change(all)
      return all
    }

    /**
     * The same resources, but with an override in the application that sees each post, so that each step is performed
     * separately.
     */
    const early = (change?: Change): Record<string, ResourceClass> => {
      const all = plain(change)
      override(
        all,
        'posts',
        (posts) =>
          class extends posts {
            override create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
              return super.create(parameters, parent)
            }
          },
      )
      return all
    }

    /** A post by author 1 that has comments. */
    const discussedPost = async (): Promise<number> => {
      const where = { authorId: 1, comments: { some: {} } }
      return (await blog.prisma.post.findFirstOrThrow({ where })).id
    }

    /** The id that the next author will receive. */
    const nextAuthor = async (): Promise<string> => {
      const { id } = await blog.prisma.author.create({ data: { name: 'Gone', email: 'gone@example.com' } })
      await blog.prisma.author.delete({ where: { id } })
      return String(id + 1)
    }

    const counts = () =>
      Promise.all([
        blog.prisma.author.count(),
        blog.prisma.post.count(),
        blog.prisma.comment.count(),
        blog.prisma.tag.count(),
      ])

    const AUTHOR = { author: one('authors', '1') }

    test.each<[string, string, () => Promise<object> | object, Change?]>([
      ['an author that does not exist', '/posts', () => postOf({ author: one('authors', '999') })],
      [
        'an author that is hidden',
        '/posts',
        () => postOf({ author: one('authors', '3') }),
        seen({ id: { not: 3 } }),
      ],
      [
        'an author that only the post makes visible',
        '/posts?include=author',
        () => postOf({ author: one('authors', '3') }, { attributes: { title: 'Shows', body: 'its author' } }),
        seen({ posts: { some: { title: 'Shows' } } }),
      ],
      ['an author that the same request creates', '/authors', async () => withNewAuthor(await nextAuthor())],
      [
        'a tag that does not exist, after a post that comments need',
        '/authors/1',
        async () => replacing(await discussedPost()),
        restricted,
      ],
      ['an invalid id', '/posts', () => postOf({ author: one('authors', 'x') })],
      ['a tag that does not exist', '/posts', () => postOf({ ...AUTHOR, tags: to('tags', '1', '999') })],
      [
        'several records that do not exist',
        '/posts',
        () =>
          postOf(
            { author: one('authors', '998'), tags: to('tags', '999') },
            { commentAuthors: ['1', '997'] },
          ),
      ],
      [
        'an author that does not exist, and missing comments that must change',
        '/posts',
        () =>
          postOf({ author: one('authors', '998'), comments: to('comments', '999'), tags: to('tags', '997') }),
      ],
      [
        'an author that does not exist, and an invalid value',
        '/posts',
        () => postOf({ author: one('authors', '999') }, { attributes: { title: '', body: 'Late' } }),
      ],
      [
        'a tag that does not exist, and a value that is taken',
        '/authors',
        async () => takenWith((await blog.prisma.author.findFirstOrThrow()).email, '999'),
      ],
      [
        'a value that is taken',
        '/authors',
        async () => takenWith((await blog.prisma.author.findFirstOrThrow()).email, '1'),
      ],
    ])(
      'errors for links to existing records are the same as in single steps, and no data is written: %s',
      async (_, path, body, change) => {
        const before = await counts()
        const method = path === '/authors/1' ? 'PATCH' : 'POST'
        const first = await serveWrites(early(change)).send(method, path, await body())
        const then = await serveWrites(plain(change)).send(method, path, await body())
        expect(shortErrors(first)).not.toEqual([])
        // The next id, which the errors contain, differs between the requests.
        const ids = (errors: readonly string[]) => errors.map((error) => error.replace(/"\d{2,}"/, '"…"'))
        expect([then.status, ids(shortErrors(then)), await counts()]).toEqual([
          first.status,
          ids(shortErrors(first)),
          before,
        ])
      },
    )

    test.each<[string, Change]>([
      ['whose attributes it changes', () => {}],
      [
        'that a method of the application persists',
        (all) =>
          override(
            all,
            'tags',
            (tags) =>
              class extends tags {
                override persistWithRelationships(
                  ...given: Parameters<Resource['persistWithRelationships']>
                ) {
                  return super.persistWithRelationships(...given)
                }
              },
          ),
      ],
    ])('a new record links an existing record %s', async (_, change) => {
      const { data } = postOf({ ...AUTHOR, tags: to('tags', '1', '2') })
      const included = [{ type: 'tags', id: '1', attributes: { name: 'changed' } }]
      const document = written(await serveWrites(plain(change)).send('POST', '/posts', { data, included }))
      const stored = await blog.prisma.post.findUniqueOrThrow({
        where: { id: Number(document.data.id) },
        select: { tags: { orderBy: { id: 'asc' } } },
      })
      expect(linkage(document.data, 'tags')).toEqual(['tags 1', 'tags 2'])
      expect(stored.tags.map(({ id, name }) => [id, name === 'changed'])).toEqual([
        [1, true],
        [2, false],
      ])
    })

    test('changes that a hook makes to a linked record are returned with every setting of readBack', async () => {
      const resources = plain(({ posts, authors }) => {
        authors?.readBack(false)
        posts?.beforeCommit('create', async () => {
          const { client } = prismaAdapter(blog.prisma)
          await client.author.update({ where: { id: 1 }, data: { bio: 'by a hook' } })
        })
      })
      const answer = await serveWrites(resources).send('POST', '/posts?include=author', postOf(AUTHOR))
      const { included = [] } = written(answer)
      expect(included.map(({ attributes }) => attributes?.['bio'])).toEqual(['by a hook'])
    })

    test("the application's `validate` runs once, even if a link refers to a missing record", async () => {
      let count = 0
      const resources = plain((all) =>
        override(
          all,
          'posts',
          (posts) =>
            class extends posts {
              override validate() {
                count++
                return []
              }
            },
        ),
      )
      const { status } = await serveWrites(resources).send(
        'POST',
        '/posts',
        postOf({ author: one('authors', '999') }),
      )
      expect([status, count]).toEqual([404, 1])
    })

    test('two relationships over the same many-to-many relationship each link their records', async () => {
      const resources = plain(({ posts }) =>
        posts?.hasAndBelongsToMany('labels', { resource: 'tags', foreignKey: { posts: 'id' } }),
      )
      const linked = { ...AUTHOR, tags: to('tags', '1', '2'), labels: to('tags', '2', '3') }
      const { data } = written(await serveWrites(resources).send('POST', '/posts', postOf(linked)))
      const stored = await blog.prisma.post.findUniqueOrThrow({
        where: { id: Number(data.id) },
        select: { tags: { select: { id: true }, orderBy: { id: 'asc' } } },
      })
      expect(stored.tags).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    })

    test("in one of the adapter's transactions, a rejected write leaves the rest of the transaction intact", async () => {
      const { send } = serveWrites(plain())
      const before = await counts()
      const statuses = await prismaAdapter(blog.prisma).transaction(async () => [
        (await send('POST', '/posts', postOf({ ...AUTHOR, tags: to('tags', '1', '999') }))).status,
        (await send('POST', '/posts', postOf({ author: one('authors', '999') }))).status,
        (await send('POST', '/posts', postOf({ ...AUTHOR, tags: to('tags', '1') }))).status,
      ])
      expect(statuses).toEqual([404, 404, 201])
      expect(await counts()).toEqual(before.map((count, at) => (at === 1 ? count + 1 : count)))
    })

    test("the application's methods receive only links to existing records", async () => {
      const authors: unknown[] = []
      const resources = plain((all) =>
        override(
          all,
          'comments',
          (comments) =>
            class extends comments {
              override create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
                authors.push(parameters['authorId'])
                return super.create(parameters, parent)
              }
            },
        ),
      )
      const { send } = serveWrites(resources)
      const missing = postOf({ author: one('authors', '999') }, { commentAuthors: ['1'] })
      expect([(await send('POST', '/posts', missing)).status, authors]).toEqual([404, []])
      expect((await send('POST', '/posts', postOf(AUTHOR, { commentAuthors: ['2'] }))).status).toBe(201)
      expect(authors).toEqual([2])
    })
  },
)
