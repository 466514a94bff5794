import { describe, expect, test } from 'vitest'
import { createApi, Query } from '@jsonapi-gen/runtime'
import { SeveralErrors } from '../../runtime/src/error/errors.js'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { sqlite } from '../support/databases.js'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { failure, POSTS } from '../support/read/queries.js'
import type { Answer } from '../support/read/serve.js'

const blog = seededBlog(sqlite)
const strict = createApi({ registry, controllers, strict: true })
const registered = createApi({ registry, controllers, parameters: ['traceId'] })

async function ask(api: typeof strict, path: string): Promise<Answer> {
  blog.queries.length = 0
  const response = await api.fetch(new Request(`http://blog.test${path}`))
  return { status: response.status, body: await response.json() }
}

describe('query/strict (2.4): strict mode returns 400 for deviations from JSON:API 1.1', () => {
  test('stats returns 400, and its compliant spelling extra_stats is accepted in both modes', async () => {
    expect(await ask(strict, '/posts?stats[total]=count')).toEqual(
      refusal(
        KINDS.invalidParameter,
        'stats[total]',
        'JSON:API does not allow servers to define the parameter "stats": write "extra_stats".',
      ),
    )
    const meta = { stats: { total: { count: 100 } } }
    expect(documentOf(await ask(strict, '/posts?extra_stats[total]=count')).meta).toEqual(meta)
    expect(documentOf(await blog.get('/posts?extra_stats[total]=count')).meta).toEqual(meta)
    expect(documentOf(await blog.get('/posts?stats[total]=count')).meta).toEqual(meta)
  })

  test('fields=a,b without a type returns 400 in strict mode, and otherwise applies to the primary type', async () => {
    expect(await ask(strict, '/posts?fields=title')).toEqual(
      refusal(KINDS.unknownField, 'fields', 'The parameter "fields" needs a type: fields[posts].'),
    )
    const { data } = documentOf(await blog.get('/posts?fields=title&page[size]=1'))
    expect(data).toMatchObject([{ id: '1', attributes: { title: 'Hello, world' } }])
    expect(Object.keys((data[0] as unknown as { attributes: object }).attributes)).toEqual(['title'])
  })

  test('extra_fields=a,b without a type returns 400 in strict mode, and otherwise applies to the primary type', async () => {
    expect(await ask(strict, '/posts?extra_fields=readingTime')).toEqual(
      refusal(
        KINDS.unknownField,
        'extra_fields',
        'The parameter "extra_fields" needs a type: extra_fields[posts].',
      ),
    )
    const { data } = documentOf(await blog.get('/posts?extra_fields=readingTime&fields=title&page[size]=1'))
    expect(data).toMatchObject([{ id: '1', attributes: { title: 'Hello, world', readingTime: 1 } }])
  })

  test('an include outside the whitelist returns 400 in strict mode, and is otherwise dropped', async () => {
    expect(await ask(strict, '/posts?include=author,comments.author')).toEqual(
      refusal(KINDS.invalidInclude, 'include', '"comments.author" cannot be included here.'),
    )
    expect(blog.queries).toEqual([])
    expect(documentOf(await blog.get('/posts?include=comments.author&filter[id]=20')).included).toEqual([])
  })
})

describe('query/strict (2.4): strict mode rejects a list in brackets, which is otherwise accepted', () => {
  const listed = (written: string, name: string): string =>
    `In strict mode, lists use commas: write "${name}" instead of "${written}".`

  test.each([
    ['include[]=author', KINDS.invalidInclude, 'include[]', 'include'],
    ['fields[posts][]=title', KINDS.unknownField, 'fields[posts][]', 'fields[posts]'],
    ['extra_fields[posts][]=readingTime', KINDS.unknownField, 'extra_fields[posts][]', 'extra_fields[posts]'],
    ['filter[title][]=x', KINDS.badFilter, 'filter[title][]', 'filter[title]'],
    ['filter[title][eq][]=x', KINDS.badFilter, 'filter[title][eq][]', 'filter[title][eq]'],
    ['filter[author.name][]=x', KINDS.badFilter, 'filter[author.name][]', 'filter[author.name]'],
    ['filter[not][title][]=x', KINDS.badFilter, 'filter[not][title][]', 'filter[not][title]'],
    ['filter[title][prefix]=x&filter[title][]=y', KINDS.badFilter, 'filter[title][]', 'filter[title]'],
    ['extra_stats[total][]=count', KINDS.statNotFound, 'extra_stats[total][]', 'extra_stats[total]'],
  ] as const)('the list in %s returns 400', async (search, kind, parameter, name) => {
    expect(await ask(strict, `/posts?${search}`)).toEqual(refusal(kind, parameter, listed(parameter, name)))
    expect(blog.queries).toEqual([])
    expect((await blog.get(`/posts?${search}`)).status).toBe(200)
  })

  test('several lists in brackets are reported together', async () => {
    const search = 'include[]=author&filter[title][]=x&filter[or][0][title][]=y&fields[posts][]=title'
    const { body } = await ask(strict, `/posts?${search}`)
    expect((body as { errors: { source: object }[] }).errors.map(({ source }) => source)).toEqual(
      ['include[]', 'fields[posts][]', 'filter[title][]', 'filter[or][0][title][]'].map((parameter) => ({
        parameter,
      })),
    )
  })

  test('a list that a framework has parsed counts as a list in brackets, and an in-process list does not', () => {
    const lists = { include: ['author'], filter: { title: ['a', 'b'] }, fields: { posts: ['title'] } }
    const { errors } = failure(() => Query.ofObject(POSTS, lists, { strict: true }), SeveralErrors)
    expect(errors.map(({ source }) => source)).toEqual(
      ['include[]', 'fields[posts][]', 'filter[title][]'].map((parameter) => ({ parameter })),
    )
    expect(Query.ofValues(POSTS, lists, { strict: true }).hash).toEqual(Query.ofValues(POSTS, lists).hash)
  })

  test('a parameter that the application has registered may have any form', async () => {
    const api = createApi({ registry, controllers, strict: true, parameters: ['traceId'] })
    expect(idsOf(await ask(api, '/posts?traceId[]=1&page[size]=1'))).toEqual([1])
  })
})

describe('query/strict (2.4): a malformed parameter returns a 400 that names the parameter', () => {
  const PAGE = 'The page parameters are page[size], page[number], page[after] and page[before].'
  test.each([
    ['filter=abc', KINDS.badFilter, 'filter', 'The parameter "filter" needs a name: filter[name].'],
    ['filter[]=abc', KINDS.badFilter, 'filter[]', 'The parameter "filter" needs a name: filter[name].'],
    ['page=1', KINDS.invalidPage, 'page', 'The parameter "page" needs a name: page[size] or page[number].'],
    [
      'page[]=1',
      KINDS.invalidPage,
      'page[]',
      'The parameter "page" needs a name: page[size] or page[number].',
    ],
    ['page[offset]=x', KINDS.invalidPage, 'page[offset]', `"page[offset]" is not a page parameter. ${PAGE}`],
    [
      'include=comments&page[comments][offset]=x',
      KINDS.invalidPage,
      'page[comments][offset]',
      `"page[comments][offset]" is not a page parameter. ${PAGE}`,
    ],
    [
      'page[size][]=1',
      KINDS.invalidPage,
      'page[size][]',
      '"page[size][]" must be a whole number of at least 0.',
    ],
    [
      'page[number][x]=1',
      KINDS.invalidPage,
      'page[number][x]',
      '"page[number][x]" must be a whole number of at least 1.',
    ],
    [
      'sort[]=a',
      KINDS.badSort,
      'sort[]',
      'The parameter "sort" must be a list of attributes, separated by commas.',
    ],
    [
      'sort[a]=b',
      KINDS.badSort,
      'sort[a]',
      'The parameter "sort" must be a list of attributes, separated by commas.',
    ],
    [
      'include[a]=b',
      KINDS.invalidInclude,
      'include[a]',
      'The parameter "include" must be a list of relationship paths, separated by commas.',
    ],
    [
      'fields[posts][a]=b',
      KINDS.unknownField,
      'fields[posts][a]',
      'The parameter "fields[posts][a]" must be a list of names, separated by commas.',
    ],
    [
      'stats=total',
      KINDS.statNotFound,
      'stats',
      'The parameter "stats" needs an attribute: stats[total]=count.',
    ],
  ] as const)('the malformed parameter in %s returns 400', async (search, kind, parameter, detail) => {
    expect(await blog.get(`/posts?${search}`)).toEqual(refusal(kind, parameter, detail))
    expect(blog.queries).toEqual([])
  })
})

describe('query/strict (2.4): an undefined parameter name returns 400, unless the application registered it', () => {
  test.each([
    ['traceId=1', 'traceId', 'The parameter "traceId" is not defined.'],
    ['foo[bar]=1', 'foo[bar]', 'The parameter "foo" is not defined.'],
    ['foo[]=1', 'foo[]', 'The parameter "foo" is not defined.'],
    ['filters[a]=1', 'filters[a]', 'The parameter "filters" is not defined. Did you mean "filter"?'],
    ['Sort=id', 'Sort', 'The parameter "Sort" is not defined. Did you mean "sort"?'],
  ])('the undefined parameter in %s returns 400', async (search, parameter, detail) => {
    expect(await blog.get(`/posts?${search}`)).toEqual(refusal(KINDS.invalidParameter, parameter, detail))
    expect(blog.queries).toEqual([])
  })

  test('a registered parameter is passed to the application unchecked', async () => {
    expect(idsOf(await ask(registered, '/posts?traceId=1&page[size]=1'))).toEqual([1])
  })
})
