import { Resource } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'

const nothing = (scope: unknown): unknown => scope

describe('resource/declarations (4.2): invalid declarations are rejected immediately', () => {
  test.each([undefined, null, '', 1])('type(%j) is rejected', (value) => {
    expect(
      () =>
        class extends Resource {
          static {
            this.type(value as string)
          }
        },
    ).toThrow(TypeError)
  })

  test('extraField with a different type is rejected', () => {
    class Everything extends Resource {
      static {
        this.type('everything')
      }
    }
    expect(() => Everything.extraField({ everything: ['own'], others: ['likes'] })).toThrow(
      new TypeError(
        'The extra fields of "others" must be declared in its own resource, not in "everything".',
      ),
    )
  })
})

describe('resource/declarations (4.2): extraField accepts a map from types to fields', () => {
  test('the fields in a map are independent, and all of them use the same function', () => {
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

describe('resource/declarations (1.4): a repeated declaration of a name replaces the earlier one', () => {
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
      this.attribute('title', { type: 'string', maxLength: 5 })
      this.attribute('title', 'string?')
      this.defaultFilter('visible', { eq: true }, { type: 'boolean' })
      this.defaultFilter('visible', nothing)
      this.extraField('extra', { type: 'integer' }, nothing)
      this.extraField('extra', { value: nothing })
      this.allowStat('rating', { median: nothing })
      this.allowStat({ rating: { column: 'stars', calculations: 'maximum' } })
      this.sort((scope) => [scope])
      this.sort(nothing)
      this.paginate((scope) => [scope])
      this.paginate(nothing)
      this.id('integer', { clientIds: 'required' })
      this.id('uuid')
      this.defaultPageNumber(2)
      this.defaultPageNumber(3)
      this.defaultPageSize(4)
      this.defaultPageSize(5)
      this.maxPageSize(6)
      this.maxPageSize(7)
      this.cache('no-store')
      this.cache('private, max-age=60')
    }
  }

  test('a repeated default filter, extra field, stat or single value replaces the first one', () => {
    const { attributes, defaultFilters, extraFields, stats, ...config } = Twice.config
    const { sorting, pagination, id, defaultPageNumber, defaultPageSize, maxPageSize, cache } = config
    const typed = (kind: string, nullable = false) => ({ kind, list: false, nullable, values: [] })
    const guards = { readable: true, writable: true, sortable: true }
    expect({ sorting, pagination, id, defaultPageNumber, defaultPageSize, maxPageSize, cache }).toEqual({
      sorting: nothing,
      pagination: nothing,
      id: { key: [{ name: 'id', type: typed('uuid') }], clientIds: 'forbidden' },
      defaultPageNumber: 3,
      defaultPageSize: 5,
      maxPageSize: 7,
      cache: 'private, max-age=60',
    })
    expect({ attributes, defaultFilters, extraFields, stats }).toEqual({
      attributes: new Map([
        ['title', { name: 'title', column: 'title', type: typed('string', true), ...guards }],
      ]),
      defaultFilters: new Map([['visible', { name: 'visible', filter: nothing }]]),
      extraFields: new Map([['extra', { name: 'extra', value: nothing }]]),
      stats: new Map<string, object>([
        ['views', { attribute: 'views', calculations: new Map([['average', { builtIn: 'average' }]]) }],
        [
          'rating',
          {
            attribute: 'rating',
            column: 'stars',
            calculations: new Map([['maximum', { builtIn: 'maximum' }]]),
          },
        ],
      ]),
    })
  })

  test('a repeated declaration replaces the first one completely', () => {
    const { type, model, filters, sideloads, defaultSort } = Twice.config
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
          {
            name: 'relatives',
            kind: 'belongsTo',
            many: false,
            resource: 'b',
            foreignKey: ['y'],
            linkage: 'included',
            readable: true,
            writable: true,
          },
        ],
      ]),
      defaultSort: [{ b: 'desc' }],
    })
  })

  test('a declaration after the first request takes effect', async () => {
    class Late extends Twice {}
    const names = new Late().associationNames
    Late.hasOne('late', { resource: 'c', foreignKey: 'z' })
    expect([names, new Late().associationNames]).toEqual([['relatives'], ['relatives', 'late']])
  })
})

test('`linkage: always` is accepted only if the record itself stores the key (12.1)', () => {
  class NoteResource extends Resource {}
  expect(() =>
    NoteResource.hasMany('comments', { resource: 'comments', foreignKey: 'noteId', linkage: 'always' }),
  ).toThrow(
    new TypeError(
      `linkage: 'always' is not possible for "comments", because the record itself does not contain the linkage.`,
    ),
  )
  NoteResource.belongsTo('author', { resource: 'authors', foreignKey: 'authorId', linkage: 'always' })
  expect(NoteResource.config.sideloads.get('author')?.linkage).toBe('always')
})
