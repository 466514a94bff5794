import { createClient } from '@jsonapi-gen/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../examples/blog/src/web/schema.gen.js'
import { clientCallOf } from '../../explorer/page/model/client-call.js'
import { marksOf } from '../../explorer/page/model/marks.js'
import { parseUrl } from '../../explorer/page/model/parse-url.js'
import { printUrl } from '../../explorer/page/model/print-url.js'
import { blogOver } from '../support/blog.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { dice, SEED } from '../support/dice.js'
import { isSoak, quickly } from '../support/sample.js'
import { knownOf } from './support/known.js'
import { loginOf, type ServedExplorer, servedSaas } from './support/served.js'
import { someUrl } from './support/some-url.js'

const known = knownOf('blog')
let database: OpenDatabase<BlogClient>
let api: ReturnType<typeof blogOver>
let saas: ServedExplorer
let cookie: string

beforeAll(async () => {
  database = await sqlite.open({ seed: true })
  api = blogOver(database.prisma)
  saas = await servedSaas()
  const login = await fetch(`${saas.url}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: loginOf('owner@acme.example'),
  })
  cookie = login.headers.getSetCookie().join('; ')
})
afterAll(async () => {
  await database.close()
  await saas.close()
})

const answered = async (url: string): Promise<unknown> =>
  meaningOf(await api.fetch(new Request(`http://blog.example${url}`)))

/** Sends a request as a user who may see the invoices and projects. */
const answeredBySaas = async (url: string): Promise<unknown> =>
  meaningOf(await fetch(`${saas.url}${url}`, { headers: { cookie } }))

/**
 * The content of a response, without links, which contain the URL as it was written. The spelling of
 * parameter names is ignored.
 */
async function meaningOf(response: Response): Promise<unknown> {
  const body: unknown = JSON.parse(await response.text(), (name, value: unknown) =>
    name === 'links' ? undefined : value,
  )
  const { errors, ...rest } = body as { errors?: readonly { code: string; detail: string }[] }
  // `-author.name` and `author.-name` are the same key, and so are `stats[total][]` and `stats[total]`.
  const faults = errors
    ?.map(
      ({ code, detail }) =>
        `${code} ${detail.replaceAll(/"([\w.]+)\.-(\w+)"/g, '"-$1.$2"').replaceAll('[]"', '"')}`,
    )
    .toSorted()
  return { status: response.status, ...rest, faults }
}

function fail(url: string): never {
  throw new Error(`${url} has no target.`)
}

describe('explorer/url: a URL and the builder describe the same request', () => {
  test.each([
    ['blog', answered],
    ['saas', answeredBySaas],
  ] as const)(
    'random URLs for the %s example have the same meaning for the server and for the builder',
    async (example, ask) => {
      const drawn = dice(SEED)
      const contract = knownOf(example)
      const count = isSoak ? 1000 : quickly(300)
      const urls = Array.from({ length: count }, (_, index) => someUrl(contract, drawn, index % 2 === 0))
      const statuses: number[] = []
      for (const url of urls) {
        const query = parseUrl(contract, url) ?? fail(url)
        const printed = printUrl(query)
        const before = await ask(url)
        expect({ url, printed, ...((await ask(printed)) as object) }).toEqual({
          url,
          printed,
          ...(before as object),
        })
        expect(parseUrl(contract, printed)).toEqual(query)
        statuses.push((before as { status: number }).status)
      }
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(3)
      expect(statuses.filter((status) => status === 400).length).toBeGreaterThan(3)
    },
  )

  test('the builder writes an unknown operator before the value that it conflicts with', async () => {
    const url = '/posts?filter[views][near]=1&filter[views]=2'
    const printed = printUrl(parseUrl(known, url) ?? fail(url))
    expect(printed).toBe(url)
    const { faults } = (await answered(printed)) as { faults?: readonly string[] }
    expect(faults).toEqual([
      'invalid_parameter The parameter "filter[views]" appears twice. Separate multiple values with commas.',
    ])
  })

  test('names that the server rejects in a URL are marked with its suggestion', async () => {
    const drawn = dice(SEED + 1)
    const urls = Array.from({ length: 300 }, () => someUrl(known, drawn))
    let suggested = 0
    const names = ['bad_filter', 'bad_sort', 'invalid_include', 'unknown_field', 'stat_not_found']
    for (const url of urls) {
      const { faults = [] } = (await answered(url)) as { faults?: readonly string[] }
      const ofNames = faults.filter(
        // The guard of "draft" permits only editors, so the page cannot know whether the name is valid. A
        // repeated name is not an unknown name.
        (fault) => names.some((name) => fault.startsWith(`${name} `)) && !/"draft"|says again/.test(fault),
      )
      const marks = marksOf(known, url)
      const isMarked = marks.length > 0
      if (ofNames.length > 0) expect({ url, ofNames, isMarked }).toEqual({ url, ofNames, isMarked: true })
      for (const fault of ofNames) {
        const name = /Did you mean "(.+)"\?$/.exec(fault)?.[1]
        if (name === undefined) continue
        suggested++
        expect({ url, fault, names: marks.map(({ suggestion }) => suggestion?.name) }).toEqual({
          url,
          fault,
          names: expect.arrayContaining([name]),
        })
      }
    }
    expect(suggested).toBeGreaterThan(0)
  })

  test("the explorer's suggestion for a misspelled name is the same as the server's", async () => {
    const urls = Object.entries(known.contract.resources).flatMap(([type, resource]) => [
      ...Object.keys(resource.filters).map((name) => `/${type}?filter[${name}x]=1`),
      ...Object.keys(resource.sorts).map((name) => `/${type}?sort=-${name}x`),
      ...Object.keys(resource.relationships).map((name) => `/${type}?include=${name}x`),
      ...Object.keys(resource.attributes).map((name) => `/${type}?fields[${type}]=${name}x`),
      ...Object.keys(resource.stats).map((name) => `/${type}?stats[${name}x]=count`),
      `/${type}?sorts=id`,
      `/${type}?fields[${type}x]=id`,
    ])
    const suggestions: (string | undefined)[] = []
    for (const url of urls) {
      const { faults = [] } = (await answered(url)) as { faults?: readonly string[] }
      const said = /Did you mean "(.+?)"\?/.exec(faults[0] ?? '')?.[1]
      const [mark] = marksOf(known, url)
      if (said !== undefined) expect([url, mark?.suggestion?.name]).toEqual([url, said])
      suggestions.push(said)
    }
    expect(suggestions.filter((said) => said !== undefined).length).toBeGreaterThan(60)
  })

  test("the typed client's call sends the same request", async () => {
    const drawn = dice(SEED + 2)
    const urls = Array.from({ length: 300 }, () => someUrl(known, drawn, false))
    let compared = 0
    for (const url of urls) {
      const query = parseUrl(known, url)
      const before = (await answered(url)) as { status: number; data?: unknown }
      const { code, lost } = query ? clientCallOf(known, query) : { code: '', lost: [] }
      if (before.status !== 200 || lost.length > 0 || code.includes('fields')) continue
      let asked = ''
      const client = createClient({
        baseUrl: 'http://blog.example',
        schema,
        fetch: async (address, init) => {
          asked = address.slice('http://blog.example'.length)
          return api.fetch(new Request(address, init))
        },
      })
      await new Function('api', `return (async () => { ${code} })()`)(client).catch(() => {})
      const { data } = (await answered(asked)) as { data?: unknown }
      expect({ url, code, data }).toEqual({ url, code, data: before.data })
      compared++
    }
    expect(compared).toBeGreaterThan(5)
  })
})
