import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import { get, useClient } from '../support/blog.js'
import { type BlogClient, databases, type OpenDatabase } from '../support/databases.js'

const docs = readFileSync(new URL('../../docs/reading.md', import.meta.url), 'utf8')

/** The requests of docs/reading.md, with what the text says of each answer. */
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

  test('it has requests of every kind', () => expect(requests.length).toBe(39))

  test.each(requests)('GET $path has $number $word', async ({ path, number, word }) => {
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

  test('the in-process query gives what it asks for, and what ran', async () => {
    const { data, meta, queries } = await PostResource.all({
      filter: { title: { prefix: 'Hello' }, comments: { approved: false } },
      include: ['author', 'comments'],
      fields: { posts: ['title'], authors: ['name'] },
      stats: { total: 'count' },
      queries: true,
    })
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
})
