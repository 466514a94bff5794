import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'

const JSONAPI = 'application/vnd.api+json'

/** A `guest` cannot see guarded fields, a `reader` can see them, and a `writer` can also write them. */
type Viewer = 'guest' | 'reader' | 'writer'

class ApplicationController extends ActionsController<Viewer> {
  mayRead(): boolean {
    return this.locals !== 'guest'
  }
  mayWrite(): boolean {
    return this.locals === 'writer'
  }
}

describe.each(databases)(
  'policies/needed (13.3) on $name: a 422 lists the members that a new record lacks',
  (database) => {
    let store: OpenDatabase<BlogClient>

    beforeAll(async () => {
      store = await database.open({ seed: true })
    })
    afterAll(() => store.close())

    function served(guards: {
      readonly body: object
      readonly approved?: object
      readonly post: object
      readonly comments?: object
    }) {
      const adapter = prismaAdapter(store.prisma)
      const common = (resource: ResourceClass, type: string, model: string): void => {
        resource.type(type)
        resource.model(model)
        resource.id('integer')
        resource.useAdapter(adapter)
      }
      class Posts extends Resource {
        static {
          common(this, 'posts', 'Post')
          this.attribute('title', 'string')
          this.hasMany('comments', { resource: 'comments', foreignKey: 'postId', ...guards.comments })
        }
      }
      class Comments extends Resource {
        static {
          common(this, 'comments', 'Comment')
          this.attribute('body', { type: 'string', ...guards.body })
          this.attribute('approved', { type: 'boolean', ...guards.approved })
          this.belongsTo('post', { resource: 'posts', foreignKey: 'postId', ...guards.post })
        }
      }
      const api = apiOf(ApplicationController, [Posts, Comments])
      return async (viewer: Viewer, ...has: readonly ('approved' | 'body' | 'post')[]) => {
        const attributes = {
          ...(has.includes('approved') && { approved: true }),
          ...(has.includes('body') && { body: 'Here' }),
        }
        const post = { post: { data: { type: 'posts', id: '1' } } }
        const data = { type: 'comments', attributes, ...(has.includes('post') && { relationships: post }) }
        const request = new Request('http://test.example/comments', {
          method: 'POST',
          body: JSON.stringify({ data }),
          headers: { 'content-type': JSONAPI },
        })
        const response = await api.fetch(request, viewer)
        const { data: made, errors = [] } = (await response.json()) as {
          data?: { attributes: object }
          errors?: readonly { detail: string; source: object }[]
        }
        return [
          response.status,
          ...(made ? [made.attributes] : errors.map(({ detail, source }) => [detail, source])),
        ]
      }
    }

    const missing = [422, ['A required value is missing.', { pointer: '/data' }]]

    test('a 422 names a missing attribute to all users who may see it, even if they may not write it', async () => {
      const create = served({ body: { readable: 'mayRead', writable: 'mayWrite' }, post: {} })
      const named = [422, ['body is required.', { pointer: '/data/attributes' }]]
      expect(await create('guest', 'approved', 'post')).toEqual(missing)
      expect(await create('reader', 'approved', 'post')).toEqual(named)
      expect(await create('writer', 'approved', 'post')).toEqual(named)
    })

    test.each([
      ['its own', { body: {}, post: { readable: 'mayRead', writable: 'mayWrite' } }],
      ["the other side's", { body: {}, post: {}, comments: { readable: 'mayRead', writable: 'mayWrite' } }],
    ])(
      'a 422 names a missing relationship to all users who may see it according to %s guards',
      async (_whose, guards) => {
        const create = served(guards)
        const named = [422, ['post is required.', { pointer: '/data' }]]
        expect(await create('guest', 'approved', 'body')).toEqual(missing)
        expect(await create('reader', 'approved', 'body')).toEqual(named)
        expect(await create('writer', 'approved', 'body')).toEqual(named)
      },
    )

    test('users who may write a column with a default must provide a value, and for other users the default is filled in', async () => {
      const create = served({ body: {}, approved: { required: true, writable: 'mayWrite' }, post: {} })
      const made = [201, { body: 'Here', approved: false }]
      expect(await create('guest', 'body', 'post')).toEqual(made)
      expect(await create('reader', 'body', 'post')).toEqual(made)
      expect(await create('writer', 'body', 'post')).toEqual([
        422,
        ['approved is required.', { pointer: '/data/attributes' }],
      ])
      expect(await create('writer', 'approved', 'body', 'post')).toEqual([
        201,
        { body: 'Here', approved: true },
      ])
    })
  },
)
