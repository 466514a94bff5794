import { Base, type ContextHost, type Deserializer } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'

interface HostOptions extends Partial<ContextHost> {
  readonly params?: Readonly<Record<string, unknown>>
}

class Host implements ContextHost {
  readonly params: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly actionName?: string | undefined
  readonly request?: { readonly method?: string | undefined } | undefined

  constructor({ params = {}, body, actionName, request }: HostOptions) {
    this.params = params
    this.body = body
    this.actionName = actionName
    this.request = request
  }
}

class Context extends Base(Host) {
  static {
    const posts = registry.get('posts')
    if (posts) this.jsonapi(posts)
  }
}

const deserialize = (options: HostOptions): Deserializer => new Context(options).deserializedParams

const COMMENT = { type: 'comments', 'temp-id': 'c1', method: 'create' }

const REQUEST = {
  data: {
    type: 'posts',
    id: '7',
    'temp-id': 'p1',
    attributes: { title: 'Hello', views: 3 },
    relationships: {
      author: { data: { type: 'authors', id: 5, method: 'update' } },
      comments: { data: [COMMENT, { type: 'comments', id: '9', method: 'destroy' }] },
      tags: { data: [{ type: 'tags', id: '1', method: 'disassociate' }] },
    },
  },
  included: [
    { type: 'authors', id: '5', attributes: { name: 'Ann' } },
    {
      type: 'comments',
      'temp-id': 'c1',
      attributes: { body: 'First' },
      relationships: { author: { data: { type: 'authors', id: '5' } } },
    },
  ],
}

describe('write/deserializer (11.1): the Deserializer', () => {
  test('the Deserializer provides data, id, attributes, meta, relationships and includeDirective', () => {
    const { data, id, attributes, meta, relationships, includeDirective, faults } = deserialize({
      params: { id: '7' },
      body: REQUEST,
      request: { method: 'PATCH' },
    })
    expect({ data, id, attributes, meta, relationships, includeDirective, faults }).toEqual({
      data: REQUEST.data,
      id: '7',
      attributes: { id: '7', title: 'Hello', views: 3 },
      meta: { type: 'posts', tempId: 'p1', method: 'update' },
      relationships: {
        author: {
          meta: { type: 'authors', tempId: undefined, method: 'update' },
          attributes: { id: '5', name: 'Ann' },
          relationships: {},
        },
        comments: [
          {
            meta: { type: 'comments', tempId: 'c1', method: 'create' },
            attributes: { body: 'First' },
            relationships: {
              author: {
                meta: { type: 'authors', tempId: undefined, method: 'associate' },
                attributes: { id: '5', name: 'Ann' },
                relationships: {},
              },
            },
          },
          {
            meta: { type: 'comments', tempId: undefined, method: 'destroy' },
            attributes: { id: '9' },
            relationships: {},
          },
        ],
        tags: [
          {
            meta: { type: 'tags', tempId: undefined, method: 'disassociate' },
            attributes: { id: '1' },
            relationships: {},
          },
        ],
      },
      includeDirective: new Map([
        ['author', new Map()],
        ['comments', new Map([['author', new Map()]])],
      ]),
      faults: [],
    })
  })

  test('the Deserializer is created once per instance', () => {
    const context = new Context({ params: {}, body: REQUEST, actionName: 'create' })
    expect(context.deserializedParams).toBe(context.deserializedParams)
  })

  test('the Deserializer derives the method from the HTTP method or the action', () => {
    const method = (options: HostOptions) => deserialize({ body: REQUEST, ...options }).meta.method
    expect([
      method({ request: { method: 'POST' } }),
      method({ request: { method: 'PATCH' }, params: { id: '7' } }),
      method({ request: { method: 'PUT' }, params: { id: '7' } }),
      method({ actionName: 'create' }),
      method({ actionName: 'update', params: { id: '7' } }),
      method({ params: { id: '7' } }),
      method({}),
    ]).toEqual(['create', 'update', 'update', 'create', 'update', 'update', 'create'])
  })

  test('the Deserializer reads the document from params if the host passes no body', () => {
    const params = { id: '7', data: REQUEST.data, included: REQUEST.included }
    const { attributes, faults } = deserialize({ params })
    expect([attributes, faults]).toEqual([{ id: '7', title: 'Hello', views: 3 }, []])
  })

  test.each([
    ['type and id, which are compared as strings', { id: 9 }, { id: '9' }],
    ['ids that are swapped between types', { id: '9' }, { id: 9 }],
    ['temp-id', { 'temp-id': 'x', method: 'create' }, { 'temp-id': 'x' }],
    ['lid', { lid: 'x' }, { lid: 'x' }],
    ['id, even if there is a temp-id', { id: '9', 'temp-id': 'x' }, { id: '9', 'temp-id': 'y' }],
    ['temp-id if included lacks the id', { id: '9', 'temp-id': 'x' }, { 'temp-id': 'x' }],
  ])('a relationship is matched to `included` by %s', (_, linkage, included) => {
    const { relationships, faults } = deserialize({
      actionName: 'create',
      body: {
        data: { type: 'posts', relationships: { tags: { data: [{ type: 'tags', ...linkage }] } } },
        included: [{ type: 'tags', ...included, attributes: { name: 'found' } }],
      },
    })
    expect([relationships['tags'], faults]).toMatchObject([[{ attributes: { name: 'found' } }], []])
  })

  test('in a write, an id is matched to the member with this id, not to a member with the same temp-id', () => {
    const { relationships } = deserialize({
      actionName: 'create',
      body: {
        data: {
          type: 'posts',
          relationships: {
            tags: {
              data: [
                { type: 'tags', id: '9', 'temp-id': 'x' },
                { type: 'tags', 'temp-id': 'z' },
              ],
            },
          },
        },
        included: [
          { type: 'tags', 'temp-id': 'x', attributes: { name: 'by temp-id' } },
          { type: 'tags', id: '9', 'temp-id': 'z', attributes: { name: 'by id' } },
        ],
      },
    })
    expect(relationships['tags']).toMatchObject([{ attributes: { id: '9', name: 'by id' } }])
  })

  test('records with different ids are distinct, even if they share a temp-id', () => {
    const { relationships, faults } = deserialize({
      actionName: 'create',
      body: {
        data: {
          type: 'posts',
          relationships: {
            tags: {
              data: [
                { type: 'tags', id: '5', 'temp-id': 'x' },
                { type: 'tags', id: '7', 'temp-id': 'x' },
              ],
            },
          },
        },
        included: [{ type: 'tags', id: '7', 'temp-id': 'x', attributes: { name: 'seven' } }],
      },
    })
    expect([relationships['tags'], faults]).toMatchObject([
      [{ attributes: { id: '5' } }, { attributes: { id: '7', name: 'seven' } }],
      [],
    ])
  })

  test('the Deserializer does not change the parameters', () => {
    const before = structuredClone(REQUEST)
    deserialize({ params: { id: '7' }, body: REQUEST })
    expect(REQUEST).toEqual(before)
  })
})
