import { type Api, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { ActionsController } from '../support/actions-controller.js'
import { apiOf } from '../support/api-of.js'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'

const JSONAPI = 'application/vnd.api+json'

type Viewer = 'guest' | 'staff'

class ApplicationController extends ActionsController<Viewer> {
  isStaff(): boolean {
    return this.locals === 'staff'
  }
}

/** The options of the relationship on both sides, and the scopes of the tags. */
interface Sides {
  readonly posts?: object
  readonly tags?: object
  readonly scopes?: object
}

const STAFF = { index: true, show: true, create: 'isStaff', update: 'isStaff', destroy: 'isStaff' } as const

describe.each(databases)(
  'policies/many-to-many (14.16) on $name: one side is open to everybody',
  (database) => {
    let store: OpenDatabase<BlogClient>
    let api: Api<Viewer>

    beforeAll(async () => {
      store = await database.open({ seed: true })
    })
    afterAll(() => store.close())

    /** Creates an API in which anyone may write posts (`public: true`), and only the staff may write tags. */
    function served({ posts, tags, scopes = {} }: Sides): void {
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
          this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { posts: 'id' }, ...posts })
        }
      }
      class Tags extends Resource {
        static {
          common(this, 'tags', 'Tag')
          this.attribute('name', 'string')
          this.actions(STAFF)
          this.scopes(scopes)
          this.hasAndBelongsToMany('posts', { resource: 'posts', foreignKey: { tags: 'id' }, ...tags })
        }
      }
      api = apiOf(ApplicationController, [Posts, Tags], { operations: true })
    }

    beforeEach(async () => {
      await store.prisma.post.update({ where: { id: 1 }, data: { tags: { set: [{ id: 1 }] } } })
      await store.prisma.tag.update({ where: { id: 1 }, data: { posts: { set: [{ id: 1 }] } } })
      await store.prisma.tag.update({ where: { id: 2 }, data: { posts: { set: [] } } })
    })

    const send = async (viewer: Viewer, method: string, path: string, body: object): Promise<number> => {
      const type = path === '/operations' ? `${JSONAPI};ext="https://jsonapi.org/ext/atomic"` : JSONAPI
      const init = { method, body: JSON.stringify(body), headers: { 'content-type': type, accept: type } }
      const answer = await api.fetch(new Request(`http://test.example${path}`, init), viewer)
      await answer.text()
      return answer.status
    }
    /** The tags of the first post, and the posts of the second tag. */
    const links = async (): Promise<object> => {
      const tag = await store.prisma.tag.findUniqueOrThrow({ where: { id: 2 }, include: { posts: true } })
      const post = await store.prisma.post.findUniqueOrThrow({ where: { id: 1 }, include: { tags: true } })
      return { tags: post.tags.map(({ id }) => id), posts: tag.posts.map(({ id }) => id) }
    }
    const many = (type: string, ...ids: readonly number[]) => ({
      data: ids.map((id) => ({ type, id: String(id) })),
    })
    const within = (type: string, name: string, data: object) => ({
      data: { type, id: '1', relationships: { [name]: data } },
    })
    const AT = { tags: [2], posts: [1] }
    const BOTH = { tags: [1, 2], posts: [1] }
    const BEFORE = { tags: [1], posts: [] }

    const operation = (op: 'add' | 'update') => ({
      'atomic:operations': [
        { op, ref: { type: 'posts', id: '1', relationship: 'tags' }, ...many('tags', 2) },
      ],
    })
    /** Requests that write links through the open side, and the resulting links. */
    const BY_POSTS: readonly (readonly [string, string, object, object])[] = [
      ['PATCH', '/posts/1/relationships/tags', many('tags', 2), AT],
      ['POST', '/posts/1/relationships/tags', many('tags', 2), BOTH],
      ['PATCH', '/posts/1', within('posts', 'tags', many('tags', 2)), AT],
      ['POST', '/operations', operation('add'), BOTH],
      ['POST', '/operations', operation('update'), AT],
    ]

    test.each(BY_POSTS)(
      'the actions and the update scope of one side do not restrict links from the open side: %s %s %j',
      async (method, path, body, linked) => {
        served({ scopes: { update: (scope: unknown) => narrowed(scope, { id: -1 }) } })
        expect([200, 204]).toContain(await send('guest', method, path, body))
        expect(await links()).toEqual(linked)
      },
    )

    test('if the other side of a relationship declares no guards, nobody can use that side to link records or to write its records', async () => {
      served({})
      const created = { data: { type: 'tags', attributes: { name: 'new' } } }
      const lid = { type: 'tags', lid: 'x', method: 'create', attributes: { name: 'new' } }
      for (const [method, path, body] of [
        ['PATCH', '/tags/2/relationships/posts', many('posts', 1)],
        ['POST', '/tags/2/relationships/posts', many('posts', 1)],
        ['DELETE', '/tags/1/relationships/posts', many('posts', 1)],
        ['PATCH', '/tags/1', within('tags', 'posts', many('posts', 2))],
        ['POST', '/tags', created],
        [
          'PATCH',
          '/posts/1',
          {
            ...within('posts', 'tags', { data: [{ type: 'tags', lid: 'x', method: 'create' }] }),
            included: [lid],
          },
        ],
        [
          'PATCH',
          '/posts/1',
          {
            ...within('posts', 'tags', { data: [{ type: 'tags', id: '1', method: 'update' }] }),
            included: [{ type: 'tags', id: '1', attributes: { name: 'mine' } }],
          },
        ],
        [
          'PATCH',
          '/posts/1',
          within('posts', 'tags', { data: [{ type: 'tags', id: '1', method: 'destroy' }] }),
        ],
      ] as const) {
        expect([method, path, await send('guest', method, path, body)]).toEqual([method, path, 403])
      }
      expect(await links()).toEqual(BEFORE)
      expect(await store.prisma.tag.count({ where: { name: { in: ['new', 'mine'] } } })).toBe(0)
    })

    test.each<readonly [string, Sides, number]>([
      ['a guard of the relationship at the open side', { posts: { writable: 'isStaff' } }, 403],
      ['a guard of the relationship at the other side', { tags: { writable: 'isStaff' } }, 403],
      ['readable at the other side', { tags: { readable: 'isStaff' } }, 404],
      ['false at the other side', { tags: { writable: false } }, 405],
    ])(
      'the open side of a relationship cannot create a link that violates %s',
      async (_what, sides, refused) => {
        served(sides)
        for (const [method, path, body] of BY_POSTS) {
          const status = await send('guest', method, path, body)
          expect([method, path, status === refused || [400, 403].includes(status)]).toEqual([
            method,
            path,
            true,
          ])
        }
        expect(await send('guest', 'PATCH', '/posts/1/relationships/tags', many('tags', 2))).toBe(refused)
        expect(await links()).toEqual(BEFORE)
      },
    )

    test("the open side of a relationship cannot link records that the other side's read scope hides", async () => {
      served({ scopes: { read: (scope: unknown) => narrowed(scope, { id: 1 }) } })
      for (const [method, path, body] of BY_POSTS) {
        expect([method, path, await send('guest', method, path, body)]).toEqual([method, path, 404])
      }
      expect(await links()).toEqual(BEFORE)
    })
  },
)
