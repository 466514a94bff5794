import { Resource } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { anyDatabase } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { EDITOR, EditorController } from '../support/controller.js'
import { shortErrors, written } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import { serveWrites } from '../support/serve.js'
import { prismaAdapter } from '../../support/facts.js'

describe.each(anyDatabase)('write/form: the structure of a write on $name', (database) => {
  const blog = writableBlog(database)

  const tag = (id: unknown, attributes: object = { name: 'of a client' }) => ({
    data: { type: 'tags', id, attributes },
  })

  test.each([['1'], ['x'], ['3d8c1f0e-96a4-4f7e-8b1f-0a4f2f9a6c55'], [7], [1.5], [''], [true], [{}], [[1]]])(
    'if a resource does not allow client ids, any client id returns a single 403: %j (14.8)',
    async (id) => {
      const before = await blog.prisma.tag.count()
      const answer = await blog.send('POST', '/tags', tag(id))
      expect([answer.status, shortErrors(answer)]).toEqual([
        403,
        ['403 /data/id "tags" does not accept client-generated ids.'],
      ])
      expect(await blog.prisma.tag.count()).toBe(before)
    },
  )

  test('an id of null does not count as a client id (14.8)', async () => {
    expect((await blog.send('POST', '/tags', tag(null, { name: 'without an id' }))).status).toBe(201)
  })

  test('members that begin with @ are ignored in attributes and relationships, at every depth (14.8)', async () => {
    const answer = await blog.send('POST', '/posts', {
      data: {
        type: 'posts',
        attributes: { title: 'At', body: 'b', '@context': 'https://example.org', '@': 1, '@title': 'x' },
        relationships: {
          '@links': { data: null },
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [{ type: 'comments', 'temp-id': 'a', method: 'create' }] },
        },
      },
      included: [
        {
          type: 'comments',
          'temp-id': 'a',
          attributes: { body: 'c', '@body': 1 },
          relationships: { '@post': 1 },
        },
      ],
    })
    expect([answer.status, written(answer).data]).toMatchObject([
      201,
      { attributes: { title: 'At', body: 'b' } },
    ])
  })

  test('a record with only members that begin with @ is linked but not updated (14.8)', async () => {
    const { resources, calls } = recordedBlog(blog.prisma)
    const api = serveWrites(resources)
    const answer = await api.send('PATCH', '/posts/1', {
      data: {
        type: 'posts',
        id: '1',
        relationships: { author: { data: { type: 'authors', id: '2', method: 'update' } } },
      },
      included: [{ type: 'authors', id: '2', attributes: { '@name': 'x' }, relationships: { '@posts': 1 } }],
    })
    expect(answer.status).toBe(200)
    expect(JSON.stringify(calls)).not.toContain('update authors')
  })

  test('an id that is a whole number is read as text, and is rejected in strict mode (14.8)', async () => {
    const strict = serveWrites(recordedBlog(blog.prisma).resources, { strict: true })
    const lenient = serveWrites(recordedBlog(blog.prisma).resources)
    const requests: readonly [string, string, unknown, string][] = [
      ['PATCH', '/tags/1', { data: { type: 'tags', id: 1, attributes: { name: 'numbered' } } }, '/data/id'],
      [
        'PATCH',
        '/posts/1',
        { data: { type: 'posts', id: '1', relationships: { author: { data: { type: 'authors', id: 2 } } } } },
        '/data/relationships/author/data/id',
      ],
      [
        'PATCH',
        '/posts/1',
        {
          data: {
            type: 'posts',
            id: '1',
            relationships: { author: { data: { type: 'authors', id: '2', method: 'update' } } },
          },
          included: [{ type: 'authors', id: 2, attributes: { name: 'Numbered' } }],
        },
        '/included/0/id',
      ],
      ['PATCH', '/posts/1/relationships/author', { data: { type: 'authors', id: 3 } }, '/data/id'],
    ]
    for (const [method, path, body, pointer] of requests) {
      const refused = await strict.send(method, path, body)
      expect([refused.status, shortErrors(refused)[0]]).toEqual([
        400,
        `400 ${pointer} "id" must be a non-empty string.`,
      ])
      expect((await lenient.send(method, path, body)).status).toBeLessThan(300)
      const text = JSON.parse(JSON.stringify(body).replaceAll(/"id":(\d+)/g, '"id":"$1"')) as object
      expect((await strict.send(method, path, text)).status).toBeLessThan(300)
    }
  })

  test('a visible guarded attribute is reported as read-only, and a hidden one as unknown (7.3)', async () => {
    class Tags extends Resource {
      static {
        this.type('tags')
        this.model('Tag')
        this.useAdapter(prismaAdapter(blog.prisma))
        this.id('integer')
        this.attribute('name', { type: 'string', writable: 'isEditor', required: false })
        this.attribute('mine', { type: 'string?', readable: 'isEditor', writable: 'isEditor' })
        this.attribute('seen', { type: 'string?', readable: 'isEditor' })
        this.attribute('never', { type: 'string?', readable: false, writable: 'isEditor' })
      }
    }
    const api = serveWrites({ tags: Tags }, { controller: EditorController })
    const body = {
      data: { type: 'tags', id: '1', attributes: { name: 'guarded', mine: 'a', seen: 'b', never: 'c' } },
    }
    expect(shortErrors(await api.send('PATCH', '/tags/1', body))).toEqual([
      '400 /data/attributes/name The attribute "name" cannot be written.',
      '400 /data/attributes/mine "tags" has no attribute "mine".',
      '400 /data/attributes/seen "tags" has no attribute "seen".',
      '400 /data/attributes/never "tags" has no attribute "never".',
    ])
    const own = { data: { type: 'tags', id: '1', attributes: { name: 'by an editor' } } }
    expect((await api.send('PATCH', '/tags/1', own, EDITOR)).status).toBe(200)
  })
})
