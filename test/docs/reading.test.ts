import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { get, useClient } from '../support/blog.js'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'
import { blocksOf } from './blocks.js'
import { found, popular } from './reading-examples.js'

const docs = [...blocksOf('docs/reading.md', 'http'), ...blocksOf('docs/query-parameters.md', 'http')]
  .map(({ text }) => text)
  .join('')

/** The requests in docs/reading.md, with the documented response to each. */
const requests = [...docs.matchAll(/^GET (\/.*?) +→ (\d+) (\w+)/gm)].map(([, path, number, word]) => ({
  path: path ?? '',
  number: Number(number),
  word: word ?? '',
}))

describe.each(databases)('docs/reading.md on $name', ({ open }) => {
  let db: OpenDatabase<BlogClient>
  beforeAll(async () => {
    db = await open({ seed: true })
    useClient(db.prisma)
  })
  afterAll(() => db.close())

  test('docs/reading.md contains requests of every kind', () => expect(requests.length).toBe(39))

  test.each(requests)('GET $path returns $number $word', async ({ path, number, word }) => {
    const { status, body } = await get(path)
    const { data, errors, meta } = body as { data?: unknown; errors?: { code: string }[]; meta?: object }
    if (errors) {
      expect({ status, code: errors.map(({ code }) => code) }).toEqual({ status: number, code: [word] })
    } else {
      const isPaged = /page\[size\]|sort|include|stats|extra_fields/.test(path)
      const all = isPaged ? undefined : await get(`${path}&page[size]=100`)
      const found = all ? (all.body as { data: unknown[] }).data : data
      expect({ status, number: Array.isArray(found) ? found.length : 1 }).toEqual({ status: 200, number })
    }
    if (path.includes('stats[') && !errors) expect(meta).toHaveProperty('stats.total.count')
  })

  test('the in-process query in docs/reading.md returns the documented result and runs the documented queries', async () => {
    const { data, meta, queries } = await found()
    expect({
      titles: data.map(({ title }) => title),
      authors: data.map(({ author }) => author),
      approved: [...new Set(data.flatMap(({ comments }) => comments.map(({ approved }) => approved)))],
      meta,
      ran: queries?.includes.map(({ path }) => path).toSorted(),
    }).toEqual({
      titles: ['Hello, world', 'hello, world'],
      authors: [
        { id: 2, type: 'authors', name: "Nuala O'Brien" },
        { id: 3, type: 'authors', name: 'ليلى حداد' },
      ],
      approved: [false],
      meta: { stats: { total: { count: 2 } } },
      ran: ['author', 'comments'],
    })
  })

  test('in docs/reading.md, a function accepts a query and narrows it', async () => {
    const { data } = await PostResource.all(popular({ filter: { status: 'published' }, sort: 'views' }))
    const { data: all } = await PostResource.all({ filter: { status: 'published' }, sort: 'views' })
    expect([all.length > 0, data.length > 0, data.filter(({ views }) => views <= 400)]).toEqual([
      true,
      true,
      [],
    ])
  })

  test('the documented command that requests pages with cursors receives the first page', async () => {
    const [{ text: command } = { text: '' }] = blocksOf('docs/reading.md', 'sh')
    const [, name = '', value = ''] = /-H '([^:]+): ([^']*)'/.exec(command) ?? []
    const [, path = ''] = /'http:\/\/localhost:3000([^']*)'/.exec(command) ?? []
    const answer = await api.fetch(new Request(`http://blog.test${path}`, { headers: { [name]: value } }))
    const { data, links } = (await answer.json()) as { data: unknown[]; links: { next: string } }
    expect([answer.status, answer.headers.get('content-type'), data.length]).toEqual([200, value, 20])
    expect(decodeURIComponent(links.next)).toContain('page[after]=')
  })
})
