import { describe, expect, test } from 'vitest'
import { Resource, type ResourceConfig } from '@jsonapi-gen/runtime'
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
  }
}

describe('resource/configuration (1.1): a Resource keeps all its configuration in the class attribute config', () => {
  test('each declaration of 1.4 is there in the words of the specification', () => {
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
    })
  })

  test('it is a static attribute, and the same object each time', () => {
    expect(Everything.config).toBe(Everything.config)
  })
})

/** What the specification has of a configuration; hooks and validations are section 11's, the revision is the compiler's. */
function forReading({ config }: { readonly config: ResourceConfig }) {
  const { revision: _revision, hooks: _hooks, validations: _validations, ...rest } = config
  return rest
}

const typed = (kind: string) => ({ kind, list: false, nullable: false, values: [] })

const SIDELOAD = { linkage: 'included', readable: true, writable: true } as const

test('a Resource that declares nothing has the defaults of the specification (1.3)', () => {
  class Bare extends Resource {}
  expect(forReading(Bare)).toEqual({
    type: 'undefined_jsonapi_type',
    model: undefined,
    adapter: undefined,
    id: { key: [{ name: 'id', type: typed('string') }], clientIds: 'forbidden' },
    version: undefined,
    attributes: new Map(),
    filters: new Map(),
    defaultFilters: new Map(),
    sorts: new Set(),
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
  })
})

describe('resource/configuration (4.3): the readers of an instance, which are private', () => {
  test('say what its class has configured', () => {
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

describe('resource/configuration (4.2): declarations that are refused at once', () => {
  test.each([undefined, null, '', 1])('type(%j)', (value) => {
    expect(
      () =>
        class extends Resource {
          static {
            this.type(value as string)
          }
        },
    ).toThrow(TypeError)
  })

  test('extraField of another type', () => {
    expect(() => Everything.extraField({ everything: ['own'], others: ['likes'] })).toThrow(
      new TypeError(
        'The extra fields of "others" are declared by its own resource, and this one is "everything".',
      ),
    )
  })
})

describe('resource/configuration (4.2): extraField takes a map of type to fields', () => {
  test('each is a field of its own, and they share the function', () => {
    class Mapped extends Resource {
      static {
        this.type('mapped')
        this.extraField({ mapped: ['likes', 'shares'] }, { type: 'integer' }, nothing)
        this.extraField({ mapped: 'views' })
      }
    }
    const type = { kind: 'integer', list: false, nullable: false, values: [] }
    expect(Mapped.config.extraFields).toEqual(
      new Map<string, object>([
        ['likes', { name: 'likes', type, scope: nothing }],
        ['shares', { name: 'shares', type, scope: nothing }],
        ['views', { name: 'views' }],
      ]),
    )
  })
})

describe('resource/configuration (1.4): declaring the same name again replaces it', () => {
  class Twice extends Resource {
    static {
      this.type('once')
      this.type('twice')
      this.model('Once')
      this.model('Twice')
      this.allowFilter('title', { aliases: ['name'] })
      this.allowFilter('title', { operators: ['prefix'] })
      this.allowStat({ views: ['sum'] })
      this.allowStat({ views: ['average'] })
      this.hasMany('relatives', { resource: 'a', foreignKey: 'x' })
      this.belongsTo('relatives', { resource: 'b', foreignKey: 'y' })
      this.defaultSort([{ a: 'asc' }])
      this.defaultSort([{ b: 'desc' }])
    }
  }

  test('whole: nothing of the first declaration stays', () => {
    const { type, model, filters, stats, sideloads, defaultSort } = Twice.config
    expect({ type, model, filters, sideloads, defaultSort }).toEqual({
      type: 'twice',
      model: 'Twice',
      filters: new Map([
        [
          'title',
          {
            name: 'title',
            aliases: ['title'],
            operators: ['prefix'],
            attribute: 'title',
            required: false,
          },
        ],
      ]),
      sideloads: new Map([
        [
          'relatives',
          { ...SIDELOAD, name: 'relatives', kind: 'belongsTo', resource: 'b', foreignKey: ['y'] },
        ],
      ]),
      defaultSort: [{ b: 'desc' }],
    })
    expect([...(stats.get('views')?.calculations.keys() ?? [])]).toEqual(['average'])
  })

  test('a declaration after the first request takes effect', async () => {
    class Late extends Twice {}
    const names = new Late().associationNames
    Late.hasOne('late', { resource: 'c', foreignKey: 'z' })
    expect([names, new Late().associationNames]).toEqual([['relatives'], ['relatives', 'late']])
  })
})

test('useAdapter stores one instance, of a class or the one handed in (1.6)', () => {
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

test('linkage can be always rendered only where it stands in the record itself (12.1)', () => {
  class NoteResource extends Resource {}
  expect(() =>
    NoteResource.hasMany('comments', { resource: 'comments', foreignKey: 'noteId', linkage: 'always' }),
  ).toThrow(
    new TypeError(
      `The linkage of "comments" can't always be rendered: it does not stand in the record itself.`,
    ),
  )
  NoteResource.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', linkage: 'always' })
  expect(NoteResource.config.sideloads.get('author')?.linkage).toBe('always')
})
