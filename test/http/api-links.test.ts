import { once } from 'node:events'
import { createServer, get as getOverHttp, type IncomingMessage } from 'node:http'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { createApi } from '@jsonapi-gen/runtime'
import { get, useClient } from '../support/blog.js'
import { anyDatabase, sqlite, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { listening } from './support/frameworks.js'

const ORIGIN = 'http://blog.test'

/** Every URL in a `links` member, anywhere in a document. */
function linksOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'links'
      ? Object.values(member as object).flatMap((link) => (typeof link === 'string' ? [link] : []))
      : linksOf(member),
  )
}

interface Page {
  readonly data: readonly { readonly id: string }[]
  readonly links: Readonly<Record<'self' | 'first' | 'last' | 'prev' | 'next', string | null>>
}

describe.each(anyDatabase)('http/links (12.1): links on $name', ({ open }) => {
  let database: OpenDatabase<BlogClient>
  beforeAll(async () => {
    database = await open({ seed: true })
    useClient(database.prisma)
  })
  afterAll(() => database.close())

  const page = async (path: string): Promise<Page> => (await get(path)).body as Page
  const path = (link: string | null): string => (link ?? '').slice(ORIGIN.length)

  test('the next and prev links visit every record once, forwards and backwards', async () => {
    const search =
      'filter[status]=published&sort=-views,title&page[size]=7&stats[total]=count&fields[posts]=title'
    const seen: string[] = []
    let current = await page(`/posts?${search}`)
    const first = current
    for (;;) {
      seen.push(...current.data.map(({ id }) => id))
      if (current.links.next === null) break
      current = await page(path(current.links.next))
    }
    const whole = await page(`/posts?${search.replace('page[size]=7', 'page[size]=100')}`)
    expect(seen).toEqual(whole.data.map(({ id }) => id))
    expect(current.links.self).toBe(current.links.last)
    expect(whole.links.next).toBeNull()
    while (current.links.prev !== null) current = await page(path(current.links.prev))
    expect({ ...current, links: { ...current.links, self: '' } }).toEqual({
      ...first,
      links: { ...first.links, self: '' },
    })
    expect(current.links.self).toBe(first.links.first)
  })

  test('each link preserves all other parameters of the request, with brackets encoded', async () => {
    const search =
      'include=comments,author&filter[title][contains]=a, b & c&filter[comments][approved]=false&sort=-views,comments.id' +
      '&page[size]=1&page[comments][size]=2&stats[total]=count&fields[posts]=title,comments&extra_fields[posts]=readingTime'
    const encoded = search.replace('a, b & c', 'a%2C%20b%20%26%20c')
    const { links } = await page(`/posts?${encoded}`)
    for (const [name, link] of Object.entries(links)) {
      if (link === null || name === 'describedby') continue
      const params = new URL(link).searchParams
      const number = params.get('page[number]')
      params.delete('page[number]')
      expect({ name, number, params: [...params] }).toEqual({
        name,
        number: name === 'self' ? null : expect.stringMatching(/^\d+$/),
        params: [...new URLSearchParams(encoded)],
      })
      expect(link).not.toMatch(/[[\] ,]/)
    }
  })

  test('a next link exists only if more records follow', async () => {
    const at = async (search: string) => {
      const { links } = await page(`/tags?${search}`)
      return [links.prev, links.next].map((link) => link !== null)
    }
    expect(await at('page[size]=20')).toEqual([false, false])
    expect(await at('page[size]=19')).toEqual([false, true])
    expect(await at('page[size]=10&page[number]=2')).toEqual([true, false])
    expect(await at('page[size]=10&page[number]=3')).toEqual([true, false])
    expect(await at('page[size]=0')).toEqual([false, false])
    const none = await page('/posts?filter[id]=')
    expect([none.links.prev, none.links.next]).toEqual([null, null])
  })
})

describe('http/links (15.8): every returned link can be fetched', () => {
  let database: OpenDatabase<BlogClient>
  beforeAll(async () => {
    database = await sqlite.open({ seed: true })
    useClient(database.prisma)
  })
  afterAll(() => database.close())

  /** Follows links until there are no new ones, or until the limit is reached. */
  async function crawl(
    start: string,
    fetch: (url: string) => Promise<{ status: number; body: unknown }>,
    most: number,
  ) {
    const seen = new Map<string, number>()
    const waiting = [start]
    for (let url = waiting.shift(); url !== undefined && seen.size < most; url = waiting.shift()) {
      if (seen.has(url)) continue
      const { status, body } = await fetch(url)
      seen.set(url, status)
      waiting.push(...linksOf(body).filter((link) => !seen.has(link)))
    }
    return seen
  }

  test('all links in the response to /posts are absolute and return 200', async () => {
    const seen = await crawl(
      `${ORIGIN}/posts?page[size]=2&include=author,comments,tags`,
      (url) => get(url.slice(ORIGIN.length)),
      400,
    )
    expect([...seen].filter(([url, status]) => status !== 200 || !url.startsWith(`${ORIGIN}/`))).toEqual([])
    expect(seen.size).toBe(400)
    const kinds = new Set([...seen.keys()].map((url) => new URL(url).pathname.replaceAll(/\d+/g, 'N')))
    for (const kind of [
      '/posts',
      '/posts/N',
      '/posts/N/comments',
      '/posts/N/relationships/tags',
      '/authors/N/profile',
    ]) {
      expect(kinds).toContain(kind)
    }
  })

  test('links also work with a prefix and behind a proxy', async () => {
    const api = createApi({ registry, controllers, prefix: 'api/v1/', baseUrl: 'https://public.example/' })
    expect(api.prefix).toBe('/api/v1')
    const inside = (url: string) => url.replace('https://public.example', 'http://10.0.0.7:8080')
    const seen = await crawl(
      'https://public.example/api/v1/posts?page[size]=1&include=author',
      async (url) => {
        const response = await api.fetch(new Request(inside(url)))
        return { status: response.status, body: await response.json() }
      },
      60,
    )
    expect(
      [...seen].filter(
        ([url, status]) => status !== 200 || !url.startsWith('https://public.example/api/v1/'),
      ),
    ).toEqual([])
    expect(seen.size).toBe(60)
    for (const outside of ['/posts', '/api/v1', '/api/v1posts', '/api/v1x/posts', '/api/v2/posts']) {
      expect((await api.fetch(new Request(`http://10.0.0.7:8080${outside}`))).status).toBe(404)
    }
  })

  test("links begin with the request's Host, unless a base URL is configured", async () => {
    const selfOf = async (baseUrl?: string): Promise<unknown> => {
      const api = createApi({ registry, controllers, ...(baseUrl !== undefined && { baseUrl }) })
      const server = await listening(createServer(express().use(toExpress(api))))
      try {
        const asked = getOverHttp(`${server.url}/currencies/eur`, { headers: { host: 'evil.example' } })
        const [response] = (await once(asked, 'response')) as [IncomingMessage]
        const text = (await response.setEncoding('utf8').toArray()).join('')
        return (JSON.parse(text) as { data: { links: { self: string } } }).data.links.self
      } finally {
        await server.close()
      }
    }
    expect([await selfOf(), await selfOf('https://public.example')]).toEqual([
      'http://evil.example/currencies/eur',
      'https://public.example/currencies/eur',
    ])
  })

  test('a type without a controller has no links', async () => {
    const { body } = await get('/currencies/eur')
    const self = `${ORIGIN}/currencies/eur`
    expect(linksOf(body)).toEqual([self, `${ORIGIN}/openapi.json`, self])
  })
})
