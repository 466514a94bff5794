import { Controller } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { keyedDatabases } from '../support/databases.js'
import { numberOf } from '../support/pairs/models.js'
import { writableBlog } from './support/blog.js'
import { includedIn, linkage, written } from './support/documents.js'
import { recordedBlog } from './support/recorded.js'
import { serveWrites } from './support/serve.js'

describe.each(keyedDatabases)('write/answer (11.9) on $title', (database) => {
  const blog = writableBlog(database)
  const NEW = {
    type: 'posts',
    attributes: { title: 'Answered', body: 'Well.' },
    relationships: { author: { data: { type: 'authors', id: '1' } } },
  }

  test('POST answers 201 with Location, equal to links.self, and the document that a GET would give', async () => {
    const answer = await blog.send('POST', '/posts', { data: NEW })
    const { data, links } = written(answer)
    expect([answer.status, answer.location, links?.self]).toEqual([201, data.links?.self, data.links?.self])
    expect(data.links?.self).toBe(`http://blog.test/posts/${data.id}`)
    const read = (await blog.send('GET', `/posts/${data.id}?include=author`)).body as {
      readonly links: object
    }
    expect(answer.body).toEqual({ ...read, links: { ...read.links, self: data.links?.self } })
  })

  test('PATCH answers 200 with the document', async () => {
    const answer = await blog.send('PATCH', '/posts/1', {
      data: { type: 'posts', id: '1', attributes: { views: 1000 } },
    })
    expect([answer.status, answer.location]).toEqual([200, undefined])
    expect({ status: 200, body: answer.body }).toEqual(await blog.send('GET', '/posts/1'))
    expect(written(answer).data.attributes).toMatchObject({ views: 1000 })
  })

  test('included holds exactly what was written; what the default filter would hide is shown to who wrote it', async () => {
    const document = written(
      await blog.send('PATCH', '/posts/2', {
        data: {
          type: 'posts',
          id: '2',
          relationships: {
            comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] },
            tags: { data: [{ type: 'tags', id: '1', method: 'update' }] },
          },
        },
        included: [
          {
            type: 'comments',
            'temp-id': 'c',
            attributes: { body: 'Not approved yet' },
            relationships: { author: { data: { type: 'authors', id: '3' } } },
          },
        ],
      }),
    )
    const comment = await blog.prisma.comment.findFirst({ where: { body: 'Not approved yet' } })
    expect(includedIn(document)).toEqual(['authors 3', `comments ${comment?.id}`, 'tags 1'])
    expect([linkage(document.data, 'comments'), linkage(document.data, 'tags')]).toEqual([
      [`comments ${comment?.id}`],
      ['tags 1'],
    ])
  })

  test('included holds what was asked for besides', async () => {
    const answer = await blog.send('PATCH', '/posts/3?include=author.profile,comments', {
      data: {
        type: 'posts',
        id: '3',
        relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
      },
      included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: 'Beside' } }],
    })
    const asked = (await blog.send('GET', '/posts/3?include=author,comments')).body as Parameters<
      typeof includedIn
    >[0]
    const comment = await blog.prisma.comment.findFirst({ where: { body: 'Beside' } })
    const document = written(answer)
    expect(includedIn(document)).toEqual(
      [...includedIn(asked), `comments ${comment?.id}`, 'profiles 4'].toSorted((a, b) =>
        a.localeCompare(b, 'en', { numeric: true }),
      ),
    )
    expect(linkage(document.data, 'comments')).toEqual([
      ...(linkage(asked.data, 'comments') ?? []),
      `comments ${comment?.id}`,
    ])
  })

  test('what was destroyed or disassociated is left out', async () => {
    const [first, second] = await blog.prisma.comment.findMany({
      where: { postId: 4, approved: true },
      orderBy: { id: 'asc' },
    })
    const document = written(
      await blog.send('PATCH', '/posts/4', {
        data: {
          type: 'posts',
          id: '4',
          relationships: {
            comments: {
              data: [
                { type: 'comments', id: String(first?.id), method: 'destroy' },
                { type: 'comments', id: String(second?.id), method: 'update' },
              ],
            },
          },
        },
      }),
    )
    expect(includedIn(document)).toEqual([`comments ${second?.id}`])
    expect(linkage(document.data, 'comments')).toEqual([`comments ${second?.id}`])
  })

  test('temp-id is echoed on the records whose request carried one, and never otherwise', async () => {
    const document = written(
      await blog.send('POST', '/posts', {
        data: {
          ...NEW,
          'temp-id': 'root',
          relationships: {
            author: { data: { type: 'authors', id: '2', 'temp-id': 'known', method: 'update' } },
            tags: {
              data: [
                { type: 'tags', id: '1' },
                { type: 'tags', lid: 'l' },
              ],
            },
          },
        },
        included: [{ type: 'tags', lid: 'l', attributes: { name: 'never echoed' } }],
      }),
    )
    const tempIds = [document.data, ...(document.included ?? [])].map((object) => [
      object.type,
      object['temp-id'],
    ])
    expect(tempIds).toEqual([
      ['posts', 'root'],
      ['authors', 'known'],
      ['tags', undefined],
      ['tags', undefined],
    ])
    expect(JSON.stringify(document)).not.toContain('"lid"')
  })

  test('sparse and extra fields hold for the answer, and are checked before anything is written', async () => {
    const path = '/posts?fields[posts]=title&extra_fields[posts]=readingTime&fields[authors]=name'
    const document = written(await blog.send('POST', path, { data: NEW }))
    expect([document.data.attributes, document.included?.map(({ attributes }) => attributes)]).toEqual([
      { title: 'Answered', readingTime: 1 },
      [{ name: 'Ada Brontë' }],
    ])
    const before = await blog.prisma.post.count()
    for (const query of [
      'include=nosuch',
      'fields[posts]=nosuch',
      'filter[title]=x',
      'page[size]=1',
      'sort=title',
      'nosuch=1',
    ]) {
      expect([query, (await blog.send('POST', `/posts?${query}`, { data: NEW })).status]).toEqual([
        query,
        400,
      ])
    }
    expect(await blog.prisma.post.count()).toBe(before)
  })

  test('what is written is shown even where reads of it would need a filter', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['comments']?.allowFilter('body', { required: true })
    const document = written(
      await serveWrites(resources).send('PATCH', '/posts/5', {
        data: {
          type: 'posts',
          id: '5',
          relationships: { comments: { data: [{ type: 'comments', 'temp-id': 'c', method: 'create' }] } },
        },
        included: [{ type: 'comments', 'temp-id': 'c', attributes: { body: 'Required' } }],
      }),
    )
    expect(document.included).toMatchObject([{ type: 'comments', attributes: { body: 'Required' } }])
  })

  test('what a write asks to include needs its filter, and nothing is written without (3.7)', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['comments']?.allowFilter('body', { required: true, type: 'string' })
    const served = serveWrites(resources)
    const change = { data: { type: 'posts', id: '5', attributes: { title: 'Included' } } }
    expect(await served.send('PATCH', '/posts/5?include=comments', change)).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'required_filter', source: { parameter: 'filter[comments][body]' } }] },
    })
    expect(await blog.prisma.post.count({ where: { title: 'Included' } })).toBe(0)
    const taken = await served.send('PATCH', '/posts/5?include=comments&filter[comments][body]=x', change)
    expect([taken.status, linkage(written(taken).data, 'comments')]).toEqual([200, []])
  })

  test('a to-one that is written of some records says of the others nothing, but null where it is null', async () => {
    const orphan = await blog.prisma.comment.findFirstOrThrow({
      where: { authorId: { not: null } },
      orderBy: { id: 'asc' },
    })
    const id = numberOf(orphan)
    const answer = await blog.send('PATCH', '/posts/2', {
      data: {
        type: 'posts',
        id: '2',
        relationships: {
          comments: {
            data: [
              { type: 'comments', 'temp-id': 'a', method: 'create' },
              { type: 'comments', 'temp-id': 'b', method: 'create' },
              { type: 'comments', id: String(id), method: 'update' },
            ],
          },
        },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'a',
          attributes: { body: 'by somebody' },
          relationships: { author: { data: { type: 'authors', id: '3' } } },
        },
        { type: 'comments', 'temp-id': 'b', attributes: { body: 'by nobody' } },
      ],
    })
    const { included = [] } = written(answer)
    const authors = included
      .filter(({ type }) => type === 'comments')
      .map((one) => [one['temp-id'] ?? 'linked', linkage(one, 'author')])
    expect(Object.fromEntries(authors)).toEqual({ a: 'authors 3', b: null, linked: undefined })
  })

  test('a record that somebody destroys in between is answered as it was written', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['tags']?.afterCommit('create', async (tag) => {
      await blog.prisma.tag.delete({ where: { id: Number(numberOf(tag)) } })
    })
    const { data } = written(
      await serveWrites(resources).send('POST', '/tags', {
        data: { type: 'tags', attributes: { name: 'vanishing' } },
      }),
    )
    expect(data.attributes).toEqual({ name: 'vanishing' })
  })

  test('an answer that can’t be read back says that the write is done, for nobody may send it again', async () => {
    const { resources } = recordedBlog(blog.prisma)
    const tags = resources['tags']
    if (!tags) throw new Error('There are tags.')
    class Unreadable extends tags {
      override resolve(): Promise<never> {
        throw new Error('the store is gone')
      }
    }
    const served = serveWrites({ ...resources, tags: Unreadable }, { answerErrors: true })
    const data = { type: 'tags', attributes: { name: 'written' } }
    const { status, body } = await served.send('POST', '/tags', { data })
    expect([status, body]).toEqual([
      500,
      {
        jsonapi: { version: '1.1' },
        errors: [
          {
            id: expect.any(String),
            status: '500',
            code: 'internal_error',
            title: 'Internal error',
            detail:
              'What this request asks for is written, but the server could not answer it. Its log has more under the id of this error.',
            meta: { written: true },
          },
        ],
      },
    ])
    expect(await blog.prisma.tag.count({ where: { name: 'written' } })).toBe(1)
  })

  test('an answer whose body the application has read says so too, and is reported', async () => {
    class Reading extends Controller {
      override async renderJsonapi(...given: Parameters<Controller['renderJsonapi']>): Promise<Response> {
        const response = await super.renderJsonapi(...given)
        await response.text()
        return response
      }
    }
    const served = serveWrites(recordedBlog(blog.prisma).resources, {
      controller: Reading,
      answerErrors: true,
    })
    const data = { type: 'tags', attributes: { name: 'read' } }
    const answer = await served.send('POST', '/tags', { data })
    expect(answer).toMatchObject({ status: 500, body: { errors: [{ meta: { written: true } }] } })
    expect(served.reported).toHaveLength(1)
    expect(await blog.prisma.tag.count({ where: { name: 'read' } })).toBe(1)
  })

  test('the store is asked once for each include path, and twice where a path was asked for and written', async () => {
    const queries: string[] = []
    const counted = await database.open({ seed: true, onQuery: (sql) => queries.push(sql) })
    const { resources } = recordedBlog(counted.prisma)
    resources['posts']?.afterCommit('update', () => void queries.splice(0))
    await serveWrites(resources).send('PATCH', '/posts/3', {
      data: {
        type: 'posts',
        id: '3',
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          tags: {
            data: [
              { type: 'tags', id: '1' },
              { type: 'tags', id: '2' },
            ],
          },
        },
      },
    })
    await new Promise((resume) => setImmediate(resume))
    const selects = queries.filter((sql) => sql.startsWith('SELECT'))
    await counted.close()
    // One for the post, one for the author, and for the tags one with another of Prisma's own for their joins.
    expect(selects).toHaveLength(4)
  })
})
