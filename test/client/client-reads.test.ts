import { ApiError } from '@jsonapi-gen/client'
import { describe, expect, test } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { servedBlog } from './support/blog.js'

const { api, ...blog } = lazily(servedBlog())

/** The result of a call, as docs/reading.md shows it after the arrow. */
type Outcome = () => Promise<{ readonly data: unknown } | readonly unknown[]>

/** Every read in docs/reading.md as a call. Invalid reads bypass the types. */
const CALLS: Readonly<Record<string, Outcome>> = {
  '/posts?filter[status]=published&sort=-views&page[size]=5': () =>
    api().posts.list({ filter: { status: 'published' }, sort: '-views', page: { size: 5 } }),
  '/posts?filter[name]=In%20praise%20of%20winter,%20part%203': () =>
    api().posts.list({ filter: { name: ['In praise of winter', ' part 3'] } }),
  '/posts?filter[name]={{In%20praise%20of%20winter,%20part%203}}': () =>
    api().posts.list({ filter: { name: 'In praise of winter, part 3' } }),
  '/posts?filter[name]={{{%22In%20praise%20of%20winter,%20part%203%22}}}': () =>
    api().posts.list({ filter: { name: ['In praise of winter, part 3'] } }),
  '/posts?filter[views][gte]=100&filter[views][lt]=110': () =>
    api().posts.list({ filter: { views: { gte: 100, lt: 110 } } }),
  '/posts?filter[title][prefix]=hello': () => api().posts.list({ filter: { title: { prefix: 'hello' } } }),
  '/posts?filter[author.name]=Ada%20Brontë': () =>
    api().posts.list({ filter: { 'author.name': 'Ada Brontë' } }),
  '/posts?filter[comments.body][contains]=honest': () =>
    api().posts.list({ filter: { 'comments.body': { contains: 'honest' } } }),
  '/posts?filter[tags.name]=food,travel': () =>
    api().posts.list({ filter: { 'tags.name': ['food', 'travel'] } }),
  '/posts?filter[not][tags.name]=travel': () =>
    api().posts.list({ filter: { not: { 'tags.name': 'travel' } }, page: { size: 100 } }),
  '/posts?filter[publishedAt]=null': () => api().posts.list({ filter: { publishedAt: null } }),
  '/posts?filter[or][0][views][gt]=490&filter[or][1][status]=draft': () =>
    api().posts.list({ filter: { or: [{ views: { gt: 490 } }, { status: 'draft' }] }, page: { size: 100 } }),
  '/posts?filter[not][status]=draft': () =>
    api().posts.list({ filter: { not: { status: 'draft' } }, page: { size: 100 } }),
  '/posts?filter[titel]=Hello': () => api().posts.list({ filter: { titel: 'Hello' } as never }),
  '/posts?filter[views]=many': () => api().posts.list({ filter: { views: 'many' as never } }),
  '/posts?filter[popular]=true': () => api().posts.list({ filter: { popular: true }, page: { size: 100 } }),
  '/posts?filter[popular]=true,false': () =>
    api().posts.list({ filter: { popular: [true, false] as never } }),
  '/posts?filter[draft]=true': () => api().posts.list({ filter: { draft: true } }),
  '/posts?sort=-views,title': () => api().posts.list({ sort: ['-views', 'title'] }),
  '/posts?sort=author.name&page[size]=5': () => api().posts.list({ sort: 'author.name', page: { size: 5 } }),
  '/posts?page[size]=30&page[number]=4': () => api().posts.list({ page: { size: 30, number: 4 } }),
  '/posts?page[size]=0&stats[total]=count': () =>
    api().posts.list({ page: { size: 0 }, stats: { total: 'count' } }),
  '/posts?page[size]=101': () => api().posts.list({ page: { size: 101 } }),
  '/posts?sort=body': () => api().posts.list({ sort: 'body' as never }),
  '/posts?page[after]=abc': () => api().posts.list({ page: { after: 'abc' } }),
  '/posts?page[after]=abc&page[number]=2': () =>
    api().posts.list({ page: { after: 'abc', number: 2 as never } }),
  '/posts?include=comments&page[comments][after]=abc': () =>
    api().posts.list({ include: 'comments', page: { comments: { after: 'abc' } as never } }),
  '/posts?include=author,comments&page[comments][size]=2': () =>
    api().posts.list({ include: ['author', 'comments'], page: { comments: { size: 2 } } }),
  '/posts/1?include=comments.author': async () =>
    one(await api().posts.find('1', { include: 'comments.author' })),
  '/posts?include=comments&filter[comments][approved]=false': () =>
    api().posts.list({ include: 'comments', filter: { comments: { approved: false } } }),
  '/posts?include=comments&sort=comments.-createdAt': () =>
    api().posts.list({ include: 'comments', sort: 'comments.-createdAt' }),
  '/authors?include=posts.tags&fields[posts]=title,tags': () =>
    api().authors.list({ include: 'posts.tags', fields: { posts: ['title', 'tags'] } }),
  '/authors?include=writers': () => api().authors.list({ include: 'writers' as never }),
  '/posts/1/comments?sort=-createdAt&page[size]=2': () =>
    api().posts.related('1', 'comments', { sort: '-createdAt', page: { size: 2 } }),
  '/posts/1/relationships/tags?sort=-name': () => api().posts.relationship('1', 'tags', { sort: '-name' }),
  '/posts?fields[posts]=title&extra_fields[posts]=readingTime': () =>
    api().posts.list({ fields: { posts: ['title'] }, extraFields: { posts: ['readingTime'] } }),
  '/posts?filter[status]=published&stats[total]=count&stats[views]=sum,average': () =>
    api().posts.list({
      filter: { status: 'published' },
      stats: { total: 'count', views: ['sum', 'average'] },
    }),
  '/posts?fields[posts]=titel': () => api().posts.list({ fields: { posts: ['titel'] } as never }),
  '/posts?stats[title]=count': () => api().posts.list({ stats: { title: 'count' } as never }),
}

const docs = [...blocksOf('docs/reading.md', 'http'), ...blocksOf('docs/query-parameters.md', 'http')]
  .map(({ text }) => text)
  .join('')
const lines = [...docs.matchAll(/^GET (\S+) +→ (\d+) (\S+?),?(?: .*)?$/gm)].map(
  ([, path = '', count, what = '']) => ({
    path,
    expected: count === '400' ? `400 ${what}` : Number(count),
  }),
)

describe('client/reads (27.1): the reads in docs/reading.md and docs/query-parameters.md, as calls', () => {
  test('each documented read has a corresponding client call', () => {
    expect(lines.map(({ path }) => path).toSorted()).toEqual(Object.keys(CALLS).toSorted())
    expect(lines.length).toBeGreaterThan(35)
  })

  test.each(lines)('the client call for $path has the expected outcome', async ({ path, expected }) => {
    const call = CALLS[path]
    if (!call) throw new Error('There is no such call.')
    expect(await outcomeOf(call)).toBe(expected)
  })
})

describe("client/reads (27.1): a call's request", () => {
  test("a request contains the query in the API's syntax, with braces around text that would otherwise be split or coerced", async () => {
    blog.asked()
    await api().posts.list({
      filter: {
        title: ['a, b', 'null', 'c'],
        name: { prefix: '{{x}}' },
        publishedAt: { gt: new Date(0) },
        id: ['1', 2],
        and: [{ views: { gt: 1 } }],
        comments: { approved: true },
      },
      include: ['comments'],
      fields: { posts: ['title'], comments: ['body'] },
      page: { size: 3, comments: { size: 1 } },
    })
    expect(blog.asked()).toEqual([
      'GET /posts?filter[title]={{{"a, b"}}},{{{"null"}}},c' +
        '&filter[name][prefix]={{{"{{x}}"}}}&filter[publishedAt][gt]=1970-01-01T00:00:00.000Z&filter[id]=1,2' +
        '&filter[and][0][views][gt]=1&filter[comments][approved]=true&page[size]=3&page[comments][size]=1' +
        '&include=comments&fields[posts]=title,comments&fields[comments]=body',
    ])
  })
})

async function outcomeOf(call: Outcome): Promise<unknown> {
  try {
    const answer = await call()
    const data = 'data' in answer ? answer.data : answer
    return Array.isArray(data) ? data.length : 1
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return `${error.status} ${error.errors[0]?.code ?? ''}`
  }
}

const one = ({ data }: { readonly data: unknown }): readonly unknown[] => [data]

/** Delays access to the client until the tests run, because the client does not exist before that. */
function lazily(served: ReturnType<typeof servedBlog>) {
  return { api: () => served.api, asked: () => served.asked() }
}
