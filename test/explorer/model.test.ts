import { describe, expect, test } from 'vitest'
import { hashOf, pasted, readHash } from '../../explorer/page/model/address.js'
import { offeredIncludes, primaryTypes, readContract } from '../../explorer/page/model/contract.js'
import { curlOf } from '../../explorer/page/model/snippets.js'
import { excluding, including, togglingStat, withPage } from '../../explorer/page/model/edit.js'
import { documentFault } from '../../explorer/page/model/document-fault.js'
import { bodyOf } from '../../explorer/page/model/body.js'
import { errorsByPath } from '../../explorer/page/model/field-errors.js'
import { type Input, inputsOf, NOTHING_TYPED, typedOf } from '../../explorer/page/model/inputs.js'
import { type JsonObject, memberText, prettyJson } from '../../explorer/page/model/json.js'
import { followed, webAddress } from '../../explorer/page/model/links.js'
import { marksOf } from '../../explorer/page/model/marks.js'
import { parseUrl } from '../../explorer/page/model/parse-url.js'
import { printUrl } from '../../explorer/page/model/print-url.js'
import { queryFor } from '../../explorer/page/model/query.js'
import { type Row, tableOf } from '../../explorer/page/model/rows.js'
import { searchUrl } from '../../explorer/page/model/search.js'
import { seenBy, viewerIn, whoText, withheldOf } from '../../explorer/page/model/viewer.js'
import { controlOf, textOf, valueOf } from '../../explorer/page/model/values.js'
import { KINDS } from '../../runtime/src/vocabulary/values/type.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')
const saas = knownOf('saas')

describe('explorer/model: requests that a contract offers', () => {
  test("the builder offers includes from the action's whitelist, up to the depth limit", () => {
    expect(offeredIncludes(blog, { type: 'posts' }, '')).toEqual(['author', 'comments', 'tags'])
    expect(offeredIncludes(blog, { type: 'posts', id: '1' }, 'comments')).toEqual(['author', 'replies'])
    expect(offeredIncludes(blog, { type: 'posts' }, 'comments')).toEqual([])
    expect(
      offeredIncludes(blog, { type: 'posts', id: '1', relationship: 'tags', isLinkage: true }, ''),
    ).toEqual(['tags'])
    expect(offeredIncludes(blog, { type: 'authors' }, 'posts.comments.author')).toEqual([])
    expect(primaryTypes(blog, { type: 'attachments', id: '1', relationship: 'subject' })).toEqual([
      'authors',
      'posts',
    ])
  })

  test('the explorer reads the valid parts of an incomplete contract', () => {
    expect([1, null, [], {}, { resources: {} }].map(readContract)).toEqual([
      'This is not a contract: it has no "resources".',
      'This is not a contract: it has no "resources".',
      'This is not a contract: it has no "resources".',
      'This is not a contract: it has no "resources".',
      'The contract has format undefined, but this page reads format 1. Update @jsonapi-gen/explorer and the generator to the same version.',
    ])
  })

  test('the explorer does not offer to create a record if its requirements cannot be met (JG701)', () => {
    const { posts } = blog.contract.resources
    const actions = { ...posts?.actions, create: { ...posts?.actions.create, takes: false } }
    const known = readContract({ ...blog.contract, resources: { posts: { ...posts, actions } } })
    if (typeof known === 'string') throw new Error(known)
    expect(known.contract.resources['posts']?.actions.create).toMatchObject({ address: false, who: false })
  })

  test('removing an include also removes its parameters', () => {
    const url =
      '/authors?include=posts.comments&filter[posts][status]=draft&filter[comments][approved]=true&filter[name]=a&sort=posts.-views,name&page[posts.comments][size]=1&page[size]=2'
    const query = parseUrl(blog, url) ?? queryFor({ type: 'authors' })
    expect(printUrl(excluding(query, 'posts.comments'))).toBe(
      '/authors?include=posts&filter[posts][status]=draft&filter[name]=a&sort=-posts.views,name&page[size]=2',
    )
    expect(printUrl(excluding(query, 'posts'))).toBe('/authors?filter[name]=a&sort=name&page[size]=2')
    expect(printUrl(including(queryFor({ type: 'authors' }), 'posts.tags'))).toBe(
      '/authors?include=posts.tags',
    )
  })

  test('statistics and pages can be added to a query and removed again', () => {
    const empty = queryFor({ type: 'posts' })
    const counted = togglingStat(blog, togglingStat(blog, empty, 'views', 'sum'), 'views', 'average')
    expect(printUrl(counted)).toBe('/posts?stats[views]=sum,average')
    expect(togglingStat(blog, togglingStat(blog, counted, 'views', 'sum'), 'views', 'average')).toEqual(empty)
    const strict = { ...blog, settings: { ...blog.settings, strict: true } }
    expect(printUrl(togglingStat(strict, empty, 'total', 'count'))).toBe('/posts?extra_stats[total]=count')
    expect(withPage(withPage(empty, '', 'size', '2'), '', 'size', '')).toEqual(empty)
  })
})

describe('explorer/model: forms for writing records', () => {
  test('the forms for creating and updating records contain the writable members, with required members first', () => {
    const named = (write: 'create' | 'update') =>
      inputsOf(blog, 'posts', write).map(
        ({ name, kind, isRequired }) => `${kind} ${name}${isRequired ? ' *' : ''}`,
      )
    expect(named('create')).toEqual([
      'attribute body *',
      'attribute title *',
      'relationship author *',
      'attribute publishedAt',
      'attribute rating',
      'attribute status',
      'attribute views',
      'relationship attachments',
      'relationship comments',
      'relationship tags',
    ])
    expect(named('update')).toEqual([
      'attribute body',
      'attribute publishedAt',
      'attribute rating',
      'attribute status',
      'attribute title',
      'attribute views',
      'relationship attachments',
      'relationship author',
      'relationship comments',
      'relationship tags',
    ])
    expect(inputsOf(saas, 'lines', 'update').map(({ name }) => name)).not.toContain('invoice')
  })

  test('each kind of value has an input, whose text becomes the JSON:API value', () => {
    expect(
      KINDS.map((type) => [type, controlOf({ type, ...(type === 'enum' && { values: ['a'] }) })]),
    ).toEqual([
      ['string', 'text'],
      ['integer', 'number'],
      ['bigint', 'number'],
      ['float', 'number'],
      ['decimal', 'number'],
      ['boolean', 'choice'],
      ['date', 'date'],
      ['datetime', 'datetime'],
      ['uuid', 'text'],
      ['json', 'json'],
      ['bytes', 'text'],
      ['enum', 'choice'],
    ])
    expect(valueOf({ type: 'integer' }, '12')).toEqual({ value: 12 })
    expect(valueOf({ type: 'integer' }, '99999999999999999999')).toEqual({ value: '99999999999999999999' })
    expect(valueOf({ type: 'integer' }, 'many')).toEqual({ value: 'many' })
    expect(valueOf({ type: 'float' }, '1.5e3')).toEqual({ value: 1500 })
    expect(valueOf({ type: 'bigint' }, '9007199254740993')).toEqual({ value: '9007199254740993' })
    expect(valueOf({ type: 'decimal' }, '1.10')).toEqual({ value: '1.10' })
    expect(valueOf({ type: 'boolean' }, 'false')).toEqual({ value: false })
    expect(valueOf({ type: 'json' }, '{"a":[1]}')).toEqual({ value: { a: [1] } })
    expect(valueOf({ type: 'json' }, '{')).toEqual({ fault: 'This is not valid JSON.' })
    expect(valueOf({ type: 'json', list: true }, '{"a":1}\n"b"')).toEqual({ value: [{ a: 1 }, 'b'] })
    expect(valueOf({ type: 'json', list: true }, '1\nb')).toEqual({ fault: 'This is not valid JSON.' })
    expect(textOf({ type: 'json', list: true }, [{ a: 1 }, 'b'])).toBe('{"a":1}\n"b"')
    for (const number of ['9007199254740993', '0.12345678901234567890', '1e400']) {
      expect(valueOf({ type: 'json' }, `{"a":["1e999",${number}]}`)).toEqual({
        fault: `The number ${number} cannot be represented exactly: JSON numbers are limited to 64 bits. Write it as a string.`,
      })
    }
    expect(valueOf({ type: 'json' }, '[0.1, 1.10, -0, 1e21, 100, 5E-324, 0.0]')).toEqual({
      value: [0.1, 1.1, -0, 1e21, 100, 5e-324, 0],
    })
    expect(valueOf({ type: 'integer', list: true }, '1\n2')).toEqual({ value: [1, 2] })
    expect(valueOf({ type: 'string', list: true }, '')).toEqual({ value: [] })
    expect(textOf({ type: 'json' }, { a: 1 })).toBe('{\n  "a": 1\n}')
    expect(textOf({ type: 'string', list: true }, ['a', 'b'])).toBe('a\nb')
  })

  test('a body contains only the values that were entered', () => {
    const inputs = inputsOf(blog, 'posts', 'create')
    const author = { type: 'authors', id: '1' }
    expect(bodyOf(blog, inputs, { type: 'posts' }, { texts: {}, links: {} }).document).toEqual({
      data: { type: 'posts' },
    })
    expect(
      bodyOf(
        blog,
        inputs,
        { type: 'posts' },
        {
          texts: { title: '', views: '3', rating: null },
          links: { author: [author], tags: [] },
        },
      ).document,
    ).toEqual({
      data: {
        type: 'posts',
        attributes: { title: '', views: 3, rating: null },
        relationships: { author: { data: author }, tags: { data: [] } },
      },
    })
    expect(
      bodyOf(blog, inputs, { type: 'posts', id: '7' }, { texts: {}, links: { author: [] } }).document,
    ).toEqual({
      data: { type: 'posts', id: '7', relationships: { author: { data: null } } },
    })
    expect(typedOf(inputs, { title: 'a', views: 3, rating: null, other: 1 }, '{}')).toEqual({
      title: 'a',
      views: '3',
      rating: null,
    })
  })

  test('the explorer shows all digits of a number that a double would round, in the response, in the document and in a form', () => {
    const json =
      '{"data":{"type":"posts","id":"1","attributes":{"title":"a, \\"b\\" {","meta":{"n":12345678901234567890,"l":[0.1000000000000000055,[],{}]}}},"meta":{"n":1}}'
    expect(prettyJson(json)).toBe(`{
  "data": {
    "type": "posts",
    "id": "1",
    "attributes": {
      "title": "a, \\"b\\" {",
      "meta": {
        "n": 12345678901234567890,
        "l": [
          0.1000000000000000055,
          [],
          {}
        ]
      }
    }
  },
  "meta": {
    "n": 1
  }
}`)
    expect(
      [
        ['data', 'attributes', 'meta'],
        ['data', 'attributes', 'title'],
        ['meta', 'n'],
        ['n'],
        ['meta', 'n', 'x'],
      ].map((path) => memberText(json, path)),
    ).toEqual([
      '{"n":12345678901234567890,"l":[0.1000000000000000055,[],{}]}',
      '"a, \\"b\\" {"',
      '1',
      undefined,
      undefined,
    ])
    const input: Input = {
      kind: 'attribute',
      name: 'meta',
      pointer: '/data/attributes/meta',
      type: { type: 'json' },
      isRequired: false,
      hint: '',
      description: undefined,
      guards: [],
    }
    const attributes = (JSON.parse(json) as { data: { attributes: JsonObject } }).data.attributes
    const { meta } = typedOf([input], attributes, json)
    expect(meta).toContain('"n": 12345678901234567890')
    expect(
      bodyOf(blog, [input], { type: 'posts', id: '1' }, { texts: { meta: meta ?? '' }, links: {} }).faults,
    ).toEqual({
      meta: 'The number 12345678901234567890 cannot be represented exactly: JSON numbers are limited to 64 bits. Write it as a string.',
    })
  })

  test('a response that is not a JSON:API document is reported with the location of the mistake', () => {
    const record = { type: 'posts', id: '1' }
    expect(
      [
        { data: record },
        { data: [record], included: [record] },
        { data: null },
        { errors: [{ title: 'T' }] },
        { meta: {} },
        {},
        [],
        { errors: {} },
        { errors: ['a'] },
        { data: [record, { type: 'posts' }] },
        { data: 'a' },
        { data: { ...record, id: 1 } },
        { data: [], included: {} },
        { data: [], included: [null] },
      ].map(documentFault),
    ).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'it has no "data", "errors" or "meta"',
      'it is not an object',
      '"errors" is not a list of error objects',
      '"errors" is not a list of error objects',
      '/data/1 needs a "id" that is a string',
      '/data is not a resource object',
      '/data needs a "id" that is a string',
      '"included" is not a list',
      '/included/0 is not a resource object',
    ])
  })

  test('a repeated filter is marked, and so is a URL of the API that is not a query', () => {
    const marked = (url: string): readonly string[] => marksOf(blog, url).map(({ message }) => message)
    expect(marked('/posts?filter[views]=1&filter[views]=2')).toEqual([
      'The parameter "filter[views]" appears twice.',
    ])
    expect(marked('/posts?filter[views]=1&filter[views][eq]=1')).toEqual([
      'The parameter "filter[views][eq]" appears twice.',
    ])
    expect(marked('/posts?filter[views][gt]=1&filter[views][lt]=5')).toEqual([])
    const own = 'This URL belongs to the API itself and is not a query for a type.'
    expect(['/openapi.json', '/operations', '/explorer', '/explorer/contract.json'].map(marked)).toEqual([
      [own],
      [own],
      [own],
      [own],
    ])
    expect(marked('/explorers')).toEqual(['There is no type "explorers".'])
  })

  test('an error appears at the input that its pointer identifies, or separately if there is no such input', () => {
    const inputs = inputsOf(blog, 'posts', 'create')
    const error = (detail: string, pointer?: string, attribute?: string): object => ({
      title: 'T',
      detail,
      ...(pointer !== undefined && { source: { pointer } }),
      meta: { attribute },
    })
    const found = errorsByPath(
      blog,
      inputs,
      { typed: NOTHING_TYPED, places: [] },
      {
        errors: [
          error('a', '/data/attributes/title'),
          error('b', '/data/relationships/tags/data/0'),
          error('c', '/data/attributes', 'body'),
          error('d', '/data/attributes/titles'),
          error('e'),
          null,
        ],
      },
    )
    expect(
      Object.fromEntries(Object.entries(found).map(([name, all]) => [name, all.map(({ detail }) => detail)])),
    ).toEqual({
      title: ['a'],
      tags: ['b'],
      body: ['c'],
      '': ['d', 'e'],
    })
    expect(errorsByPath(blog, inputs, { typed: NOTHING_TYPED, places: [] }, 'no document')).toEqual({})
  })

  test('a search for text uses the best text filter, and a search for a number uses the id', () => {
    expect(searchUrl(blog, 'posts', 'hello, you')).toBe(
      '/posts?filter[title][contains]=%7B%7B%7B%22hello,%20you%22%7D%7D%7D&page[size]=10',
    )
    expect(searchUrl(blog, 'posts', '12')).toBe('/posts?filter[id]=12&page[size]=10')
    expect(searchUrl(blog, 'posts', '')).toBe('/posts?page[size]=10')
    expect(searchUrl(blog, 'nothing', 'a')).toBe(undefined)
  })
})

describe('explorer/model: responses and URLs', () => {
  test('records are expanded where they are included, and only identified elsewhere', () => {
    const author = { type: 'authors', id: '1', attributes: { name: 'A' } }
    const table = tableOf(
      {
        data: [
          {
            type: 'posts',
            id: '1',
            attributes: { title: 'T' },
            relationships: {
              author: { data: { type: 'authors', id: '1' } },
              tags: { data: [{ type: 'tags', id: '9' }] },
              comments: { links: { related: '/x' } },
            },
          },
        ],
        included: [author],
      },
      ['author', 'tags'],
    )
    const plain = { attributes: {}, links: {}, meta: {}, related: [] }
    expect(table).toEqual({
      isMany: true,
      columns: ['title'],
      rows: [
        {
          ...plain,
          type: 'posts',
          id: '1',
          attributes: { title: 'T' },
          related: [
            {
              name: 'author',
              isMany: false,
              isTold: true,
              rows: [{ ...plain, type: 'authors', id: '1', attributes: { name: 'A' } }],
              identifiers: [],
              links: {},
            },
            {
              name: 'tags',
              isMany: true,
              isTold: true,
              rows: [],
              identifiers: [{ type: 'tags', id: '9' }],
              links: {},
            },
            {
              name: 'comments',
              isMany: false,
              isTold: false,
              rows: [],
              identifiers: [],
              links: { related: '/x' },
            },
          ],
        },
      ],
    })
    expect(tableOf({ meta: {} }, [])).toBe(undefined)
    expect(tableOf({ data: null }, [])).toEqual({ isMany: false, columns: [], rows: [] })
  })

  test('after a write, every included record is expanded below the record that refers to it, once in each path', () => {
    const comment = (id: string, replies: readonly string[]) => ({
      type: 'comments',
      id,
      relationships: {
        post: { data: { type: 'posts', id: '1' } },
        replies: { data: replies.map((reply) => ({ type: 'comments', id: reply })) },
      },
    })
    const table = tableOf(
      {
        data: {
          type: 'posts',
          id: '1',
          relationships: { comments: { data: [{ type: 'comments', id: '1' }] } },
        },
        included: [comment('1', ['2']), comment('2', ['1'])],
      },
      'all',
    )
    const shown = (rows: readonly Row[]): unknown =>
      rows.map(({ type, id, related }) => [
        `${type} ${id}`,
        ...related.map(({ name, rows: inner, identifiers }) => [
          name,
          shown(inner),
          identifiers.map((each) => `${each.type} ${each.id}`),
        ]),
      ])
    expect(shown(table?.rows ?? [])).toEqual([
      [
        'posts 1',
        [
          'comments',
          [
            [
              'comments 1',
              ['post', [], ['posts 1']],
              ['replies', [['comments 2', ['post', [], ['posts 1']], ['replies', [], ['comments 1']]]], []],
            ],
          ],
          [],
        ],
      ],
    ])
  })

  test("the explorer follows only the API's links", () => {
    const place = { api: 'http://a.example/v1', base: 'https://b.example/v1' }
    expect(followed('http://a.example/v1/posts/1?x=1', place)).toBe('/posts/1?x=1')
    expect(followed('https://b.example/v1/posts', place)).toBe('/posts')
    expect(followed('posts', place)).toBe('/posts')
    for (const href of [
      'http://a.example/v2/posts',
      'http://a.example.evil/v1/posts',
      '//c.example/v1/x',
      'javascript:1',
      'data:,1',
      'http://',
      1,
      null,
      undefined,
    ]) {
      expect([href, followed(href, place)]).toEqual([href, undefined])
    }
  })

  test('the explorer opens only web URLs', () => {
    expect(webAddress('https://example.org/a?b')).toBe('https://example.org/a?b')
    for (const text of [
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'JAVASCRIPT:1',
      'data:text/html,1',
      'java\nscript:1',
      'ftp://a',
      'https://',
      'example.org',
      'file:///etc/passwd',
    ]) {
      expect([text, webAddress(text)]).toEqual([text, undefined])
    }
  })

  test('a curl command is quoted for the shell', () => {
    expect(
      curlOf({ method: 'PATCH', url: "http://a/b'c", headers: [['x', "$(y)'"]], body: '{"a":"`b`"}' }),
    ).toBe(
      String.raw`curl -g -X PATCH 'http://a/b'\''c' ` +
        '\\\n' +
        String.raw`  -H 'x: $(y)'\'''` +
        ' \\\n' +
        `  --data-raw '{"a":"\`b\`"}'`,
    )
  })

  test("the explorer's URL contains the query, and accepts a pasted query", () => {
    for (const address of [
      { url: '/posts?a=#', isByCursor: false },
      { url: '/', isByCursor: true },
    ]) {
      expect(readHash(hashOf(address))).toEqual(address)
    }
    expect(readHash('#other')).toBe(undefined)
    const api = 'http://a.example/v1'
    for (const text of [
      'http://a.example/v1/posts?x=1',
      '/v1/posts?x=1',
      '/posts?x=1',
      'posts?x=1',
      ' GET /posts?x=1',
      '/http://a.example/v1/posts?x=1',
      '/tagshttp://a.example/v1/posts?x=1',
    ]) {
      expect([text, pasted(text, api)]).toEqual([text, '/posts?x=1'])
    }
    expect(pasted('https://b.example/api/posts?x=1', api, 'https://b.example/api')).toBe('/posts?x=1')
    expect(pasted('https://other.example/v1/posts', '')).toBe('/v1/posts')
    expect(['', '/', 'posts', '//posts'].map((text) => pasted(text, api))).toEqual([
      '/',
      '/',
      '/posts',
      '/posts',
    ])
    expect(pasted('/posts?filter[url]=http://b.example/x', api)).toBe('/posts?filter[url]=http://b.example/x')
    for (const text of ['https://other.example/v1/posts', 'http://a.example.org/v1', 'http://']) {
      expect(pasted(`/${text}`, api)).toBe(text)
    }
  })
})

describe('explorer/model: the API as a viewer sees it', () => {
  test('a viewer has a name and the results of guards, and any other response means that nobody is logged in', () => {
    expect(viewerIn({ name: 'Ada', guards: { isOwner: true, isMember: 'yes' } })).toEqual({
      name: 'Ada',
      guards: { isOwner: true },
    })
    expect(viewerIn({ name: 'Ada' })).toEqual({ name: 'Ada', guards: {} })
    for (const other of [null, 'Ada', [], {}, { name: 1 }]) expect(viewerIn(other)).toBe(undefined)
  })

  test('a guard that passes permits what it protects, a guard that fails forbids it, and an unknown guard remains', () => {
    const asked = (guards: { readonly [guard: string]: boolean }) => {
      const projects = seenBy(saas, { name: 'Ada', guards }).contract.resources['projects']
      return [
        projects?.actions.create.who,
        projects?.actions.index.who,
        projects?.attributes['budget']?.read,
        projects?.attributes['budget']?.write,
        projects?.filters['budget']?.who,
        projects?.sorts['budget'],
        projects?.stats['budget']?.who,
      ]
    }
    expect(asked({ isMember: true, isAccountant: false })).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ])
    expect(asked({ isAccountant: true })).toEqual([['isMember'], true, true, true, true, true, true])
    expect(asked({ toString: true })).toEqual(asked({}))
    const actions = seenBy(saas, { name: 'Ada', guards: { isAccountant: false } }).contract.resources[
      'invoices'
    ]
    expect(actions?.ownActions?.['send']?.who).toBe(false)
  })

  test('a policy is shown as the contract states it, and marked if the viewer passes its guards', () => {
    expect(whoText(true)).toBe('everybody')
    expect(whoText(['isOwner', 'isMember'])).toBe('isOwner and isMember')
    expect(whoText(true, ['isOwner', 'isMember'])).toBe('isOwner and isMember (you may)')
    expect(whoText(['isMember'], ['isOwner', 'isMember'])).toBe('isOwner and isMember')
    expect(whoText(false, ['isOwner'])).toBe('—')
  })

  test('the page knows what the API permits to others, but not to the viewer, and which guards it requires', () => {
    const guest = seenBy(saas, {
      name: 'Gus',
      guards: { isMember: false, isAccountant: false, isOwner: true },
    })
    expect(withheldOf(guest, 'projects')).toEqual([
      { what: 'create', guards: ['isMember'] },
      { what: 'update', guards: ['isMember'] },
      { what: 'read budget', guards: ['isAccountant'] },
      { what: 'write budget', guards: ['isAccountant'] },
      { what: 'filter by budget', guards: ['isAccountant'] },
      { what: 'statistics of budget', guards: ['isAccountant'] },
      { what: 'sort by budget', guards: ['isAccountant'] },
    ])
    expect(withheldOf(saas, 'projects')).toEqual([])
    expect(withheldOf(guest, 'toString')).toEqual([])
  })
})
