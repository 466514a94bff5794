import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { Controller, createApi, defineRegistry, type ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { shortErrors } from '../write/support/documents.js'
import { recordedBlog } from '../write/support/recorded.js'
import { operate, resultsOf } from './support/operate.js'
import { narrowed } from '../support/scopes.js'
import { rowsIn } from '../support/rows.js'

interface Locals {
  readonly role: string
}

/** Members see only the posts of the first author, and editors may also write `views`. */
class Base extends Controller<Locals> {
  isEditor(): boolean {
    return this.locals.role === 'editor'
  }
}

describe('operations/visibility (14.10, 16.3, 16.6): operation scopes and guards', () => {
  const blog = writableBlog(sqlite)

  function served(change: (resources: Record<string, ResourceClass>) => void = () => {}) {
    const resources = { ...recordedBlog(blog.prisma).resources }
    change(resources)
    const ran: string[] = []
    const denied: string[] = []
    const controllers = Object.entries(resources).map(
      ([type, resource]) => [type, controllerOf(type, resource, ran)] as const,
    )
    const api = createApi({
      registry: defineRegistry(resources),
      controllers: Object.fromEntries(controllers),
      operations: true,
      onDenied: ({ rule, resource }) => void denied.push(`${rule} ${resource}`),
    })
    const as = (role: string) => ({ fetch: (request: Request) => api.fetch(request, { role }) })
    return { ran, denied, as }
  }

  function controllerOf(type: string, resource: ResourceClass, ran: string[]) {
    return class extends Base {
      static {
        this.jsonapi(resource)
      }
      override recordScope(): unknown {
        if (type !== 'posts') return super.recordScope()
        ran.push(`${this.actionName} ${this.params.id} ${this.params.relationship}`)
        return narrowed(super.recordScope(), { authorId: 1 })
      }
      show(): Promise<Response> {
        throw new Error('The methods of controllers do not run.')
      }
      create(): Promise<Response> {
        throw new Error('The methods of controllers do not run.')
      }
      update(): Promise<Response> {
        throw new Error('The methods of controllers do not run.')
      }
    }
  }

  const title = (id: number, attributes: object): unknown => ({
    op: 'update',
    data: { type: 'posts', id: String(id), attributes },
  })

  test('recordScope determines which records operations reach, including operations on a relationship', async () => {
    const own = await blog.prisma.post.findFirstOrThrow({ where: { authorId: 1 } })
    const other = await blog.prisma.post.findFirstOrThrow({ where: { authorId: { not: 1 } } })
    const { ran, as } = served()
    expect(resultsOf(await operate(as('member'), [title(own.id, { title: 'Mine' })]))).toEqual([
      `posts ${own.id}`,
    ])
    const tags = {
      op: 'update',
      ref: { type: 'posts', id: String(other.id), relationship: 'tags' },
      data: [],
    }
    expect(shortErrors(await operate(as('member'), [title(own.id, { title: 'Ours' }), tags]))).toEqual([
      `404 /atomic:operations/1/ref There is no record of type "posts" with the id "${other.id}".`,
    ])
    expect(await blog.prisma.post.findUnique({ where: { id: own.id } })).toMatchObject({ title: 'Mine' })
    expect(ran).toEqual([`update ${own.id} `, `update ${own.id} `, `updateRelationship ${other.id} tags`])
  })

  test('attribute guards apply to operations, and each of them receives the locals', async () => {
    const { id } = await blog.prisma.post.findFirstOrThrow({ where: { authorId: 1 } })
    const { as } = served(({ posts }) => posts?.attribute('views', { type: 'integer', writable: 'isEditor' }))
    const operations = [title(id, { views: 7 })]
    expect(shortErrors(await operate(as('member'), operations))).toEqual([
      '400 /atomic:operations/0/data/attributes/views The attribute "views" cannot be written.',
    ])
    expect(resultsOf(await operate(as('editor'), operations))).toEqual([`posts ${id}`])
  })

  test('operations without a controller method, and operations that a resource omits, are not supported', async () => {
    const { as } = served(({ tags }) => tags?.actions('index', 'show', 'create'))
    const operations = [
      { op: 'remove', ref: { type: 'posts', id: '1' } },
      { op: 'update', data: { type: 'tags', id: '1', attributes: { name: 'n' } } },
    ]
    expect(shortErrors(await operate(as('editor'), operations))).toEqual([
      '403 /atomic:operations/0/ref Nothing can be removed here, because the API does not support this.',
      '403 /atomic:operations/1/data Nothing can be updated here, because the API does not support this.',
    ])
  })

  test('action and relationship guards apply to operations, and a hidden relationship is rejected as unknown', async () => {
    const { as, denied } = served(({ tags, posts }) => {
      tags?.actions({ index: true, show: true, create: 'isEditor', update: true, destroy: true })
      posts?.hasAndBelongsToMany('tags', {
        resource: 'tags',
        foreignKey: { posts: 'id' },
        readable: 'isEditor',
        writable: 'isEditor',
      })
    })
    const add = { op: 'add', data: { type: 'tags', attributes: { name: 'guarded' } } }
    const relationship = (name: string): unknown => ({
      op: 'update',
      ref: { type: 'posts', id: '1', relationship: name },
      data: [],
    })
    expect(
      shortErrors(await operate(as('member'), [add, relationship('tags'), relationship('gats')])),
    ).toEqual([
      '403 /atomic:operations/0/data This request is not allowed to create "tags".',
      '404 /atomic:operations/1/ref/relationship "posts" has no relationship "tags".',
      '404 /atomic:operations/2/ref/relationship "posts" has no relationship "gats".',
    ])
    expect(denied).toEqual([
      'actions.create: isEditor tags',
      'sideloads.tags.readable: isEditor posts',
      'sideloads.tags.writable: isEditor posts',
    ])
    expect(resultsOf(await operate(as('editor'), [add]))).toHaveLength(1)
  })

  test('a hidden relationship stays unknown if the operation has other errors (14.12)', async () => {
    const { as } = served(({ posts }) =>
      posts?.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', readable: 'isEditor' }),
    )
    const operations = (relationship: string): readonly unknown[] => [
      { op: 'add', ref: { type: 'posts', id: '1', relationship }, data: [] },
      { op: 'remove', href: `/posts/1/relationships/${relationship}`, data: [] },
      { op: 'update', ref: { type: 'posts', id: '1', relationship } },
      { op: 'update', ref: { type: 'posts', id: '1', relationship }, data: { type: 'authors', lid: 'none' } },
    ]
    const hidden = shortErrors(await operate(as('member'), operations('author')))
    expect(hidden).toEqual(
      ['ref/relationship', 'href', 'ref/relationship', 'ref/relationship'].map(
        (place, index) => `404 /atomic:operations/${index}/${place} "posts" has no relationship "author".`,
      ),
    )
    expect(hidden.map((error) => error.replace('author', 'zzzzzz'))).toEqual(
      shortErrors(await operate(as('member'), operations('zzzzzz'))),
    )
    expect(shortErrors(await operate(as('editor'), operations('author')))).toEqual([
      '403 /atomic:operations/0/ref/relationship Nothing can be added here, because the API does not support this.',
      '403 /atomic:operations/1/href Nothing can be removed here, because the API does not support this.',
      '400 /atomic:operations/2 The operation "update" needs "data".',
      '404 /atomic:operations/3/data/lid No operation adds a record of type "authors" with the lid "none".',
    ])
  })

  test('scopes apply to each operation, and added records must also be in the scope of their policies', async () => {
    const { as, denied } = served(({ tags }) =>
      tags?.scopes({
        update: (scope) => narrowed(scope, { name: { startsWith: 'my ' } }),
        updated: (scope) => scope,
      }),
    )
    const add = (name: string): unknown => ({
      op: 'add',
      data: { type: 'tags', lid: 't', attributes: { name } },
    })
    const rename = { op: 'update', data: { type: 'tags', lid: 't', attributes: { name: 'renamed' } } }
    expect(shortErrors(await operate(as('member'), [add('other'), rename]))).toEqual([
      '403 /atomic:operations/1/data This request is not allowed to update this record of type "tags".',
    ])
    expect(await blog.prisma.tag.count({ where: { name: 'other' } })).toBe(0)
    expect(denied).toEqual(['scopes.update tags'])
    expect(resultsOf(await operate(as('member'), [add('my own'), rename]))).toHaveLength(2)
    expect(await blog.prisma.tag.count({ where: { name: 'renamed' } })).toBe(1)
  })

  test("the application's validations receive the future record, including the writes of earlier operations", async () => {
    const { as } = served((resources) => {
      const Tags = resources['tags']
      if (!Tags) throw new Error('There are tags.')
      resources['tags'] = class extends Tags {
        override async validate({ name }: Readonly<Record<string, unknown>>) {
          const rows = rowsIn(Tags.config.adapter as PrismaAdapter)
          const [found] = await rows.find('Tag', { name: `not ${String(name)}` })
          return found ? [{ attribute: 'name', message: 'contradicts another' }] : []
        }
      }
    })
    const add = (name: string): unknown => ({ op: 'add', data: { type: 'tags', attributes: { name } } })
    const errors = shortErrors(await operate(as('editor'), [add('not red'), add('red')]))
    expect(errors).toEqual(['422 /atomic:operations/1/data/attributes/name name contradicts another.'])
    expect(await blog.prisma.tag.count({ where: { name: 'not red' } })).toBe(0)
  })
})
