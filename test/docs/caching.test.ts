import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blogOver } from '../support/blog.js'
import { type BlogClient, anyDatabase, type OpenDatabase } from '../support/databases.js'
import { blocksOf } from './blocks.js'

const [shown] = blocksOf('docs/caching.md', 'http')

/** The requests in docs/caching.md: a method, a path, possibly a header, and the expected response. */
const requests = [
  ...(shown?.text ?? '').matchAll(
    /^(GET|PATCH|DELETE) (\S+) +(?:(If-(?:None-)?Match): (.*?) +)?→ (\d+)(.*)$/gm,
  ),
]

describe.each(anyDatabase)('docs/caching on $name', ({ open }) => {
  let db: OpenDatabase<BlogClient>
  beforeAll(async () => {
    db = await open({ seed: true })
  })
  afterAll(() => db.close())

  test('each request in docs/caching.md returns the documented response (26.3, 26.4, 26.6)', async () => {
    const api = blogOver(db.prisma)
    const tags: string[] = []
    const answers = []
    for (const [line, method = '', path = '', header, text = ''] of requests) {
      const meant = { 'the ETag': tags.at(-1), 'the first ETag': tags[0] }[text] ?? text
      const [, type, id] = path.split('/')
      const data = path.includes('relationships') ? [] : { type, id, attributes: { title: `${tags.length}` } }
      const hasBody = method === 'PATCH'
      const response = await api.fetch(
        new Request(`http://blog.test${path}`, {
          method,
          headers: {
            ...(header !== undefined && { [header]: meant }),
            ...(hasBody && { 'content-type': 'application/vnd.api+json' }),
          },
          ...(hasBody && { body: JSON.stringify({ data }) }),
        }),
      )
      const tag = response.headers.get('etag')
      if (response.status === 200 && tag !== null) tags.push(tag)
      answers.push([
        line,
        String(response.status),
        response.status === 200 && tag !== null ? ' with an ETag' : '',
      ])
    }
    expect(answers).toEqual(requests.map(([line, , , , , status, what]) => [line, status, what]))
    expect(answers).toHaveLength(9)
  })
})
