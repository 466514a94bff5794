import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { isSoak } from '../support/sample.js'
import {
  copies,
  answered,
  inBrowsers,
  type Look,
  openedWith,
  queryUrl,
  show,
  textOf,
  violationsNow,
} from './support/browser.js'
import { box, button, type Hand, keyboard, list, pointer, tab } from './support/matrix.js'
import { loginOf, type ServedExplorer, servedBlog, servedSaas } from './support/served.js'

// What the page can do, on both examples, by keyboard and with the mouse, in both colors and widths. A gate runs each
// thing on each example, with each device and in each look, which are two cells of the table; a soak runs all eight.

const { browsers, browser, ...sites } = await inBrowsers({ blog: servedBlog, saas: servedSaas })

const EXAMPLES = ['blog', 'saas'] as const
const HANDS = { keyboard, pointer }
const LOOKS: { readonly [name: string]: Look } = {
  'dark at 390 pixels': { colors: 'dark', width: 390 },
  'light at 1,280 pixels': { colors: 'light', width: 1280 },
}

interface Cell {
  readonly page: Page
  readonly hand: Hand
  readonly site: ServedExplorer
  readonly is: (typeof EXAMPLES)[number]
}

/** A value for each example. */
const per = <Value>(is: Cell['is'], blog: Value, saas: Value): Value => (is === 'blog' ? blog : saas)

const status = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (said) => [...document.querySelectorAll('.form [role=status]')].some((each) => each.textContent === said),
    {},
    text,
  )

const badge = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (said) =>
      document.querySelector('.answer[aria-busy=false] .badge')?.textContent?.startsWith(said) === true,
    {},
    text,
  )

/** Waits until the URL is a query whose response is shown. */
async function requested(page: Page, url: string): Promise<void> {
  await page.waitForFunction(
    (to) =>
      document.querySelector<HTMLInputElement>('.request input')?.value === to &&
      document.querySelector('.answer.stale') === null,
    {},
    url,
  )
  await answered(page)
}

const writesTo = (site: ServedExplorer) => site.received().filter(({ method }) => method !== 'GET')

/** Opens a form that creates a record with a nested one. */
async function nesting({ page, hand, is }: Cell): Promise<void> {
  await hand.press(tab('Write'))
  await hand.press(button(per(is, 'New record in posts', 'New record in lines')))
  await page.waitForFunction(
    (id) => document.activeElement?.id === id,
    {},
    per(is, 'field-posts-0-body', 'field-lines-0-position'),
  )
}

let count = 0

/** Fills in that form. */
async function fillNested({ hand, is }: Cell): Promise<void> {
  const text = `Matrix ${++count}`
  const values = per(
    is,
    {
      '#field-name': text,
      '#field-email': `matrix-${count}@example.org`,
      '#field-posts-0-title': text,
      '#field-posts-0-body': text,
    },
    {
      '#field-customer': text,
      '#field-lines-0-position': '1',
      '#field-lines-0-price': '12.5',
      '#field-lines-0-text': text,
    },
  )
  for (const [control, value] of Object.entries(values)) await hand.type(control, value)
}

interface Item {
  readonly name: string
  /** The query with which it starts. */
  readonly from: (is: Cell['is']) => string
  readonly isLoggedOut?: boolean
  readonly run: (cell: Cell) => Promise<void>
}

const ITEMS: readonly Item[] = [
  {
    name: 'a login is used by the next request',
    from: (is) => per(is, '/tags?page[size]=1', '/projects'),
    isLoggedOut: true,
    async run({ page, hand, site, is }) {
      await hand.press(button('Login'))
      if (is === 'blog') {
        await hand.type('dialog input[type=password]', 'Bearer key')
        site.received()
        await hand.press(button('Done'))
        await page.waitForFunction(() => document.querySelector('dialog') === null)
        await answered(page)
        expect(site.received().at(-1)?.headers['authorization']).toBe('Bearer key')
      } else {
        let before = 'Login'
        for (const name of ['Olive Owner', 'Abel Accountant', 'Gus Guest']) {
          if (before !== 'Login') await hand.press(button(before))
          await hand.press(button(name))
          await page.waitForFunction(
            (shown) =>
              document.querySelector('header button')?.textContent === shown &&
              document.querySelector('dialog') === null,
            {},
            name,
          )
          await badge(page, '200')
          before = name
        }
        await hand.press(tab('Reference'))
        expect(await textOf(page, '[aria-label="Not for Gus Guest"]')).toMatch(/create\s*isMember/)
        await hand.press(tab('Write'))
        expect(await textOf(page, '.write')).toContain(
          'Gus Guest cannot write projects records: this requires isMember or isOwner.',
        )
      }
    },
  },
  {
    name: 'a failed login is shown with what to do',
    from: (is) => per(is, '/tags?page[size]=1', '/projects'),
    isLoggedOut: true,
    async run({ page, hand, is }) {
      if (is === 'blog') {
        await responding(page, '/tags', { status: 401, body: '{"errors":[{"status":"401"}]}' })
        await hand.press(button('Send'))
      } else {
        await hand.press(button('Login'))
        await hand.type('dialog input[type=email]', 'owner@acme.example')
        await hand.type('dialog input[type=password]', 'wrong')
        await hand.press(button('Log in'))
      }
      const problem = per(is, '.problem', 'dialog .problem')
      await page.waitForSelector(problem)
      expect(await textOf(page, problem)).toContain(
        per(is, 'Open "Login", and send the request again.', 'check your input, then try again.'),
      )
    },
  },
  {
    name: 'the graph includes a relationship and requests a type',
    from: (is) => per(is, '/posts?page[size]=2', '/invoices?page[size]=2'),
    async run({ page, hand, is }) {
      const [type, name] = per(is, ['posts', 'comments'], ['invoices', 'lines'])
      await hand.press(tab('Graph'))
      await hand.press(button(`${name} of ${type}, to many ${name}`))
      expect(await queryUrl(page)).toBe(`/${type}?include=${name}&page[size]=2`)
      await hand.press(button(name))
      await requested(page, `/${name}`)
    },
  },
  {
    name: 'the query is built from inputs, and Enter in one of them sends it',
    from: (is) => per(is, '/posts', '/invoices'),
    async run({ page, hand, is }) {
      const [path, filter, value] = per(is, ['comments', 'status', 'draft'], ['lines', 'state', 'sent'])
      await hand.press(box(`${path} ⇉ ${path}`))
      await hand.choose('#part-records .adder select[aria-label="Add a filter"]', filter)
      await hand.press('#part-records [aria-label="Add a filter"] + button')
      await hand.choose(list(`Value of ${filter}`), value)
      await hand.type('#part-records .grid input', '2')
      await page.focus('#part-records .grid input')
      await page.keyboard.press('Enter')
      await requested(
        page,
        `${per(is, '/posts', '/invoices')}?include=${path}&filter[${filter}]=${value}&page[size]=2`,
      )
      expect(await textOf(page, '.answer')).toContain(value)
    },
  },
  {
    name: 'errors appear at the fields of nested records, and the response shows them when they are stored',
    from: (is) => per(is, '/authors?page[size]=1', '/invoices'),
    async run(cell) {
      const { page, hand, site, is } = cell
      await nesting(cell)
      await hand.press(button('Create record'))
      await badge(page, '422')
      expect(await textOf(page, '.child .field.invalid')).toContain('is required')
      await fillNested(cell)
      site.received()
      await hand.press(button('Create record'))
      await status(page, 'Created.')
      const [sent] = writesTo(site)
      expect(sent?.body).toMatchObject({
        included: [{ type: per(is, 'posts', 'lines'), 'temp-id': 'new-1' }],
      })
      expect(await textOf(page, '.answer .included')).toContain(`Matrix ${count}`)
    },
  },
  {
    name: 'a pasted body fills in the form, and the body is completed',
    from: (is) => per(is, '/tags?page[size]=1', '/projects'),
    async run({ page, hand, is }) {
      const type = per(is, 'tags', 'projects')
      await hand.press(tab('Write'))
      await hand.type('#body-editor', JSON.stringify({ data: { type, attributes: { name: 'Pasted' } } }))
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('#field-name')?.value === 'Pasted',
      )
      await hand.type('#body-editor', `{"data":{"type":"${type}","attributes":{`)
      await page.keyboard.down('Control')
      await page.keyboard.press('Space')
      await page.keyboard.up('Control')
      const option = await page.waitForSelector('#body-editor-options [role=option]')
      const label = await option?.evaluate((each) => each.firstChild?.textContent ?? '')
      await hand.take('#body-editor-options [role=option]')
      expect(await page.$eval('#body-editor', (editor) => (editor as HTMLTextAreaElement).value)).toContain(
        label?.trim() ?? '-',
      )
    },
  },
  {
    name: 'a nested body becomes operations, which are sent together',
    from: (is) => per(is, '/authors?page[size]=1', '/invoices'),
    async run(cell) {
      const { page, hand, site, is } = cell
      await nesting(cell)
      await fillNested(cell)
      await hand.press(button('Add to the operations'))
      await status(page, 'Added to the operations.')
      await hand.press(tab('Operations 2'))
      site.received()
      await hand.press(button('Send 2 operations'))
      await badge(page, '200')
      const [outer, inner] = per(is, ['authors', 'posts'], ['invoices', 'lines'])
      const link = { data: { type: outer, lid: `${outer}-1` } }
      expect(writesTo(site).map(({ body }) => body)).toEqual([
        {
          'atomic:operations': [
            { op: 'add', data: expect.objectContaining({ type: outer, lid: `${outer}-1` }) },
            {
              op: 'add',
              data: expect.objectContaining({
                type: inner,
                lid: `${inner}-1`,
                relationships: { [per(is, 'author', 'invoice')]: link },
              }),
            },
          ],
        },
      ])
      expect(await textOf(page, '.answer')).toContain('2 records')
    },
  },
  {
    name: 'a write is protected by the headers that the API supports',
    from: (is) => per(is, '/tags?page[size]=1', '/projects?page[size]=1'),
    async run({ page, hand, site, is }) {
      const protecting = per(is, ['if-match'], ['idempotency-key', 'if-match'])
      await hand.press('button.edit')
      await page.waitForFunction(() =>
        document.querySelector('.form summary')?.textContent?.includes('If-Match'),
      )
      // The form is in view, also if the table is below it.
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-tab'))).toBe('write')
      await hand.type('#field-name', `Protected ${++count}`)
      site.received()
      await hand.press(button('Save'))
      await status(page, 'Saved.')
      const [sent] = writesTo(site)
      expect(protecting.filter((name) => sent?.headers[name] !== undefined)).toEqual(protecting)
    },
  },
  {
    name: 'nested records are changed, destroyed and replaced in one request',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, site, is }) {
      const [type, many, one, text] = per(
        is,
        ['posts', 'comments', 'author', 'body'] as const,
        ['invoices', 'lines', 'project', 'text'] as const,
      )
      const child = (count: number): object => ({
        type: many,
        'temp-id': `t${count}`,
        attributes: per<object>(
          is,
          { body: 'before', approved: true },
          { position: count, price: '1', text: 'before' },
        ),
      })
      const id = await created(page, site, {
        data: {
          type,
          attributes: per<object>(is, { title: 'Parent', body: 'Text' }, { customer: 'Parent' }),
          relationships: {
            [one]: { data: { type: per(is, 'authors', 'projects'), id: '1' } },
            [many]: { data: [1, 2].map((at) => ({ type: many, 'temp-id': `t${at}`, method: 'create' })) },
          },
        },
        included: [child(1), child(2)],
      })
      await hand.type('input[aria-label=URL]', `/${type}/${id}`)
      await hand.press(button('Send'))
      await requested(page, `/${type}/${id}`)
      await hand.press('button.edit')
      await hand.press(button(`Show the linked ${many}`))
      const linked = `[aria-label="Linked ${many}"] button`
      await hand.press(linked)
      await page.waitForFunction(
        (field) => document.querySelector<HTMLInputElement>(field)?.value === 'before',
        {},
        `#field-${many}-0-${text}`,
      )
      await hand.type(`#field-${many}-0-${text}`, 'after')
      await hand.press(linked)
      await hand.choose(`#child-${many}-1- select`, 'destroy')
      await hand.press(button(`New record in ${one}`))
      await hand.type(`#field-${one}-0-name`, 'Replacement')
      if (is === 'blog') await hand.type('#field-author-0-email', `matrix-${++count}@example.com`)
      site.received()
      await hand.press(button('Save'))
      await status(page, 'Saved.')
      const [{ body } = {}] = writesTo(site)
      const entry = (method: string) => expect.objectContaining({ type: many, method })
      const target = per(is, 'authors', 'projects')
      expect(body).toEqual({
        data: {
          type,
          id,
          relationships: {
            [many]: { data: [entry('update'), entry('destroy')] },
            [one]: { data: { type: target, 'temp-id': 'new-1', method: 'create' } },
          },
        },
        included: expect.arrayContaining([
          expect.objectContaining({ type: target, 'temp-id': 'new-1' }),
          expect.objectContaining({ type: many, attributes: { [text]: 'after' } }),
        ]),
      })
      for (const value of ['after', 'Replacement']) expect(await textOf(page, '.answer')).toContain(value)
    },
  },
  {
    name: 'the bar shows what is sent next, earlier responses are marked, and a record is deleted',
    from: (is) => per(is, '/tags?page[size]=1', '/projects?page[size]=1'),
    async run({ page, hand, site, is }) {
      const type = per(is, 'tags', 'projects')
      const bar = () =>
        page.evaluate(() => [
          document.querySelector('.request .method')?.textContent,
          document.querySelector('.answer.stale') !== null,
        ])
      const id = await created(page, site, { data: { type, attributes: { name: 'Deleted' } } })
      expect(await bar()).toEqual(['GET', false])
      await hand.press(tab('Write'))
      expect(await bar()).toEqual(['POST', true])
      await hand.press(button('Delete'))
      await hand.type('.write input[type=text]', id)
      await page.keyboard.press('Enter')
      expect(await bar()).toEqual(['DELETE', true])
      await hand.press(button('Delete record'))
      await badge(page, '204')
      expect(await bar()).toEqual(['DELETE', false])
      expect(writesTo(site).at(-1)?.url).toMatch(new RegExp(`/${type}/${id}$`))
    },
  },
  {
    name: 'a 400 is shown with its errors, and a suggestion corrects the request',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, is }) {
      const url = per(is, '/posts?filter[statu]=draft', '/invoices?filter[stat]=draft')
      const name = per(is, 'status', 'state')
      await hand.type('input[aria-label=URL]', url)
      await hand.press(button('Send'))
      await badge(page, '400')
      expect(await textOf(page, '.answer [aria-selected=true]')).toBe('Document')
      expect(await textOf(page, '.answer .errors')).toContain(`Did you mean "${name}"?`)
      await hand.press(button(`Did you mean “${name}”?`))
      await hand.press(button('Send'))
      await badge(page, '200')
      expect(await textOf(page, '.answer [aria-selected=true]')).toBe('Table')
    },
  },
  {
    name: 'the links of a record are changed by requests to its relationship',
    from: (is) => per(is, '/posts/2', '/invoices/1~2'),
    async run({ page, hand, site, is }) {
      const name = per(is, 'tags', 'project')
      const search = `::-p-aria([name="Search ${name}"])`
      await hand.press(tab('Write'))
      await hand.press(button('Links'))
      await page.waitForFunction(() => document.querySelectorAll('.field .hint').length > 0)
      if (is === 'saas') {
        const before = await page.waitForSelector('[aria-label^="Remove projects"]', { timeout: 10_000 })
        site.received()
        await hand.press(`[aria-label="${await before?.evaluate((each) => each.ariaLabel)}"]`)
        await badge(page, '20')
      }
      site.received()
      await hand.type(search, '1')
      await hand.press(`.found button[data-id="1"]`)
      await badge(page, '20')
      const [sent] = writesTo(site)
      expect([sent?.method, sent?.url, sent?.body]).toEqual(
        per(
          is,
          ['POST', '/api/posts/2/relationships/tags', { data: [{ type: 'tags', id: '1' }] }],
          ['PATCH', '/invoices/1~2/relationships/project', { data: { type: 'projects', id: '1' } }],
        ),
      )
    },
  },
  {
    name: 'the reference describes a type, and sends an example with one click',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, is }) {
      await hand.press(tab('Reference'))
      const sections = await page.$$eval('.reference section', (all) => all.map(({ ariaLabel }) => ariaLabel))
      expect(sections).toEqual([
        'Actions',
        'Neighbors',
        'Attributes',
        'Relationships',
        'Filters',
        'Sorts, statistics and pages',
        'Limits',
      ])
      const example = per(is, '/posts?filter[status]=draft', '/invoices?filter[state]=draft')
      await hand.press(`.reference [title="${example}"]`)
      await requested(page, example)
      await badge(page, '200')
    },
  },
  {
    name: 'the history shows an earlier response, and fills in its request',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, is }) {
      const [first, second] = per(is, ['posts', 'tags'], ['invoices', 'projects'])
      await hand.type('input[aria-label=URL]', `/${second}?page[size]=1`)
      await hand.press(button('Send'))
      await requested(page, `/${second}?page[size]=1`)
      await hand.press(tab('History 2'))
      await hand.press('.past li:nth-child(2) button')
      await requested(page, `/${first}?page[size]=1`)
    },
  },
  {
    name: 'a link contains the request, so the back button returns to it',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, is }) {
      const [type, id] = per(is, ['posts', '1'], ['invoices', '1~1'])
      await hand.press(button(`Open ${type} ${id}`))
      await requested(page, `/${type}/${id}`)
      expect(new URL(page.url()).hash).toBe(`#/${type}/${id}`)
      await page.goBack()
      await requested(page, `/${type}?page[size]=1`)
    },
  },
  {
    name: 'the document is colored, and its parts can be folded',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand }) {
      await hand.press(tab('Document'))
      expect(
        await page.$$eval('.json pre span', (all) => new Set(all.map((each) => each.className)).size),
      ).toBe(4)
      await hand.press('.fold[aria-label="Fold data"]')
      expect(await textOf(page, '.json pre')).toContain('"data": [ … ]')
      await hand.press(button('Unfold all'))
      expect(await textOf(page, '.json pre')).toContain('"attributes": {')
    },
  },
  {
    name: 'the request can be copied for curl, fetch, HTTPie and the client',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, site, is }) {
      const url = `${site.url}${per(is, '/posts', '/invoices')}?page[size]=1`
      for (const [name, text] of [
        ['curl', `curl -g '${url}'`],
        ['fetch', `await fetch('${url}', {`],
        ['HTTPie', `http GET '${url}'`],
        ['Client', per(is, 'await api.posts.list(', 'await api.invoices.list(')],
      ] as const) {
        await hand.press(tab(name))
        expect(await textOf(page, '.answer pre')).toContain(text)
        await copies(page, '.code > button', () => hand.press('.code > button'))
      }
    },
  },
  {
    name: 'the time, the size and the queries of a response are shown',
    from: (is) => per(is, '/posts?include=comments&page[size]=2', '/invoices?include=lines&page[size]=2'),
    async run({ page, hand, is }) {
      expect(await textOf(page, '.status')).toMatch(/^200 OK\s*\d+ ms\s*[\d.]+ KiB\s*GET$/)
      await hand.press(tab('Queries 2'))
      expect(await textOf(page, '.queries')).toContain(per(is, 'comments resolve of', 'lines resolve of'))
    },
  },
  {
    name: 'the records of a response are drawn, and one click requests one',
    from: (is) => per(is, '/posts?include=tags&page[size]=1', '/invoices?include=lines&page[size]=1'),
    async run({ page, hand, is }) {
      await hand.press(tab('Picture'))
      await hand.press('.answer .card .title')
      await requested(page, per(is, '/posts/1', '/invoices/1~1'))
    },
  },
  {
    name: 'an API that is down is shown with the reason',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand }) {
      await page.setOfflineMode(true)
      await hand.press(button('Send'))
      await badge(page, 'No response')
      expect(await textOf(page, '.problem')).toContain(
        'did not respond. The network is down, the server has stopped, or it closed the connection.',
      )
      await page.setOfflineMode(false)
      await hand.press(button('Send'))
      await badge(page, '200')
    },
  },
  {
    name: 'a response that is not JSON:API is shown with what it is',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand, is }) {
      await responding(page, per(is, '/posts', '/invoices'), {
        contentType: 'text/html',
        body: '<h1>Maintenance</h1>',
      })
      await hand.press(button('Send'))
      await page.waitForSelector('.problem')
      expect(await textOf(page, '.problem')).toContain('sent text/html instead of JSON:API')
      await hand.press(tab('Document'))
      expect(await textOf(page, '.json pre')).toBe('<h1>Maintenance</h1>\n')
    },
  },
  {
    name: 'a contract of another version is shown with what to do, and can be loaded again',
    from: (is) => per(is, '/posts?page[size]=1', '/invoices?page[size]=1'),
    async run({ page, hand }) {
      await responding(page, '/contract.json', { body: '{"contract":2,"resources":{}}' })
      await page.reload()
      await page.waitForSelector('[role=alert]')
      expect(await textOf(page, '[role=alert]')).toContain(
        'The contract has format 2, but this page reads format 1. Update @jsonapi-gen/explorer and the generator to the same version.',
      )
      expect(await violationsNow(page)).toEqual([])
      page.removeAllListeners('request')
      await page.setRequestInterception(false)
      await hand.press(button('Try again'))
      await answered(page)
    },
  },
]

/** Creates a record with the cookies of the page, and returns its id. */
async function created(
  page: Page,
  site: ServedExplorer,
  document: { readonly data: object; readonly included?: readonly object[] },
): Promise<string> {
  return page.evaluate(
    async (api, body) => {
      const { type } = body.data as { type: string }
      const response = await fetch(`${api}/${type}`, {
        method: 'POST',
        headers: { 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify(body),
      })
      const { data } = (await response.json()) as { data: { id: string } }
      return data.id
    },
    site.url,
    document,
  )
}

/** Lets the page receive another response from URLs that end in a path, without their query. */
async function responding(
  page: Page,
  path: string,
  response: { readonly status?: number; readonly contentType?: string; readonly body: string },
): Promise<void> {
  await page.setRequestInterception(true)
  page.on('request', (request) => {
    const isMeant = new URL(request.url()).pathname.endsWith(path)
    void (isMeant
      ? request.respond({ contentType: 'application/vnd.api+json', ...response })
      : request.continue())
  })
}

/** The cells of an item: all of them, or two that cover both examples, devices and looks. */
function cellsOf(index: number) {
  const hands = Object.keys(HANDS) as (keyof typeof HANDS)[]
  const all = EXAMPLES.flatMap((is, first) =>
    hands.flatMap((by, second) =>
      Object.keys(LOOKS).map((look, third) => ({ is, by, look, at: [first, second, third] })),
    ),
  )
  const turned = [index & 1, (index >> 1) & 1]
  return isSoak
    ? all
    : all.filter(
        ({ at: [first = 0, second, third] }) =>
          second === (first ^ (turned[0] ?? 0)) && third === (first ^ (turned[1] ?? 0)),
      )
}

const CELLS = ITEMS.flatMap((item, index) => cellsOf(index).map((cell) => ({ ...cell, ...item })))

test('explorer/matrix: each thing that the page can do is tested on both examples, with both devices, in both looks', () => {
  for (const { name } of ITEMS) {
    const cells = CELLS.filter((cell) => cell.name === name)
    expect([
      name,
      new Set(cells.map(({ is }) => is)).size,
      new Set(cells.map(({ by }) => by)).size,
      new Set(cells.map(({ look }) => look)).size,
    ]).toEqual([name, 2, 2, 2])
  }
})

describe.each(browsers)('explorer/matrix: what the page can do, in %s', () => {
  test.each(CELLS)('$name: on the $is, by $by, $look', async ({ is, by, look, from, isLoggedOut, run }) => {
    const site = sites[is]
    const { page, faults } = await openedWith(browser, site, from(is))
    await show(page, LOOKS[look] ?? { colors: 'light', width: 1280 })
    if (is === 'saas' && isLoggedOut !== true) {
      await page.evaluate(async (body) => {
        await fetch('/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      }, loginOf('owner@acme.example'))
      await page.reload()
      await page.waitForFunction(() => document.querySelector('header button')?.textContent !== 'Login')
      await badge(page, '200')
    }
    await run({ page, hand: HANDS[by](page), site, is })
    expect(await violationsNow(page)).toEqual([])
    expect(faults).toEqual([])
  })
})
