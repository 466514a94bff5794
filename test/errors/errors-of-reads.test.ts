import { describe, expect, test } from 'vitest'
import { Controller, createApi, defineRegistry, JsonapiError } from '@jsonapi-gen/runtime'
import * as classes from '../../runtime/src/error/errors.js'
import { anyDatabase, sqlite } from '../support/databases.js'
import { KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { RecordedResource } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

/** The code, status and title of each class, on which clients may rely. */
const CLASSES = {
  BadFilter: ['bad_filter', 400, 'Bad filter', classes.BadFilter],
  InvalidFilterValue: ['invalid_filter_value', 400, 'Invalid filter value', classes.InvalidFilterValue],
  RequiredFilter: ['required_filter', 400, 'Required filter', classes.RequiredFilter],
  BadSort: ['bad_sort', 400, 'Bad sort', classes.BadSort],
  InvalidInclude: ['invalid_include', 400, 'Invalid include', classes.InvalidInclude],
  InvalidPage: ['invalid_page', 400, 'Invalid page', classes.InvalidPage],
  UnsupportedPageSize: ['unsupported_page_size', 400, 'Unsupported page size', classes.UnsupportedPageSize],
  TooManyRecords: ['too_many_records', 400, 'Too many records', classes.TooManyRecords],
  StatNotFound: ['stat_not_found', 400, 'Stat not found', classes.StatNotFound],
  UnknownField: ['unknown_field', 400, 'Unknown field', classes.UnknownField],
  InvalidParameter: ['invalid_parameter', 400, 'Invalid parameter', classes.InvalidParameter],
  RecordNotFound: ['record_not_found', 404, 'Record not found', classes.RecordNotFound],
  Forbidden: ['forbidden', 403, 'Forbidden', classes.Forbidden],
  Conflict: ['conflict', 409, 'Conflict', classes.Conflict],
  UnsupportedMediaType: [
    'unsupported_media_type',
    415,
    'Unsupported media type',
    classes.UnsupportedMediaType,
  ],
  RequestTimeout: ['request_timeout', 408, 'Request timeout', classes.RequestTimeout],
  NotAcceptable: ['not_acceptable', 406, 'Not acceptable', classes.NotAcceptable],
} as const

describe('errors/reads (13.1): every client error has its own class, a stable code and a status', () => {
  test.each(Object.values(CLASSES))('an error has the code %s', (code, status, title, errorClass) => {
    const { name } = errorClass
    const error = new errorClass({ detail: 'Why.', source: { parameter: 'filter[a]' }, meta: { a: 1 } })
    expect(error).toBeInstanceOf(JsonapiError)
    expect([error.name, error.code, error.status, error.message]).toEqual([name, code, status, 'Why.'])
    expect(error.errors).toEqual([
      {
        status: String(status),
        code,
        title,
        detail: 'Why.',
        source: { parameter: 'filter[a]' },
        meta: { a: 1 },
      },
    ])
  })

  test('no two error classes share a code', () => {
    const codes = Object.values(CLASSES).map(([code]) => code)
    expect(new Set(codes).size).toBe(codes.length)
  })

  test('several mistakes in a request cause a single response with several errors, each with its own source', () => {
    const errors = [
      new classes.BadFilter({ detail: 'A.', source: { parameter: 'filter[a]' } }),
      new classes.BadSort({ detail: 'B.', source: { parameter: 'sort' } }),
    ]
    const several = new classes.SeveralErrors(errors)
    expect([several.status, several.errors]).toEqual([400, errors.flatMap((error) => error.errors)])
  })
})

/** Every error that a read of the blog can cause: the request, and the error's class, source and message. */
const REFUSED: readonly (readonly [
  path: string,
  kind: (typeof KINDS)[keyof typeof KINDS],
  parameter: string,
  detail: string,
  meta?: unknown,
])[] = [
  ['/posts?filter[nosuch]=1', KINDS.badFilter, 'filter[nosuch]', 'The filter "nosuch" is not allowed.'],
  ['/posts?filter%5Bnosuch%5D=1', KINDS.badFilter, 'filter[nosuch]', 'The filter "nosuch" is not allowed.'],
  [
    '/posts?filter[views][contains]=1',
    KINDS.badFilter,
    'filter[views][contains]',
    'The filter "views" does not support the operator "contains". It supports eq, gt, gte, lt, lte.',
  ],
  [
    '/posts?filter[status]=deleted',
    KINDS.invalidFilterValue,
    'filter[status]',
    'The filter "status" does not accept this value: "deleted" is not one of draft, published.',
  ],
  [
    '/posts?filter[publishedAt][gt]=yesterday',
    KINDS.invalidFilterValue,
    'filter[publishedAt][gt]',
    'The filter "publishedAt" does not accept this value: "yesterday" is not a datetime.',
  ],
  ['/posts?sort=nosuch', KINDS.badSort, 'sort', '"posts" cannot be sorted by "nosuch".'],
  ['/posts?sort=--id', KINDS.badSort, 'sort', 'The sort key "--id" is malformed.'],
  [
    '/authors?include=psts',
    KINDS.invalidInclude,
    'include',
    '"psts" is not a relationship path of the resource. Did you mean "posts"?',
  ],
  [
    '/authors?include=posts.nosuch',
    KINDS.invalidInclude,
    'include',
    '"posts.nosuch" is not a relationship path of the resource.',
  ],
  [
    '/authors?include=posts..author',
    KINDS.invalidInclude,
    'include',
    'The include path "posts..author" is malformed.',
  ],
  [
    '/posts?page[size]=-1',
    KINDS.invalidPage,
    'page[size]',
    '"page[size]" must be a whole number of at least 0.',
  ],
  [
    '/posts?page[number]=0',
    KINDS.invalidPage,
    'page[number]',
    '"page[number]" must be a whole number of at least 1.',
  ],
  [
    '/posts?page[size]=101',
    KINDS.unsupportedPageSize,
    'page[size]',
    'The page size 101 exceeds the maximum of 100.',
    { page: { maxSize: 100 } },
  ],
  [
    '/posts?stats[views]=median',
    KINDS.statNotFound,
    'stats[views]',
    '"posts" has no stat "median" of "views".',
    { attribute: 'views', calculation: 'median' },
  ],
  [
    '/posts?stats[veiws]=sum',
    KINDS.statNotFound,
    'stats[veiws]',
    '"posts" has no stat "sum" of "veiws". Did you mean "views"?',
    { attribute: 'veiws', calculation: 'sum' },
  ],
  [
    '/posts?fields[posts]=titel',
    KINDS.unknownField,
    'fields[posts]',
    '"posts" has no field "titel". Did you mean "title"?',
  ],
  [
    '/posts?fields[nosuch]=a',
    KINDS.unknownField,
    'fields[nosuch]',
    'The type "nosuch" is not in this response.',
  ],
  [
    '/posts?extra_fields[posts]=readingtime',
    KINDS.unknownField,
    'extra_fields[posts]',
    '"posts" has no field "readingtime". Did you mean "readingTime"?',
  ],
  ['/posts?colour=red', KINDS.invalidParameter, 'colour', 'The parameter "colour" is not defined.'],
  [
    '/posts/1?sort=id',
    KINDS.invalidParameter,
    'sort',
    '"sort" applies to collections, but this is a single record.',
  ],
]

describe.each(anyDatabase)('errors/reads (13.1): a rejected read runs no query, $name', (database) => {
  const blog = seededBlog(database)

  test.each([...REFUSED])('an invalid read is rejected without a query: %s', async (...row) => {
    const [path, kind, parameter, detail, meta] = row as unknown as (typeof REFUSED)[number]
    expect(await blog.get(path)).toEqual(refusal(kind, parameter, detail, meta))
    expect(blog.queries).toEqual([])
  })

  test('a mistake anywhere in a request prevents all of its queries: includes, stats and primary data', async () => {
    const good = 'include=author,comments,tags&stats[total]=count&sort=-views&page[size]=5'
    for (const bad of [
      'filter[a]=1',
      'sort=a',
      'fields[posts]=a',
      'filter[comments][a]=1',
      'page[tags][size]=-1',
    ]) {
      const path = bad.startsWith('sort') ? good.replace('sort=-views', bad) : `${good}&${bad}`
      expect((await blog.get(`/posts?${path}`)).status).toBe(400)
      expect(blog.queries).toEqual([])
    }
  })

  test('an id of the wrong type returns 404 without a query, like a missing record', async () => {
    for (const [id, spelled] of [
      ['01', '1'],
      ['1e0'],
      ['1%20', '1'],
      ['+1', '1'],
      ['0x1'],
      ['2147483648'],
      ['99999999999999999999'],
      ['x'],
      ['-0', '0'],
      ['%00'],
    ] as const) {
      const hint = spelled === undefined ? '' : ` The id must be written as "${spelled}".`
      const answer = await blog.get(`/posts/${id}`)
      expect(answer).toEqual({
        status: 404,
        body: {
          jsonapi: { version: '1.1' },
          errors: [
            {
              status: '404',
              code: 'record_not_found',
              title: 'Record not found',
              detail: `There is no record of type "posts" with the id "${decodeURIComponent(id)}".${hint}`,
            },
          ],
        },
      })
      expect(blog.queries).toEqual([])
    }
    expect((await blog.get('/posts/101')).status).toBe(404)
    expect(blog.queries).toHaveLength(1)
  })
})

describe('errors/reads (13.1): an unexpected error returns a 500 without internal details', () => {
  test.each([
    ['an Error', new Error('password=hunter2 at /srv/app.js')],
    ['a string', 'password=hunter2'],
    ['undefined', undefined],
  ])("the application's logger receives the whole unexpected error: %s", async (_, thrown) => {
    class Throwing extends RecordedResource {
      static {
        this.type('rows')
      }
      override async resolve(): Promise<never> {
        throw thrown
      }
    }
    class Rows extends Controller {
      static {
        this.jsonapi(Throwing)
      }
      index(): Promise<Response> {
        return this.renderJsonapi([])
      }
    }
    const logged: unknown[] = []
    const api = createApi({
      registry: defineRegistry({ rows: Throwing }),
      controllers: { rows: Rows },
      onError: (error, id) => logged.push(error, id),
    })
    const response = await api.fetch(new Request('http://api.test/rows'))
    const body = (await response.json()) as { errors: { id: string }[] }
    expect(response.status).toBe(500)
    expect(body).toEqual({
      jsonapi: { version: '1.1' },
      errors: [
        {
          id: expect.stringMatching(/^[\da-f-]{36}$/),
          status: '500',
          code: 'internal_error',
          title: 'Internal error',
          detail:
            'The server could not process this request. For details, look up the id of this error in the server log.',
        },
      ],
    })
    expect(logged).toEqual([thrown, body.errors[0]?.id])
  })
})

describe('errors/reads (13.2): a parameter is named as the client wrote it', () => {
  const blog = seededBlog(sqlite)

  test.each([
    ['filter[nosuch]=1', 'filter[nosuch]'],
    ['filter[nosuch][gt]=1', 'filter[nosuch][gt]'],
    ['filter[nosuch][]=1', 'filter[nosuch][]'],
    ['filter[nosuch][eq][]=1', 'filter[nosuch][eq][]'],
    ['filter[or][0][nosuch]=1', 'filter[or][0][nosuch]'],
    ['include=comments&filter[comments][nosuch]=1', 'filter[comments][nosuch]'],
    ['include=posts.author&filter[author][nosuch]=1', 'filter[author][nosuch]'],
    ['page[size]=x', 'page[size]'],
    ['page[size][]=1', 'page[size][]'],
    ['include=comments&page[comments][size]=x', 'page[comments][size]'],
    ['fields=nosuch', 'fields'],
    ['fields[]=nosuch', 'fields[]'],
    ['fields[posts]=nosuch', 'fields[posts]'],
    ['fields[posts][]=nosuch', 'fields[posts][]'],
    ['extra_stats[total]=sum', 'extra_stats[total]'],
    ['stats[total][]=sum', 'stats[total][]'],
    ['stats[nosuch][x]=count', 'stats[nosuch][x]'],
  ])('an error names the parameter as the client wrote it: %s', async (search, parameter) => {
    const { status, body } = await blog.get(`${search.includes('posts.') ? '/authors' : '/posts'}?${search}`)
    const { errors } = body as { errors: { source: unknown }[] }
    expect([status, errors.map(({ source }) => source)]).toEqual([400, [{ parameter }]])
  })

  test('no error names a guarded filter, or an attribute or a stat that the user may not see', async () => {
    class Hidden extends RecordedResource {
      static {
        this.type('rows')
        this.attribute('salary', { type: 'integer', readable: 'isEditor' })
        this.allowFilter('salary', {}, (scope) => scope)
        this.allowStat('salary', { sum: () => 0 })
      }
    }
    const api = serve({ rows: Hidden })
    for (const [hidden, unknown] of [
      ['filter[salary]=1', 'filter[selary]=1'],
      ['sort=salary', 'sort=selary'],
      ['fields[rows]=salary', 'fields[rows]=selary'],
      ['stats[salary]=sum', 'stats[selary]=sum'],
      ['stats[salary]=nosuch', 'stats[selary]=nosuch'],
    ]) {
      const answer = JSON.stringify(await api.get(`/rows?${hidden}`)).replaceAll('salary', 'selary')
      expect(JSON.parse(answer)).toEqual(await api.get(`/rows?${unknown}`))
      expect(JSON.parse(answer)).toMatchObject({ status: 400 })
    }
  })

  test('the name of a prototype member is rejected like any other unknown name', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const search of [
        `filter[${name}]=1`,
        `filter[title][${name}]=1`,
        `filter[or][${name}]=1`,
        `sort=${name}`,
        `sort=author.${name}`,
        `fields[${name}]=a`,
        `fields[posts]=${name}`,
        `extra_fields[posts]=${name}`,
        `stats[${name}]=count`,
        `stats[views]=${name}`,
        `page[${name}]=1`,
        `${name}=1`,
      ]) {
        expect(await blog.get(`/posts?${search}`)).toMatchObject({ status: 400 })
        expect(blog.queries).toEqual([])
      }
      expect(await blog.get(`/authors?include=${name}`)).toMatchObject({ status: 400 })
      expect(await blog.get(`/authors?include=posts.${name}`)).toMatchObject({ status: 400 })
      expect(await blog.get(`/${name}`)).toMatchObject({ status: 404 })
      expect(await blog.get(`/posts/${name}`)).toMatchObject({ status: 404 })
    }
  })
})
