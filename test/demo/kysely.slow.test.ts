import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { at } from '../../scripts/lib/paths.js'

const JSONAPI = 'application/vnd.api+json'

/** Reads from and writes to the blog, in order. */
const REQUESTS: readonly (readonly [method: string, path: string, body?: object])[] = [
  ['GET', '/posts?include=author,comments,tags&page[size]=5&page[comments][size]=2'],
  [
    'GET',
    '/posts?filter[popular]=true&filter[author.name]=Ada%20Brontë&sort=author.name,-rating&stats[total]=count&stats[rating]=average',
  ],
  ['GET', '/posts?filter[comments.body][contains]=honest&extra_fields[posts]=readingTime'],
  ['GET', '/authors?include=posts.tags,profile&fields[posts]=title,tags'],
  ['GET', '/comments?filter[titel]=x'],
  [
    'POST',
    '/posts?include=comments,tags',
    {
      data: {
        type: 'posts',
        attributes: { title: 'Hello', body: 'World', publishedAt: '2030-01-01T00:00:00Z', rating: '4.25' },
        relationships: {
          author: { data: { type: 'authors', id: '1' } },
          comments: { data: [{ type: 'comments', 'temp-id': 'c1', method: 'create' }] },
          tags: {
            data: [
              { type: 'tags', lid: 't1' },
              { type: 'tags', id: '1' },
            ],
          },
        },
      },
      included: [
        { type: 'comments', 'temp-id': 'c1', attributes: { body: 'First!', approved: true } },
        { type: 'tags', lid: 't1', attributes: { name: 'greetings' } },
      ],
    },
  ],
  ['PATCH', '/posts/101', { data: { type: 'posts', id: '101', attributes: { views: 7 } } }],
  [
    'PATCH',
    '/posts/101/relationships/tags',
    {
      data: [
        { type: 'tags', id: '2' },
        { type: 'tags', id: '3' },
      ],
    },
  ],
  ['POST', '/tags', { data: { type: 'tags', attributes: { name: 'greetings' } } }],
  ['PATCH', '/posts/101', { data: { type: 'posts', id: '101', relationships: { author: { data: null } } } }],
  ['DELETE', '/comments/501'],
  ['GET', '/posts/101?include=author,comments,tags'],
]

/** The blog's responses with one ORM. */
async function answers(
  orm: string,
): Promise<readonly (readonly [request: string, status: number, text: string])[]> {
  const child = spawn('npm', ['run', '--silent', 'demo', '--', '--serve', '--port', '0'], {
    cwd: at('.'),
    detached: true,
    env: { ...process.env, NODE_ENV: undefined, ORM: orm },
  })
  let printed = ''
  while (!printed.includes('/explorer shows')) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    printed += chunk.toString()
  }
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
  const found: (readonly [string, number, string])[] = []
  for (const [method, path, body] of REQUESTS) {
    const init: RequestInit = { method, headers: { 'content-type': JSONAPI } }
    const response = await fetch(`${url}${path}`, body ? { ...init, body: JSON.stringify(body) } : init)
    const text = (await response.text())
      .replaceAll(url, '')
      .replaceAll(/"createdAt":"[^"]+"/g, '"createdAt":"…"')
      .replaceAll(/"id":"[\da-f-]{36}"/g, '"id":"…"')
    found.push([`${method} ${path}`, response.status, text])
  }
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await once(child, 'close')
  return found
}

test(
  'demo/kysely: the blog on Kysely returns the same bytes as on Prisma, for reads and writes',
  { timeout: 240_000 },
  async () => {
    const onPrisma = await answers('prisma')
    expect(onPrisma.map(([, status]) => status)).toEqual([
      200, 200, 200, 200, 400, 201, 200, 204, 422, 422, 204, 200,
    ])
    expect(await answers('kysely')).toEqual(onPrisma)
  },
)

test('demo/kysely: both schemas of the blog define the same resources', async () => {
  const [one, other] = await Promise.all(
    ['schema.example.yaml', 'examples/blog/kysely.yaml'].map(
      async (path) => parse(await readFile(at(path), 'utf8')) as { readonly resources: unknown },
    ),
  )
  expect(other?.resources).toEqual(one?.resources)
})

test('demo/kysely: the blog has the same contract on Kysely as on Prisma (25.1)', async () => {
  const [one, other] = await Promise.all(
    ['src/api', 'src/kysely/api'].map(async (folder) => {
      const text = await readFile(at(`examples/blog/${folder}/generated/contract.gen.json`), 'utf8')
      return JSON.parse(text.replaceAll(/"\$digest": "[^"]+"/g, '"$digest": ""')) as object
    }),
  )
  expect(other).toEqual(one)
})
