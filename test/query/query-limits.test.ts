import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../runtime/src/query/limits.js'
import { InvalidInclude } from '../../runtime/src/error/errors.js'
import { InvalidParameter, Query } from '@jsonapi-gen/runtime'
import { sqlite } from '../support/databases.js'
import { idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { failure, POSTS } from '../support/read/queries.js'

const blog = seededBlog(sqlite)
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('query/limits (2.1): nesting depth, parameter count and value length are limited', () => {
  const read = (search: string) => () => Query.ofSearch(POSTS, search)
  const readObject = (object: object) => () => Query.ofObject(POSTS, object)

  test.each([99, 100])('a request with %i parameters is accepted', (count) => {
    const search = times(count, (index) => `filter[f${index}]=1`).join('&')
    expect(read(search)().entry('').filter.size).toBe(count)
    const object = { filter: Object.fromEntries(times(count, (index) => [`f${index}`, '1'])) }
    expect(readObject(object)().entry('').filter.size).toBe(count)
  })

  test('a request with 101 parameters is rejected, in a URL or an object', () => {
    const search = times(101, (index) => `filter[f${index}]=1`).join('&')
    const object = { filter: Object.fromEntries(times(101, (index) => [`f${index}`, '1'])) }
    for (const run of [read(search), readObject(object)]) {
      const error = failure(run, InvalidParameter)
      expect([error.message, error.source]).toEqual([
        'A request can have at most 100 parameters.',
        { parameter: 'filter[f100]' },
      ])
    }
    const list = { filter: { title: times(101, String) } }
    expect(failure(readObject(list), InvalidParameter).source).toEqual({ parameter: 'filter[title][]' })
  })

  test.each([7, 8])('a parameter with %i brackets is accepted', (depth) => {
    const brackets = '[not]'.repeat(depth - 1)
    expect(read(`filter${brackets}[title]=a`)().entry('').filter.size).toBe(1)
    expect(readObject({ filter: nested(depth) })().entry('').filter.size).toBe(1)
  })

  test('a parameter with 9 brackets is rejected in a URL or an object, even a circular object', () => {
    const name = `filter${'[not]'.repeat(8)}[title]`
    const error = failure(read(`${name}=a`), InvalidParameter)
    expect([error.message, error.source]).toEqual([
      `The parameter "${name}" has more than 8 brackets.`,
      { parameter: name },
    ])
    expect(failure(readObject({ filter: nested(9) }), InvalidParameter).message).toBe(
      `The parameter "filter${'[not]'.repeat(8)}" has more than 8 brackets.`,
    )
    const circular: Record<string, unknown> = {}
    circular['not'] = circular
    failure(readObject({ filter: circular }), InvalidParameter)
    failure(readObject({ filter: { or: [circular] } }), InvalidParameter)
  })

  test.each([8191, 8192])('a parameter value of %i characters is accepted', (length) => {
    const text = 'a'.repeat(length)
    expect(read(`filter[title]=${text}`)().hash.filter).toEqual({ title: text })
    expect(readObject({ filter: { title: text } })().hash.filter).toEqual({ title: text })
  })

  test('a parameter value of 8193 characters is rejected', () => {
    const text = 'a'.repeat(8193)
    for (const run of [read(`filter[title]=${text}`), readObject({ filter: { title: text } })]) {
      const error = failure(run, InvalidParameter)
      expect([error.message, error.source]).toEqual([
        'The value of "filter[title]" is longer than 8192 characters.',
        { parameter: 'filter[title]' },
      ])
    }
  })

  test('each limit on queries can be changed', () => {
    const options = { limits: { parameters: 1, depth: 1, valueLength: 1 } }
    const read = (search: string) => () => Query.ofSearch(POSTS, search, options)
    expect(read('filter[title]=a')().hash.filter).toEqual({ title: 'a' })
    failure(read('filter[title]=a&sort=b'), InvalidParameter)
    failure(read('filter[title]=ab'), InvalidParameter)
    failure(read('filter[title][eq]=a'), InvalidParameter)
  })
})

const nested = (depth: number): object => (depth === 1 ? { title: 'a' } : { not: nested(depth - 1) })

describe('query/limits: limits at n−1, n and n+1', () => {
  test('the include depth of a query is at most 3', () => {
    const read = (path: string) => () => Query.ofSearch(POSTS, `include=${path}`)
    expect(read('a.b')().hash.include).toEqual({ a: { b: {} } })
    expect(read('a.b.c')().hash.include).toEqual({ a: { b: { c: {} } } })
    expect(failure(read('a.b.c.d'), InvalidInclude).errors).toEqual([
      {
        status: '400',
        code: 'invalid_include',
        title: 'Invalid include',
        detail: 'The include path "a.b.c.d" is more than 3 relationships deep.',
        source: { parameter: 'include' },
      },
    ])
  })

  test('a request has at most 20 include paths, counting each prefix once', () => {
    const read = (count: number) => () =>
      Query.ofSearch(POSTS, `include=${times(count - 1, (index) => `a.b${index}`).join()}`)
    expect(Object.keys(read(19)().hash.include['a'] ?? {})).toHaveLength(18)
    expect(Object.keys(read(20)().hash.include['a'] ?? {})).toHaveLength(19)
    const error = failure(read(21), InvalidInclude)
    expect([error.message, error.source]).toEqual([
      'A request can include at most 20 paths.',
      { parameter: 'include' },
    ])
  })

  test('a list in a filter has at most 200 values', async () => {
    const list = (count: number) => times(count, (index) => index + 1).join()
    const size = 'page[size]=0'
    expect(idsOf(await blog.get(`/posts?filter[id]=${list(199)}&${size}`))).toEqual([])
    expect(idsOf(await blog.get(`/posts?filter[id]=${list(200)}&${size}`))).toEqual([])
    expect(await blog.get(`/posts?filter[id]=${list(201)}&${size}`)).toEqual(
      refusal(
        KINDS.invalidFilterValue,
        'filter[id]',
        'The filter "id" does not accept this value: it has more than 200 values.',
      ),
    )
  })

  test('the URL of a query is limited to 8 KB', async () => {
    const base = 'http://blog.test'
    const path = '/posts?page[size]=0&filter[title]='
    const fill = (length: number) => path + 'a'.repeat(length - base.length - path.length)
    expect((await blog.get(fill(DEFAULT_LIMITS.url - 1))).status).toBe(200)
    expect((await blog.get(fill(DEFAULT_LIMITS.url))).status).toBe(200)
    expect((await blog.get(fill(DEFAULT_LIMITS.url + 1))).status).toBe(414)
  })

  test('the page size is at most 100 if the schema sets that limit, and 1000 otherwise', async () => {
    for (const [path, largest] of [
      ['/posts', 100],
      ['/authors', 1000],
    ] as const) {
      expect((await blog.get(`${path}?page[size]=${largest - 1}`)).status).toBe(200)
      expect((await blog.get(`${path}?page[size]=${largest}`)).status).toBe(200)
      expect(await blog.get(`${path}?page[size]=${largest + 1}`)).toEqual(
        refusal(
          KINDS.unsupportedPageSize,
          'page[size]',
          `The page size ${largest + 1} exceeds the maximum of ${largest}.`,
          { page: { maxSize: largest } },
        ),
      )
    }
  })

  test('the JSON of a filter is at most 32 levels deep', async () => {
    const json = (depth: number) => encodeURIComponent(`{{{${'['.repeat(depth)}${']'.repeat(depth)}}}}`)
    const reason = async (depth: number) =>
      (await blog.get(`/posts?filter[title]=${json(depth)}`)).body as { errors: { detail: string }[] }
    expect((await reason(31)).errors[0]?.detail).toContain('is not a string')
    expect((await reason(32)).errors[0]?.detail).toContain('is not a string')
    expect((await reason(33)).errors[0]?.detail).toBe(
      'The filter "title" does not accept this value: its JSON is nested more than 32 levels deep.',
    )
  })
})
