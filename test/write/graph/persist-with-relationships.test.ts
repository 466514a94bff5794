import {
  Controller,
  createApi,
  defineRegistry,
  JsonapiError,
  type RelatedPayloads,
  type Resource,
  type ResourceClass,
  ValidationError,
  type WriteMeta,
} from '@jsonapi-gen/runtime'
import type { RelatedPayload } from '../../../runtime/src/resource/payload.js'
import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import { written } from '../support/documents.js'
import { recordedBlog } from '../support/recorded.js'
import { send } from '../support/send.js'
import { serveWrites } from '../support/serve.js'

const CREATE: WriteMeta = { type: 'posts', tempId: undefined, method: 'create' }

describe.each(databases)(
  'write/persist-with-relationships: calls to persistWithRelationships, on $name',
  (database) => {
    const blog = writableBlog(database)
    const instanceOf = (resources: Readonly<Record<string, ResourceClass>>, type: string): Resource => {
      defineRegistry(resources)
      const resource = resources[type]
      if (!resource) throw new Error(`There are ${type}.`)
      return new resource()
    }

    test('an application can write a graph that it has built', async () => {
      const { resources, calls } = recordedBlog(blog.prisma)
      const relationships: RelatedPayloads = {
        author: {
          meta: { type: 'authors', tempId: undefined, method: 'associate' },
          attributes: { id: 1 },
          relationships: {},
        },
        comments: [
          {
            meta: { type: 'comments', tempId: undefined, method: 'create' },
            attributes: { body: 'In process' },
            relationships: {},
          },
        ],
        attachments: [],
      }
      const attributes = { title: 'In process', body: '', publishedAt: new Date('2024-02-29T00:00:00Z') }
      const record = await instanceOf(resources, 'posts').persistWithRelationships(
        CREATE,
        attributes,
        relationships,
        { id: 'the caller' },
      )
      expect(record).toMatchObject({ title: 'In process', authorId: 1, publishedAt: attributes.publishedAt })
      expect(await blog.prisma.comment.findFirst({ where: { body: 'In process' } })).toMatchObject({
        postId: Reflect.get(Object(record), 'id'),
      })
      expect(calls[0]).toMatchObject(['create', 'posts', { title: 'In process' }, 'the caller'])
    })

    test('a graph that an application builds must follow the same rules as a request, and its errors have pointers into it', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const posts = instanceOf(resources, 'posts')
      const tag = (id: number, name?: string): RelatedPayload => ({
        meta: { type: 'tags', tempId: undefined, method: 'associate' },
        attributes: { id, ...(name !== undefined && { name }) },
        relationships: {},
      })
      const comment = (body: unknown, tags: RelatedPayloads = {}): RelatedPayload => ({
        meta: { type: 'comments', tempId: undefined, method: 'create' },
        attributes: { body },
        relationships: tags,
      })
      const refused = async (relationships: RelatedPayloads): Promise<unknown> => {
        try {
          return await posts.persistWithRelationships(CREATE, { title: 'Refused', body: '' }, relationships)
        } catch (error) {
          if (!(error instanceof JsonapiError)) throw error
          return error.errors.map(({ status, source, detail }) => [status, source?.pointer, detail])
        }
      }
      expect(await refused({ author: tag(1) })).toEqual([
        ['409', '/data/relationships/author/data/type', '"author" must be of type "authors", not "tags".'],
      ])
      expect(await refused({ tags: tag(1) })).toEqual([
        [
          '400',
          '/data/relationships/tags/data',
          '"tags" is a to-many relationship: its "data" must be a list.',
        ],
      ])
      expect(await refused({ tags: [tag(1, 'one'), tag(1, 'other')] })).toEqual([
        [
          '400',
          '/data/relationships/tags/data/1',
          'The record of type "tags" with the id "1" appears twice.',
        ],
      ])
      expect(await refused({ comments: [comment('Good'), comment(7)] })).toEqual([
        ['422', '/data/relationships/comments/data/1/attributes/body', 'body is not a string.'],
      ])
      expect(await refused({ comments: [comment('Good', { nothing: [] })] })).toEqual([
        [
          '400',
          '/data/relationships/comments/data/0/relationships/nothing',
          '"comments" has no relationship "nothing".',
        ],
      ])
      expect(await blog.prisma.post.count({ where: { title: 'Refused' } })).toBe(0)
    })

    test('a linked record may occur more than once', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const body = 'By the author of the post'
      const author: RelatedPayload = {
        meta: { type: 'authors', tempId: undefined, method: 'associate' },
        attributes: { id: 1 },
        relationships: {},
      }
      const comment: RelatedPayload = {
        meta: { type: 'comments', tempId: undefined, method: 'create' },
        attributes: { body },
        relationships: { author },
      }
      const record = await instanceOf(resources, 'posts').persistWithRelationships(
        CREATE,
        { title: 'Linked twice', body: '' },
        { author, comments: [comment] },
      )
      expect(record).toMatchObject({ title: 'Linked twice', authorId: 1 })
      expect(await blog.prisma.comment.findFirst({ where: { body } })).toMatchObject({
        authorId: 1,
        postId: Reflect.get(Object(record), 'id'),
      })
    })

    test('invalid input throws an error, and rolls back the surrounding transaction', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const posts = instanceOf(resources, 'posts')
      const before = await blog.prisma.tag.count()
      const tags = instanceOf(resources, 'tags')
      const value = await tags.transaction(async () => {
        await tags.create({ name: 'around' })
        return posts.persistWithRelationships(CREATE, { title: '' }, {})
      })
      expect([value, await blog.prisma.tag.count()]).toEqual([undefined, before])
      await expect(posts.persistWithRelationships(CREATE, { title: '' }, {})).rejects.toEqual(
        new ValidationError([
          { attribute: 'title', message: 'cannot be empty' },
          { attribute: 'body', message: 'is required' },
        ]),
      )
    })

    test('a controller can pass changed parts of deserializedParams', async () => {
      const { resources } = recordedBlog(blog.prisma)
      class PostsController extends Controller {
        static {
          if (resources['posts']) this.jsonapi(resources['posts'])
        }
        async create(): Promise<Response> {
          const { meta, attributes, relationships } = this.deserializedParams
          const changed = { ...attributes, title: `${String(attributes['title'])}!` }
          const post = await this.jsonapiResource.persistWithRelationships(meta, changed, relationships)
          return this.renderJsonapi(post, { scope: false, status: 201 })
        }
      }
      const api = createApi({ registry: defineRegistry(resources), controllers: { posts: PostsController } })
      const answer = await send(api, 'POST', '/posts', {
        data: {
          type: 'posts',
          attributes: { title: 'Changed', body: '' },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            tags: { data: [{ type: 'tags', lid: 't' }] },
          },
        },
        included: [{ type: 'tags', lid: 't', attributes: { name: 'of a changed post' } }],
      })
      expect(written(answer).data.attributes).toMatchObject({ title: 'Changed!' })
      expect(
        await blog.prisma.tag.findFirst({ where: { posts: { some: { title: 'Changed!' } } } }),
      ).toMatchObject({
        name: 'of a changed post',
      })
    })

    test('an override of persistWithRelationships is part of every write', async () => {
      const { resources } = recordedBlog(blog.prisma)
      const Comments = resources['comments']
      if (!Comments) throw new Error('There are comments.')
      const seen: unknown[] = []
      class Loud extends Comments {
        override persistWithRelationships(
          meta: WriteMeta,
          attributes: Readonly<Record<string, unknown>>,
          relationships: RelatedPayloads,
          caller?: object,
        ) {
          seen.push([meta.method, attributes, Object.keys(relationships), Reflect.get(Object(caller), 'id')])
          return super.persistWithRelationships(
            meta,
            { ...attributes, body: String(attributes['body']).toUpperCase() },
            relationships,
            caller,
          )
        }
      }
      const document = written(
        await serveWrites({ ...resources, comments: Loud }).send('PATCH', '/posts/1', {
          data: {
            type: 'posts',
            id: '1',
            relationships: {
              comments: {
                data: [{ type: 'comments', lid: 'c' }].map((entry) => ({ ...entry, method: 'create' })),
              },
            },
          },
          included: [
            {
              type: 'comments',
              lid: 'c',
              attributes: { body: 'loud' },
              relationships: { author: { data: null } },
            },
          ],
        }),
      )
      expect(document.included?.[0]?.attributes).toMatchObject({ body: 'LOUD' })
      expect(seen).toEqual([['create', { body: 'loud', approved: false, postId: 1 }, ['author'], 1]])
    })
  },
)
