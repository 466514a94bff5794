import { describe, expect, test } from 'vitest'
import { InvalidParameter, Query } from '@jsonapi-gen/runtime'
import { failure, POSTS } from '../support/read/queries.js'

const ofSearch = (search: string) => Query.ofSearch(POSTS, search)
const ofObject = (object: object) => Query.ofObject(POSTS, object)

describe('query/parameters (2.1): the runtime parses brackets', () => {
  test('nested parameters are read, whether or not their brackets are encoded', () => {
    const nested = { filter: { title: { prefix: 'A' }, views: '1' }, page: { size: '2' } }
    expect(ofSearch('filter[title][prefix]=A&filter[views]=1&page[size]=2').hash).toMatchObject(nested)
    expect(
      ofSearch('filter%5Btitle%5D%5Bprefix%5D=A&filter%5Bviews%5D=1&page%5Bsize%5D=2').hash,
    ).toMatchObject(nested)
  })

  test('a leading question mark, && and a trailing & are ignored, and + is a space', () => {
    expect(ofSearch('?&&filter[title]=a+b%2Bc&').hash.filter).toEqual({ title: 'a b+c' })
  })

  test('a parameter that is repeated with [] is read as a list, in order', () => {
    expect(ofSearch('filter[title][]=b&filter[title][]=a,c').hash.filter).toEqual({ title: ['b', 'a,c'] })
  })

  test.each([
    ['filter[title]=a&filter[title]=b', 'filter[title]'],
    ['filter[title]=a&filter[title][]=b', 'filter[title][]'],
    ['filter[title][]=a&filter[title]=b', 'filter[title]'],
    ['filter[title]=a&filter[title][eq]=b', 'filter[title][eq]'],
    ['filter[title][eq]=a&filter[title]=b', 'filter[title]'],
    ['filter[title]=a&filter[title][prefix]=b&filter[title]=c', 'filter[title]'],
    ['filter[title]=a&filter[title][name]=b', 'filter[title][name]'],
    ['filter[title][name]=b&filter[title]=a', 'filter[title]'],
    ['sort=a&sort=b', 'sort'],
  ])('sending the same parameter twice returns 400: %s', (search, parameter) => {
    const error = failure(() => ofSearch(search), InvalidParameter)
    expect(error.source).toEqual({ parameter })
    expect(error.message).toBe(
      `The parameter "${parameter}" appears twice. Separate multiple values with commas.`,
    )
  })

  test('a filter without an operator means eq, and can precede or follow filters with other operators (3.5)', () => {
    const both = { title: { eq: 'a', prefix: 'b' } }
    expect(ofSearch('filter[title]=a&filter[title][prefix]=b').hash.filter).toEqual(both)
    expect(ofSearch('filter[title][prefix]=b&filter[title]=a').hash.filter).toEqual(both)
    expect(ofSearch('filter[title][]=a&filter[title][prefix]=b&filter[title][]=c').hash.filter).toEqual({
      title: { eq: ['a', 'c'], prefix: 'b' },
    })
  })

  test('parameters may be nested up to the configured depth', () => {
    const name = (depth: number) => `filter${'[not]'.repeat(depth - 1)}[title]`
    expect(ofSearch(`${name(8)}=a`).entry('').filter.size).toBe(1)
    const error = failure(() => ofSearch(`${name(9)}=a`), InvalidParameter)
    expect([error.message, error.source]).toEqual([
      `The parameter "${name(9)}" has more than 8 brackets.`,
      { parameter: name(9) },
    ])
  })

  test('a page parameter accepts a single value, and the error about several values gives no advice', () => {
    expect(failure(() => ofSearch('page[size]=1&page[size]=2'), InvalidParameter).message).toBe(
      'The parameter "page[size]" appears twice.',
    )
  })

  test.each([
    'filter[',
    'filter[a',
    'filter]',
    'filter[a]b',
    'filter[a]]',
    'filter[[a]]',
    'filter[][a]',
    '[a]',
    ']',
    '[]',
    'a]b[c]',
  ])('a parameter with unmatched brackets returns 400: %s', (name) => {
    const error = failure(() => ofSearch(`${name}=1`), InvalidParameter)
    expect([error.message, error.source]).toEqual([
      `The parameter "${name}" is malformed.`,
      { parameter: name },
    ])
  })
})

describe('query/parameters (2.1): the runtime accepts an already nested object', () => {
  test('strings, numbers, booleans and null are each read as text', () => {
    const query = ofObject({ filter: { title: 'a', views: 1, popular: true, rating: null, id: 10n } })
    expect(query.hash.filter).toEqual({ title: 'a', views: '1', popular: 'true', rating: 'null', id: '10' })
  })

  test('an object may contain lists, and numbered members become a list of objects', () => {
    const or = [{ title: { prefix: 'A' } }, { views: { gt: '10' } }]
    const query = ofObject({ filter: { title: ['a', 'b'], or } })
    expect(query.hash.filter).toEqual({
      title: ['a', 'b'],
      or: { 0: { title: { prefix: 'A' } }, 1: { views: { gt: '10' } } },
    })
  })

  test('objects may be nested up to the configured depth', () => {
    const nested = (depth: number): object => (depth === 1 ? { title: 'a' } : { not: nested(depth - 1) })
    expect(ofObject({ filter: nested(8) }).entry('').filter.size).toBe(1)
    const parameter = `filter${'[not]'.repeat(8)}`
    expect(failure(() => ofObject({ filter: nested(9) }), InvalidParameter).source).toEqual({ parameter })
  })

  test('only own members of an object are read, and an object without a prototype is accepted', () => {
    const inherited = Object.create({ sort: 'evil' }, { include: { value: 'author', enumerable: true } })
    expect(ofObject(Object.assign(Object.create(null), { sort: 'title' })).hash.sort).toEqual([
      { title: 'asc' },
    ])
    expect(ofObject({ ...inherited }).hash).toMatchObject({ sort: [], include: { author: {} } })
  })

  test.each([
    [{ filter: { title: new Date() } }, 'filter[title]'],
    [{ filter: { title: () => 1 } }, 'filter[title]'],
    [{ filter: { title: [['a']] } }, 'filter[title][]'],
    [{ filter: { title: Symbol('x') } }, 'filter[title]'],
    [{ sort: undefined, filter: { title: undefined } }, 'filter[title]'],
  ])(
    'a parameter whose value has any other type returns 400 instead of crashing the server: %o',
    (object, parameter) => {
      expect(failure(() => ofObject(object), InvalidParameter).source).toEqual({ parameter })
    },
  )
})

describe('query/parameters (2.1): parameter names are data', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  test.each(NAMES)('%s is rejected like any unknown parameter name', (name) => {
    for (const parameter of [name, `${name}[a]`, `${name}[__proto__][b]`]) {
      const error = failure(() => ofSearch(`${parameter}=1`), InvalidParameter)
      expect([error.message, error.source]).toEqual([
        `The parameter "${name}" is not defined.`,
        { parameter },
      ])
    }
  })

  test.each(NAMES)('%s inside a parameter is an ordinary name, and does not change a prototype', (name) => {
    const query = ofSearch(`filter[${name}][polluted]=1&fields[${name}]=a&stats[${name}]=count`)
    expect(Object.hasOwn(query.hash.filter, name)).toBe(true)
    expect(Object.hasOwn(query.hash.fields, name)).toBe(true)
    expect([...query.stats.keys()]).toEqual([name])
    expect('polluted' in {}).toBe(false)
    expect(Object.getPrototypeOf(query.hash.filter)).toBe(Object.prototype)
  })

  test('__proto__ as an own member of a nested object in a JSON body remains data', () => {
    const query = ofObject(JSON.parse('{"filter":{"__proto__":{"polluted":"1"}}}'))
    expect(Object.keys(query.hash.filter)).toEqual(['__proto__'])
    expect('polluted' in {}).toBe(false)
  })
})

describe('query/parameters (2.2): the parameters are never mutated', () => {
  const deepFreeze = <Value>(value: Value): Value => {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze)
    return value
  }
  const params = () => ({
    filter: { title: ['a', 'b'], or: [{ views: { gt: '1' } }], comments: { body: 'x' } },
    sort: '-title,id',
    page: { size: '2', comments: { size: '1' } },
    include: 'comments,author',
    stats: { total: 'count' },
    fields: { posts: 'title' },
    extra_fields: { posts: 'readingTime' },
  })

  test('a frozen object of parameters can be read and remains unchanged', () => {
    const mutable = params()
    expect(ofObject(deepFreeze(params())).hash).toEqual(ofObject(mutable).hash)
    expect(mutable).toEqual(params())
  })

  test('a query is immutable, and withInclude does not change it', () => {
    const query = ofObject(params())
    const before = query.hash
    const other = query.withInclude(
      new Map([
        ['author', new Map()],
        ['comments', new Map()],
        ['tags', new Map()],
      ]),
    )
    expect(other.hash.include).toEqual({ author: {}, comments: {}, tags: {} })
    expect(query.hash).toEqual(before)
    expect(Object.isFrozen(query)).toBe(true)
  })
})
