import { expect, test } from 'vitest'
import { examplesOf } from '../../explorer/page/model/examples.js'
import { marksOf } from '../../explorer/page/model/marks.js'
import { fetchOf, httpieOf } from '../../explorer/page/model/snippets.js'
import { knownOf } from './support/known.js'

test.each(['blog', 'saas'] as const)(
  'explorer/model: the contract permits each example of the %s',
  (name) => {
    const known = knownOf(name)
    for (const type of Object.keys(known.contract.resources)) {
      const { list, filters, sorts, includes, stats, pages } = examplesOf(known, type) ?? {}
      const urls = [
        list ?? [],
        Object.values(filters ?? {}),
        sorts,
        Object.values(includes ?? {}),
        stats,
        pages,
      ]
        .flat(2)
        .map((example) => example?.url ?? '')
      expect([type, urls.filter((url) => marksOf(known, url).length > 0)]).toEqual([type, []])
      expect([type, urls.length > 2]).toEqual([type, list !== undefined])
    }
  },
)

test('explorer/model: a type has an example for each operator, sort, include, statistic and page', () => {
  const { list, filters, sorts, includes, stats, pages } = examplesOf(knownOf('blog'), 'posts') ?? {}
  expect(list).toEqual({ name: 'posts', url: '/posts' })
  expect(filters?.['status']?.map(({ url }) => url)).toEqual([
    '/posts?filter[status]=draft',
    '/posts?filter[status][not_eq]=draft',
  ])
  expect(sorts?.slice(-2).map(({ url }) => url)).toEqual(['/posts?sort=views', '/posts?sort=-views'])
  expect(includes?.['author']?.url).toBe('/posts?include=author')
  expect(stats?.at(-1)?.url).toBe('/posts?stats[views]=sum')
  expect(pages?.map(({ url }) => url)).toEqual(['/posts?page[size]=100', '/posts?page[number]=2'])
})

const REQUEST = {
  method: 'POST',
  url: "https://api.example.org/it's?a[b]=1",
  headers: [
    ['accept', 'application/vnd.api+json'],
    ['x-token', "@it's"],
  ],
  body: '{"data":{"n":12345678901234567890}}',
} as const

test('explorer/model: a request copied as a fetch call sends the same request', async () => {
  const calls: unknown[] = []
  const run = new Function(
    'fetch',
    `return (async () => { ${fetchOf({ ...REQUEST, body: '{"data":{"a":"\\u2028\'"}}' })} })()`,
  )
  await run((...call: unknown[]) => void calls.push(call))
  expect(calls).toEqual([
    [
      REQUEST.url,
      {
        method: 'POST',
        headers: { accept: 'application/vnd.api+json', 'x-token': "@it's" },
        body: '{"data":{"a":"\u2028\'"}}',
      },
    ],
  ])
  expect(fetchOf({ method: 'GET', url: '/a', headers: [['accept', 'b']] })).toBe(
    "const response = await fetch('/a', {\n  headers: {\n    'accept': 'b',\n  },\n})",
  )
  expect(fetchOf({ ...REQUEST, body: '{"__proto__":1}' })).toContain(`body: '{"__proto__":1}',`)
})

test('explorer/model: a request copied as an HTTPie command reads no files', () => {
  expect(httpieOf(REQUEST)).toBe(
    [
      String.raw`http POST 'https://api.example.org/it'\''s?a[b]=1'`,
      `'accept:application/vnd.api+json'`,
      String.raw`'x-token: @it'\''s'`,
      `--raw '{"data":{"n":12345678901234567890}}'`,
    ].join(' \\\n  '),
  )
})
