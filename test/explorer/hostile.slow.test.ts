import type { RequestHandler } from 'express'
import type { Browser } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import blogContract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import {
  answered,
  browsersHere,
  click,
  fill,
  launched,
  opened,
  queryUrl,
  sent,
  textOf,
} from './support/browser.js'
import { type ServedExplorer, servedContract } from './support/served.js'

const browsers = await browsersHere()
let browser: Browser
let served: ServedExplorer | undefined

beforeAll(async () => {
  if (browsers.length > 0) browser = await launched()
})
afterEach(async () => {
  await served?.close()
  served = undefined
})
afterAll(() => browser?.close())

const IMAGE = '<img src=x onerror="window.broken=1">'

/** The page for a contract, with a fixed document as the response to every request. */
async function answering(document: unknown, url: string, contract: object = blogContract) {
  return behaving(
    (_, response) => void response.type('application/vnd.api+json').send(JSON.stringify(document)),
    url,
    contract,
  )
}

async function behaving(behind: RequestHandler, url: string, contract: object = blogContract) {
  served = await servedContract(contract as never, behind)
  const tab = await opened(browser, `${served.page}#${url}`)
  const shown = await answered(tab.page)
  return { ...tab, shown }
}

/** Faulty responses, and the message that the page shows for each. */
const FAULTS: readonly (readonly [string, RequestHandler, string])[] = [
  [
    'a list that contains other values',
    (_, response) => void response.json({ data: [{ type: 'posts', id: '1' }, { type: 'posts' }] }),
    'ORIGIN sent JSON that is not JSON:API: /data/1 needs a "id" that is a string. The "Document" tab shows the whole response.',
  ],
  [
    'a truncated response',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/vnd.api+json', 'content-length': '1000' })
      response.write('{"data":[')
      setTimeout(() => response.destroy(), 100)
    },
    // A busy browser may see the end of the connection before the first bytes.
    'The response from ORIGIN ended after ',
  ],
  [
    'a response that is not JSON',
    (_, response) => {
      response.type('html').send('<h1>Gateway</h1>')
    },
    'ORIGIN sent text/html; charset=utf-8 instead of JSON:API. Check whether the API is at this URL. The "Document" tab shows the response.',
  ],
  [
    'a response that is not JSON:API',
    (_, response) => {
      response.json({ ok: true })
    },
    'ORIGIN sent JSON that is not JSON:API: it has no "data", "errors" or "meta".',
  ],
  [
    'a list of numbers instead of records',
    (_, response) => {
      response.json({ data: [1, null, {}, { type: 1 }], included: 'x' })
    },
    'not JSON:API: "included" is not a list.',
  ],
  [
    'errors that are not a list',
    (_, response) => void response.status(400).json({ errors: {} }),
    'not JSON:API: "errors" is not a list of error objects.',
  ],
  [
    'a login that has expired',
    (_, response) => {
      response.status(401).set('www-authenticate', 'Bearer')
      response.json({ errors: [{ status: '401', title: 'Unauthorized', detail: 'Expired.' }] })
    },
    'The API requires a login (Bearer): yours is missing, incorrect or expired.',
  ],
  [
    'an API that does not respond',
    (_, response) => {
      response.destroy()
    },
    'ORIGIN did not respond.',
  ],
]

/** A contract with a single type that has these names. */
function contractOf(type: string, attribute: string): object {
  const { posts } = blogContract.resources
  const { title } = posts.attributes
  const named = {
    ...posts,
    attributes: { [attribute]: title },
    filters: { [attribute]: posts.filters.title },
  }
  return { ...blogContract, resources: { [type]: { ...named, relationships: {} } } }
}

test('the hostile contract contains the hostile text', () => {
  expect(Object.keys(contractOf('a"b', 'c'))).toContain('resources')
})

describe.each(browsers)('explorer/hostile: the explorer in %s', () => {
  test("a record's values are always shown as text, and only web URLs are links", async () => {
    const { page, faults, shown } = await answering(
      {
        data: [
          {
            type: 'attachments',
            id: IMAGE,
            attributes: {
              url: 'javascript:window.broken=2',
              [IMAGE]: IMAGE,
              data: 'data:text/html,<script>1</script>',
              good: 'https://example.org/a',
              long: 'JaVaScRiPt:alert(1)//https://example.org',
            },
            relationships: {
              [IMAGE]: { data: { type: IMAGE, id: IMAGE }, links: { related: 'javascript:window.broken=3' } },
              subject: { links: { related: { href: 'https://elsewhere.example/posts/1' } } },
            },
            links: { self: 'javascript:window.broken=4' },
          },
        ],
        links: {
          next: 'javascript:window.broken=5',
          prev: '//elsewhere.example/attachments',
          first: 'data:text/html,1',
        },
        meta: { [IMAGE]: IMAGE },
      },
      '/attachments',
    )
    expect(shown).toContain(IMAGE)
    expect(shown).toContain('javascript:window.broken=2')
    for (const tab of ['Document', 'Headers', 'curl', 'fetch', 'HTTPie', 'Client', 'Table']) {
      await click(page, 'tab', tab)
    }
    const state = await page.evaluate(() => ({
      broken: 'broken' in window,
      images: document.images.length,
      links: [...document.querySelectorAll('a')].map(({ href }) => href),
      disabled: [...document.querySelectorAll<HTMLButtonElement>('nav button')].map(
        ({ textContent, disabled }) => [textContent, disabled],
      ),
      buttons: [...document.querySelectorAll('td.links button')].length,
    }))
    expect(state).toEqual({
      broken: false,
      images: 0,
      links: ['https://example.org/a'],
      disabled: [
        ['first', true],
        ['prev', true],
        ['next', true],
      ],
      buttons: 0,
    })
    expect(faults).toEqual([])
  })

  test('types and attributes whose names contain quotes and brackets are shown, sent and quoted', async () => {
    const [type, attribute] = [`it's "quoted" ${IMAGE}`, `na'me" \`$(id)\` <b>`]
    const { page, faults } = await answering(
      { data: [{ type, id: '1', attributes: { [attribute]: 'x' } }] },
      `/${encodeURIComponent(type)}?filter[${encodeURIComponent(attribute)}]=a'b`,
      contractOf(type, attribute),
    )
    expect(await textOf(page, '.condition .name')).toBe(attribute)
    await click(page, 'tab', 'curl')
    const curl = await textOf(page, '.code pre')
    expect(curl).toContain(String.raw`=a'\''b' `)
    await click(page, 'tab', 'Client')
    expect(await textOf(page, '.code pre')).toContain(String.raw`api['it\'s "quoted"`)
    for (const tab of ['Graph', 'Write', 'Reference', 'Query']) await click(page, 'tab', tab)
    expect(await page.evaluate(() => ['broken' in window, document.images.length])).toEqual([false, 0])
    const [first] = served?.received() ?? []
    expect(first?.url).toBe(`/${type}?filter[${attribute}]=a'b`)
    expect(faults).toEqual([])
  })

  test('text of 1 MB is truncated on display, but can be opened', async () => {
    const text = 'long '.repeat(210_000)
    const { page, shown } = await answering(
      { data: [{ type: 'posts', id: '1', attributes: { body: text } }] },
      '/posts',
    )
    expect(shown).toContain('1,050,000 characters')
    expect(shown.length).toBeLessThan(1500)
    await click(page, 'button', '1,050,000 characters')
    expect((await textOf(page, '.answer')).length).toBeLessThan(7000)
    await click(page, 'tab', 'Document')
    expect((await textOf(page, '.code pre')).length).toBeLessThan(4000)
  })

  test('the first of 1,000 records are shown immediately, and the rest are shown on request', async () => {
    const data = Array.from({ length: 1000 }, (_, index) => ({
      type: 'posts',
      id: String(index),
      attributes: { title: `t${index}` },
    }))
    const { page, shown } = await answering({ data }, '/posts')
    expect(shown).toContain('1000 records')
    const count = (): Promise<number> => page.$$eval('tbody tr', (rows) => rows.length)
    expect(await count()).toBe(100)
    await click(page, 'button', 'Show more (1000 in total)')
    await click(page, 'button', 'Show more (1000 in total)')
    expect(await count()).toBe(1000)
  })

  test('records that refer to each other are expanded as far as the request includes them', async () => {
    const link = (type: string, id: string): object => ({ data: { type, id } })
    const { page } = await answering(
      {
        data: [
          { type: 'comments', id: '1', attributes: {}, relationships: { parent: link('comments', '1') } },
        ],
        included: [],
      },
      '/comments?include=parent.parent',
    )
    expect(await page.$$eval('table', (tables) => tables.length)).toBe(3)
  })

  test.each(FAULTS)('%s is reported with its cause, and the query is kept', async (_, behind, said) => {
    const { page, shown } = await behaving(behind, '/posts?page[size]=3')
    expect(shown).toContain(said.replace('ORIGIN', new URL(page.url()).origin))
    expect(await queryUrl(page)).toBe('/posts?page[size]=3')
  })

  test('the explorer reports that the server has stopped, and shows its response once it runs again', async () => {
    let isDown = true
    const { page, shown } = await behaving((_, response) => {
      if (isDown) response.destroy()
      else response.json({ data: [] })
    }, '/posts')
    expect(shown).toContain('No response')
    isDown = false
    expect(await sent(page)).toContain('0 records')
  })

  test('the explorer shows that a request is in progress, and can cancel the request', async () => {
    let isSlow = false
    const { page } = await behaving((_, response) => {
      if (!isSlow) response.json({ data: [] })
    }, '/posts')
    isSlow = true
    await click(page, 'button', 'Send')
    await page.waitForSelector('.waiting')
    expect(await textOf(page, '.waiting')).toContain('Waiting for the response …')
    await click(page, 'button', 'Cancel')
    expect(await answered(page)).toContain('You canceled the request.')
    expect(await page.$('.waiting')).toBe(null)
  })

  test('a header that cannot be sent is reported, and the query is kept', async () => {
    const { page } = await answering({ data: [] }, '/posts?page[size]=3')
    await click(page, 'button', 'Login')
    await fill(page, 'textbox', 'Value of Authorization', 'Bearer €')
    await click(page, 'button', 'Done')
    served?.received()
    expect(await sent(page)).toContain('The request cannot be sent.')
    expect([served?.received(), await queryUrl(page)]).toEqual([[], '/posts?page[size]=3'])
  })

  test('the explorer reports an invalid contract with its source', async () => {
    served = await servedContract(blogContract as never, (_, response) => void response.json({ data: [] }))
    const page = await browser.newPage()
    const shown = async (body: string, status = 200): Promise<string> => {
      await page.setRequestInterception(true)
      page.removeAllListeners('request')
      page.on('request', (request) =>
        request.url().endsWith('/contract.json')
          ? void request.respond({ status, contentType: 'application/json', body })
          : void request.continue(),
      )
      await page.goto(served?.page ?? '')
      await page.waitForSelector('[role=alert]')
      return textOf(page, '[role=alert]')
    }
    const url = `${served.page}/contract.json`
    expect(await shown('<html>')).toBe(
      `The response from ${url} cannot be shown. This is not a contract: it has no "resources".`,
    )
    expect(await shown('{"contract":9,"resources":{}}')).toContain(
      'The contract has format 9, but this page reads format 1. Update @jsonapi-gen/explorer and the generator to the same version.',
    )
    expect(await shown('{"contract":1,"resources":{"posts":{}}}')).toContain(
      'it does not describe the type "posts"',
    )
    expect(await shown('', 404)).toBe(`${url} returned 404 instead of a contract.`)
    await page.close()
  })

  test('a pasted URL is kept, however strange it is', async () => {
    const { page, faults } = await answering({ data: [] }, '/posts')
    for (const text of [
      '/posts?filter[',
      '/%E0%A4%A',
      '/',
      '/posts/1/2/3/4/5',
      '/posts?filter[a][b][c][d]=1',
      `/${IMAGE}`,
      '/posts?%',
      '/posts?a=1&a=2',
    ]) {
      await fill(page, 'textbox', 'URL', text)
      expect(await queryUrl(page)).toBe(text)
    }
    expect(faults).toEqual([])
  })
})
