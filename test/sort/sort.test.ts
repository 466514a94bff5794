import { describe, expect, test } from 'vitest'
import { Controller } from '@jsonapi-gen/runtime'
import { databases, sqlite } from '../support/databases.js'
import { documentOf, idsOf, KINDS, refusal } from '../support/read/answers.js'
import { seededBlog } from '../support/read/blog.js'
import { lastResolved, RecordedResource, type Recorded } from '../support/read/recorded-resource.js'
import { serve } from '../support/read/serve.js'

class Rows extends RecordedResource {
  static {
    this.type('rows')
    this.attribute('title', 'string')
    this.attribute('views', 'integer')
    this.attribute('body', { type: 'string', sortable: false })
    this.attribute('rank', { type: 'integer', sortable: 'isEditor' })
    this.attribute('secret', { type: 'integer', readable: 'isEditor' })
    this.attribute('tags', 'string[]')
    this.attribute('extra', 'json')
    this.belongsTo('owner', { resource: 'rows', foreignKey: 'ownerId' })
    for (const path of ['owner.title', 'owner.id', 'owner.owner.views'] as const) this.allowSort(path)
    this.sort((scope, attribute, direction, context): Recorded => [
      ...scope,
      ['sort', attribute, direction, (context as object).constructor.name],
    ])
  }
}

class Editor extends Controller {
  async isEditor(): Promise<boolean> {
    return this.request.headers.get('x-role') === 'editor'
  }
}

const api = serve({ rows: Rows }, { controller: Editor })
const editor = { 'x-role': 'editor' }

/** The calls of the sort function, without their contexts. */
async function sorted(search: string, headers = {}): Promise<readonly unknown[]> {
  idsOf(await api.get(`/rows?${search}`, headers))
  return (lastResolved() ?? [])
    .filter(([name]) => name === 'sort')
    .map(([, ...call]) => call.slice(0, 2).join(' '))
}

describe('sort (4.1): the sort function is called once per attribute with (scope, attribute, direction, context)', () => {
  test('each sort key is applied in order, after existing keys', async () => {
    await api.get('/rows?sort=-title,views')
    expect(lastResolved()).toEqual([
      ['sort', 'title', 'desc', 'ResourceController'],
      ['sort', 'views', 'asc', 'ResourceController'],
      ['sort', 'id', 'asc', 'ResourceController'],
      ['paginate', 1, 20],
    ])
  })

  test.each([
    ['sort=title', ['title asc', 'id asc']],
    ['sort=-title', ['title desc', 'id asc']],
    ['sort=title,-title', ['title asc', 'id asc']],
    ['sort=rows.title', ['title asc', 'id asc']],
    ['sort=-rows.title', ['title desc', 'id asc']],
    ['sort=rows.-title', ['title desc', 'id asc']],
    ['sort=owner.title', ['owner.title asc', 'id asc']],
    ['sort=rows.owner.title', ['owner.title asc', 'id asc']],
    ['sort=owner.owner.-views', ['owner.owner.views desc', 'id asc']],
    ['sort=owner.id', ['owner.id asc', 'id asc']],
  ])('%s calls the sort function for each attribute', async (search, calls) => {
    expect(await sorted(search)).toEqual(calls)
  })

  test.each([
    '-',
    '--title',
    '+title',
    'title,',
    ',title',
    ',',
    'title,,views',
    '-.title',
    'title.',
    '.title',
    ' title',
    'title;views',
    '-owner.-title',
    'a[b]',
  ])('a malformed sort key returns 400: sort=%s', async (sort) => {
    const answer = await api.get(`/rows?sort=${encodeURIComponent(sort)}`)
    const { errors } = answer.body as { errors: { code: string; detail: string; source: unknown }[] }
    expect(answer.status).toBe(400)
    for (const { code, detail, source } of errors) {
      expect([code, source]).toEqual(['bad_sort', { parameter: 'sort' }])
      expect(detail).toMatch(/^The sort key ".*" is malformed\.$/)
    }
  })
})

test('each malformed sort key causes its own error object (13.1)', async () => {
  const { status, body } = await api.get('/rows?sort=-,title,--views,,-,%2Bviews')
  const { errors } = body as { errors: readonly { code: string; detail: string; source: unknown }[] }
  expect(status).toBe(400)
  expect(errors.map(({ code, detail, source }) => ({ code, detail, source }))).toEqual(
    ['-', '--views', '', '+views'].map((key) => ({
      code: 'bad_sort',
      detail: `The sort key "${key}" is malformed.`,
      source: { parameter: 'sort' },
    })),
  )
})

describe('sort (4.2): only attributes that are declared as sortable are accepted', () => {
  test.each([
    ['nosuch', '"rows" cannot be sorted by "nosuch".'],
    ['titel', '"rows" cannot be sorted by "titel". Did you mean "title"?'],
    ['-titel', '"rows" cannot be sorted by "-titel". Did you mean "title"?'],
    ['body', '"rows" cannot be sorted by "body".'],
    ['tags', '"rows" cannot be sorted by "tags".'],
    ['extra', '"rows" cannot be sorted by "extra".'],
    ['owner', '"rows" cannot be sorted by "owner".'],
    ['owner.body', '"rows" cannot be sorted by "owner.body". Did you mean "owner.id"?'],
    ['owner.nosuch', '"rows" cannot be sorted by "owner.nosuch".'],
    ['nosuch.title', '"rows" cannot be sorted by "nosuch.title".'],
    ['constructor', '"rows" cannot be sorted by "constructor".'],
    ['rank', '"rows" cannot be sorted by "rank".'],
    ['ranke', '"rows" cannot be sorted by "ranke".'],
    ['secret', '"rows" cannot be sorted by "secret".'],
  ])('sort=%s is rejected', async (sort, detail) => {
    const before = RecordedResource.resolved.length
    expect(await api.get(`/rows?sort=${sort}`)).toEqual(refusal(KINDS.badSort, 'sort', detail))
    expect(RecordedResource.resolved).toHaveLength(before)
  })

  test('a guard in "sortable" or "readable" can permit a sort (7.3)', async () => {
    expect(await sorted('sort=rank,-secret', editor)).toEqual(['rank asc', 'secret desc', 'id asc'])
  })

  test('an empty sort counts as omitted, so the default sort applies', async () => {
    class Sorted extends Rows {
      static {
        this.type('sorted')
        this.defaultSort([{ views: 'desc' }, { title: 'asc' }])
      }
    }
    const other = serve({ sorted: Sorted, rows: Rows })
    for (const search of ['', '?sort=']) {
      idsOf(await other.get(`/sorted${search}`))
      expect(lastResolved()?.map((call) => call.slice(0, 3))).toEqual([
        ['sort', 'views', 'desc'],
        ['sort', 'title', 'asc'],
        ['sort', 'id', 'asc'],
        ['paginate', 1, 20],
      ])
    }
    await other.get('/sorted?sort=title')
    expect(lastResolved()?.map((call) => call.slice(0, 3))).toEqual([
      ['sort', 'title', 'asc'],
      ['sort', 'id', 'asc'],
      ['paginate', 1, 20],
    ])
  })
})

describe('sort (4.3): the primary key is appended as a tie-breaker unless the sort ends in it', () => {
  test.each([
    ['sort=id', ['id asc']],
    ['sort=-id', ['id desc']],
    ['sort=title,-id', ['title asc', 'id desc']],
    ['sort=title', ['title asc', 'id asc']],
    ['sort=owner.id', ['owner.id asc', 'id asc']],
  ])('the order for %s ends with the primary key', async (search, calls) => {
    expect(await sorted(search)).toEqual(calls)
  })
})

describe('sort: sorts on the generated blog', () => {
  const blog = seededBlog(sqlite)

  test('a rejected sort runs no query', async () => {
    expect(await blog.get('/posts?sort=body,-viws&include=author&stats[total]=count')).toMatchObject({
      status: 400,
      body: {
        errors: [
          { detail: '"posts" cannot be sorted by "body".' },
          { detail: '"posts" cannot be sorted by "-viws". Did you mean "views"?' },
        ],
      },
    })
    expect(blog.queries).toEqual([])
  })

  test('a resource without a database sorts by all keys in order', async () => {
    const rates = documentOf(await blog.get('/currencies?sort=-rate')).data.map((row) =>
      Number((row as unknown as { attributes: { rate: string } }).attributes.rate),
    )
    expect(rates).toEqual(rates.toSorted((a, b) => b - a))
    const names = documentOf(await blog.get('/currencies?sort=name')).data.map(
      (row) => (row as unknown as { attributes: { name: string } }).attributes.name,
    )
    expect(names).toEqual(names.toSorted())
  })
})

describe.each(databases)('sort (4.1 to 4.3): sorts on the generated blog, $name', (database) => {
  const blog = seededBlog(database)
  const pages = async (sort: string) => {
    const ids: (number | string)[] = []
    for (const number of [1, 2, 3, 4]) {
      ids.push(...idsOf(await blog.get(`/posts?sort=${sort}&page[size]=25&page[number]=${number}`)))
    }
    return ids
  }

  test.each([
    ['views', [{ views: 'asc' }, { id: 'asc' }]],
    ['-views,title', [{ views: 'desc' }, { title: 'asc' }, { id: 'asc' }]],
    ['-id', [{ id: 'desc' }]],
    ['status,-createdAt', [{ status: 'asc' }, { createdAt: 'desc' }, { id: 'asc' }]],
    ['author.name,-id', [{ author: { name: 'asc' } }, { id: 'desc' }]],
    ['-author.createdAt', [{ author: { createdAt: 'desc' } }, { id: 'asc' }]],
  ])('sort=%s orders the primary data, and each row is on exactly one page', async (sort, orderBy) => {
    const rows = await blog.prisma.post.findMany({ orderBy: orderBy as object[], select: { id: true } })
    expect(await pages(sort)).toEqual(rows.map(({ id }) => id))
  })

  test('null is greater than any value on every store', async () => {
    const rows = await blog.prisma.post.findMany({ select: { id: true, rating: true } })
    const sortedIds = (sign: 1 | -1) =>
      rows
        .toSorted((a, b) => {
          const [x, y] = [a.rating?.toNumber() ?? 1e9, b.rating?.toNumber() ?? 1e9]
          return x === y ? a.id - b.id : sign * (x - y)
        })
        .map(({ id }) => id)
    expect(await pages('rating')).toEqual(sortedIds(1))
    expect(await pages('-rating')).toEqual(sortedIds(-1))
  })

  test('a sort through a to-many relationship sorts the included records, in either notation', async () => {
    const rows = await blog.prisma.comment.findMany({
      where: { postId: 1, approved: true },
      orderBy: [{ createdAt: 'desc' }],
    })
    for (const sort of [
      '-comments.createdAt',
      'comments.-createdAt',
      '-comments.createdAt,-id',
      'comments.-createdAt,comments.id',
    ]) {
      const { data, included = [] } = documentOf(
        await blog.get(`/posts?filter[id]=1&include=comments&sort=${sort}`),
      )
      expect(data.map(({ id }) => id)).toEqual(['1'])
      expect(linkageOf(data[0])).toEqual(rows.map(({ id }) => String(id)))
      expect(included.map(({ id }) => id)).toEqual(rows.map(({ id }) => String(id)))
    }
  })

  test('sideloads use their own resource’s default sort unless the request sorts them (4.2)', async () => {
    const { data } = documentOf(await blog.get('/posts?filter[id]=1&include=comments&sort=-title'))
    const ids = linkageOf(data[0])
    expect(ids).toEqual(ids.toSorted((a, b) => Number(a) - Number(b)))
  })

  test('the sort of included records is checked by their own resource', async () => {
    expect(await blog.get('/posts?include=comments&sort=comments.body')).toEqual(
      refusal(KINDS.badSort, 'sort', '"comments" cannot be sorted by "comments.body".'),
    )
    expect(blog.queries).toEqual([])
  })
})

const linkageOf = (resource: unknown): string[] =>
  (resource as { relationships: { comments: { data: { id: string }[] } } }).relationships.comments.data.map(
    ({ id }) => id,
  )
