import type { ResourceClass } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlogClient, databases, type OpenDatabase } from '../../support/databases.js'
import { linkage, shortErrors, written } from '../support/documents.js'
import { plainBlog } from '../support/plain.js'
import { serveWrites } from '../support/serve.js'

const to = (type: string, ...ids: readonly string[]) => ({ data: ids.map((id) => ({ type, id })) })
const one = (type: string, id: string) => ({ data: { type, id } })

/** A post with comments, and what it links. */
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

/** An author whose address is taken, with a post that links a tag. */
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

describe.each(databases)('write/linked-late (11.13) on $name', (database) => {
  const statements: string[] = []
  let blog: OpenDatabase<BlogClient>
  beforeAll(async () => {
    blog = await database.open({ seed: true, onQuery: (sql) => void statements.push(sql) })
  })
  afterAll(() => blog.close())

  const resources = (): Record<string, ResourceClass> => {
    const all = plainBlog(blog.prisma)
    // The author 3 is nobody that a request may see.
    all['authors']?.scopes({ read: (scope) => (scope as PrismaScope).where({ id: { not: 3 } }) })
    return all
  }

  /** The same where a method of the application sees each post: what it links has to be there before. */
  const early = (): Record<string, ResourceClass> => {
    const all = resources()
    const { posts } = all
    if (!posts) throw new Error('The blog has no posts.')
    all['posts'] = class extends posts {
      override create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        return super.create(parameters, parent)
      }
    }
    return all
  }

  const counts = () =>
    Promise.all([
      blog.prisma.author.count(),
      blog.prisma.post.count(),
      blog.prisma.comment.count(),
      blog.prisma.tag.count(),
    ])

  const AUTHOR = { author: one('authors', '1') }

  test.each<[string, string, () => Promise<object> | object]>([
    ['an author that is not there', '/posts', () => postOf({ author: one('authors', '999') })],
    ['an author that is hidden', '/posts', () => postOf({ author: one('authors', '3') })],
    ['an id that is none', '/posts', () => postOf({ author: one('authors', 'x') })],
    ['a tag that is not there', '/posts', () => postOf({ ...AUTHOR, tags: to('tags', '1', '999') })],
    [
      'several that are not there',
      '/posts',
      () =>
        postOf({ author: one('authors', '998'), tags: to('tags', '999') }, { commentAuthors: ['1', '997'] }),
    ],
    [
      'an author that is not there, and comments that are to change and are not there',
      '/posts',
      () =>
        postOf({ author: one('authors', '998'), comments: to('comments', '999'), tags: to('tags', '997') }),
    ],
    [
      'an author that is not there, and a value that is none',
      '/posts',
      () => postOf({ author: one('authors', '999') }, { attributes: { title: '', body: 'Late' } }),
    ],
    [
      'a tag that is not there, and a value that is taken',
      '/authors',
      async () => takenWith((await blog.prisma.author.findFirstOrThrow()).email, '999'),
    ],
    [
      'a value that is taken',
      '/authors',
      async () => takenWith((await blog.prisma.author.findFirstOrThrow()).email, '1'),
    ],
  ])('errors are those of a write that looks first, and nothing is written: %s', async (_, path, body) => {
    const before = await counts()
    const request = await body()
    const first = await serveWrites(early()).send('POST', path, request)
    const late = await serveWrites(resources()).send('POST', path, request)
    expect(shortErrors(first)).not.toEqual([])
    expect([late.status, shortErrors(late), await counts()]).toEqual([
      first.status,
      shortErrors(first),
      before,
    ])
  })

  test('what is linked is answered as it is, from one look behind the last row', async () => {
    statements.splice(0)
    const body = postOf({ ...AUTHOR, tags: to('tags', '1', '2') }, { commentAuthors: ['2'] })
    const { data, included = [] } = written(
      await serveWrites(plainBlog(blog.prisma)).send('POST', '/posts', body),
    )
    const kinds = statements.flatMap((sql) => {
      if (/^INSERT/i.test(sql)) return ['INSERT']
      return /^SELECT.* FROM \S*[`"]Author[`"]/i.test(sql) ? ['SELECT Author'] : []
    })
    expect([linkage(data, 'author'), linkage(data, 'tags')]).toEqual(['authors 1', ['tags 1', 'tags 2']])
    const authors = await blog.prisma.author.findMany({
      where: { id: { in: [1, 2] } },
      orderBy: { id: 'asc' },
    })
    expect(
      included
        .flatMap(({ type, attributes }) => (type === 'authors' ? [attributes?.['name']] : []))
        .toSorted(),
    ).toEqual(authors.map(({ name }) => name).toSorted())
    expect(kinds.filter((kind) => kind === 'SELECT Author')).toHaveLength(1)
    expect(kinds.indexOf('SELECT Author')).toBeGreaterThan(kinds.lastIndexOf('INSERT'))
  })

  test('a method of the application sees only links to records that are there', async () => {
    const seen: unknown[] = []
    const all = resources()
    const { comments } = all
    if (!comments) throw new Error('The blog has no comments.')
    all['comments'] = class extends comments {
      override create(parameters: Readonly<Record<string, unknown>>, parent?: object) {
        seen.push(parameters['authorId'])
        return super.create(parameters, parent)
      }
    }
    const { send } = serveWrites(all)
    const missing = postOf({ author: one('authors', '999') }, { commentAuthors: ['1'] })
    expect([(await send('POST', '/posts', missing)).status, seen]).toEqual([404, []])
    expect((await send('POST', '/posts', postOf(AUTHOR, { commentAuthors: ['2'] }))).status).toBe(201)
    expect(seen).toEqual([2])
  })
})
