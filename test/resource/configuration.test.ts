import { describe, expect, test } from 'vitest'
import { Resource } from '@jsonapi-gen/runtime'
import type { ResourceConfig } from '../../runtime/src/declare/config.js'
import { NullAdapter } from '@jsonapi-gen/runtime/null'

const nothing = (scope: unknown): unknown => scope

class Everything extends Resource {
  static {
    this.type('everything')
    this.model('Everything')
    this.useAdapter(NullAdapter)
    this.id('integer', { clientIds: 'allowed' })
    this.version('lockVersion')
    this.attribute('title', { type: 'string?', maxLength: 5 })
    this.attribute('lockVersion', 'integer')
    this.allowFilter('title', { aliases: ['name'], if: 'isEditor', operators: ['eq'], required: true })
    this.allowFilter('popular', { type: 'boolean' }, nothing)
    this.defaultFilter('visible', nothing)
    this.allowStat({ total: ['count'], views: ['sum', 'average'] })
    this.allowStat('rating', { median: nothing })
    this.extraField('readingTime', { type: 'integer', value: nothing }, nothing)
    this.sort(nothing)
    this.paginate(nothing)
    this.allowSort('related.title')
    this.defaultSort([{ title: 'desc' }, { id: 'asc' }])
    this.defaultPageNumber(2)
    this.defaultPageSize(5)
    this.maxPageSize(50)
    this.cache('private, max-age=60')
    this.allowSideload('related', { resource: 'everything', scope: nothing, assign: nothing, many: false })
    this.hasMany('children', { resource: 'everything', foreignKey: 'parentId' })
    this.hasOne('first', { resource: 'everything', foreignKey: 'parentId', primaryKey: 'code' })
    this.belongsTo('parent', { resource: () => Everything, foreignKey: 'parentId', linkage: 'always' })
    this.hasAndBelongsToMany('tags', { resource: 'tags', foreignKey: { taggings: 'postId' } })
    this.polymorphicBelongsTo('subject', {
      groupBy: 'subjectType',
      groups: { Post: { resource: 'posts', foreignKey: 'subjectId' } },
    })
    this.polymorphicHasMany('notes', { resource: 'notes', foreignKey: 'ownerId', as: 'owner' })
    this.sideloadWhitelist({ index: ['parent'] })
    this.actions('index')
    this.action(
      'publish',
      {
        on: 'record',
        input: { at: 'datetime?' },
        output: 'everything?',
        guard: 'isEditor',
        transaction: false,
      },
      () => undefined,
    )
  }
}

describe('resource/configuration (1.1): a Resource stores its whole configuration in the class attribute config', () => {
  test('every declaration in section 1.4 of the specification exists under the name given there', () => {
    const config = forReading(Everything)
    expect({
      ...config,
      adapter: config.adapter?.constructor,
      stats: [...config.stats.values()].map(({ attribute, calculations }) => [
        attribute,
        [...calculations.keys()],
      ]),
    }).toEqual({
      type: 'everything',
      model: 'Everything',
      adapter: NullAdapter,
      id: { key: [{ name: 'id', type: typed('integer') }], clientIds: 'allowed' },
      version: 'lockVersion',
      attributes: new Map([
        [
          'title',
          {
            name: 'title',
            column: 'title',
            type: { kind: 'string', list: false, nullable: true, values: [] },
            readable: true,
            writable: true,
            sortable: true,
            maxLength: 5,
          },
        ],
        [
          'lockVersion',
          {
            name: 'lockVersion',
            column: 'lockVersion',
            type: { kind: 'integer', list: false, nullable: false, values: [] },
            readable: true,
            writable: true,
            sortable: true,
          },
        ],
      ]),
      filters: new Map<string, object>([
        [
          'title',
          {
            name: 'title',
            aliases: ['title', 'name'],
            if: 'isEditor',
            operators: ['eq'],
            attribute: 'title',
            required: true,
          },
        ],
        [
          'popular',
          {
            name: 'popular',
            aliases: ['popular'],
            attribute: 'popular',
            required: false,
            type: { kind: 'boolean', list: false, nullable: false, values: [] },
            filter: nothing,
          },
        ],
      ]),
      defaultFilters: new Map([['visible', { name: 'visible', filter: nothing }]]),
      sorts: new Set(['related.title']),
      deprecatedSorts: new Map(),
      deprecatedActions: new Map(),
      sorting: nothing,
      pagination: nothing,
      stats: [
        ['total', ['count']],
        ['views', ['sum', 'average']],
        ['rating', ['median']],
      ],
      extraFields: new Map([
        [
          'readingTime',
          {
            name: 'readingTime',
            type: { kind: 'integer', list: false, nullable: false, values: [] },
            value: nothing,
            scope: nothing,
          },
        ],
      ]),
      defaultSort: [{ title: 'desc' }, { id: 'asc' }],
      defaultPageNumber: 2,
      defaultPageSize: 5,
      maxPageSize: 50,
      pageStyle: 'number',
      cache: 'private, max-age=60',
      sideloads: new Map<string, object>([
        [
          'related',
          {
            ...SIDELOAD,
            name: 'related',
            kind: 'custom',
            resource: 'everything',
            scope: nothing,
            assign: nothing,
            many: false,
          },
        ],
        [
          'children',
          {
            ...SIDELOAD,
            name: 'children',
            kind: 'hasMany',
            many: true,
            resource: 'everything',
            foreignKey: ['parentId'],
          },
        ],
        [
          'first',
          {
            ...SIDELOAD,
            name: 'first',
            kind: 'hasOne',
            many: false,
            resource: 'everything',
            foreignKey: ['parentId'],
            primaryKey: ['code'],
          },
        ],
        [
          'parent',
          {
            ...SIDELOAD,
            name: 'parent',
            kind: 'belongsTo',
            many: false,
            resource: expect.any(Function),
            foreignKey: ['parentId'],
            linkage: 'always',
          },
        ],
        [
          'tags',
          {
            ...SIDELOAD,
            name: 'tags',
            kind: 'hasAndBelongsToMany',
            many: true,
            resource: 'tags',
            join: 'taggings',
            joinKey: ['postId'],
          },
        ],
        [
          'subject',
          {
            ...SIDELOAD,
            name: 'subject',
            kind: 'polymorphicBelongsTo',
            many: false,
            groupBy: 'subjectType',
            groups: new Map([['Post', { resource: 'posts', foreignKey: ['subjectId'] }]]),
          },
        ],
        [
          'notes',
          {
            ...SIDELOAD,
            name: 'notes',
            kind: 'polymorphicHasMany',
            many: true,
            resource: 'notes',
            foreignKey: ['ownerId'],
            as: 'owner',
          },
        ],
      ]),
      sideloadWhitelist: new Map([['index', new Map([['parent', new Map()]])]]),
      scopes: new Map(),
      actions: new Map([['index', true]]),
      guardsElsewhere: new Map(),
      ownActions: new Map([
        [
          'publish',
          {
            name: 'publish',
            on: 'record',
            input: new Map([['at', expect.objectContaining({ name: 'at' })]]),
            output: { kind: 'record', type: 'everything', nullable: true },
            guard: 'isEditor',
            transaction: false,
            run: expect.any(Function),
          },
        ],
      ]),
    })
  })

  test('the configuration of a class is a static property, and is always the same object', () => {
    expect(Everything.config).toBe(Everything.config)
  })
})

test('type() without a value returns the declared or default type, and declares nothing (1.3)', () => {
  class Bare extends Resource {}
  const before = Bare.config.revision
  expect([Bare.type(), Everything.type(), Bare.config.revision - before]).toEqual([
    'undefined_jsonapi_type',
    'everything',
    0,
  ])
})

test('an invalid type name causes a TypeError, and so does undefined (1.3)', () => {
  class Bare extends Resource {}
  const { missing }: { missing?: string } = {}
  expect(() => Bare.type(missing ?? '')).toThrow(new TypeError('A JSON:API type must be a name, not "".'))
  // A caller without types may pass a constant that is not yet defined.
  expect(() => Reflect.apply(Bare.type, Bare, [missing])).toThrow(
    new TypeError('A JSON:API type must be a name, not undefined.'),
  )
})

/**
 * The members of a configuration that the specification's section on reading defines. It does not cover hooks,
 * validations and the compiler's revision.
 */
function forReading({ config }: { readonly config: ResourceConfig }) {
  const { revision: _revision, hooks: _hooks, validations: _validations, ...rest } = config
  return rest
}

const typed = (kind: string) => ({ kind, list: false, nullable: false, values: [] })

const SIDELOAD = { linkage: 'included', readable: true, writable: true } as const

test('a Resource without declarations has the defaults in the specification (1.3)', () => {
  class Bare extends Resource {}
  expect(forReading(Bare)).toEqual({
    type: 'undefined_jsonapi_type',
    model: undefined,
    adapter: undefined,
    id: { key: [{ name: 'id', type: typed('string') }], clientIds: 'forbidden' },
    version: undefined,
    readBack: undefined,
    attributes: new Map(),
    filters: new Map(),
    defaultFilters: new Map(),
    sorts: new Set(),
    deprecatedSorts: new Map(),
    deprecatedActions: new Map(),
    sorting: undefined,
    pagination: undefined,
    stats: new Map(),
    extraFields: new Map(),
    defaultSort: [{ id: 'asc' }],
    defaultPageNumber: 1,
    defaultPageSize: 20,
    maxPageSize: 1000,
    pageStyle: 'number',
    cache: undefined,
    sideloads: new Map(),
    sideloadWhitelist: undefined,
    scopes: new Map(),
    actions: new Map(['index', 'show', 'create', 'update', 'destroy'].map((action) => [action, true])),
    guardsElsewhere: new Map(),
    ownActions: new Map(),
  })
})

describe('resource/configuration (4.3): private instance methods that read the configuration', () => {
  test("the private methods of an instance return the class's configuration", () => {
    const it = new (class extends Everything {
      override baseScope(): unknown {
        return undefined
      }
    })()
    const { config } = Everything
    expect({
      type: it.type,
      model: it.model,
      adapter: it.adapter,
      sideloading: it.sideloading,
      filters: it.filters,
      defaultFilters: it.defaultFilters,
      stats: it.stats,
      extraFields: it.extraFields,
      sorting: it.sorting,
      pagination: it.pagination,
      defaultSort: it.defaultSort,
      defaultPageNumber: it.defaultPageNumber,
      defaultPageSize: it.defaultPageSize,
    }).toEqual({
      type: 'everything',
      model: 'Everything',
      adapter: config.adapter,
      sideloading: config.sideloads,
      filters: config.filters,
      defaultFilters: config.defaultFilters,
      stats: config.stats,
      extraFields: config.extraFields,
      sorting: nothing,
      pagination: nothing,
      defaultSort: [{ title: 'desc' }, { id: 'asc' }],
      defaultPageNumber: 2,
      defaultPageSize: 5,
    })
  })
})

test('useAdapter stores a single instance, which it creates from a class or receives (1.6)', () => {
  class OfClass extends Resource {
    static {
      this.useAdapter(NullAdapter)
    }
  }
  const instance = new NullAdapter()
  class OfInstance extends Resource {
    static {
      this.useAdapter(instance)
    }
  }
  expect(OfClass.config.adapter).toBeInstanceOf(NullAdapter)
  expect(OfClass.config.adapter).toBe(OfClass.config.adapter)
  expect(OfInstance.config.adapter).toBe(instance)
})
