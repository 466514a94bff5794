import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import {
  answered,
  inBrowsers,
  choose,
  click,
  fill,
  opened,
  openedWith,
  queryUrl,
  sent,
  textOf,
} from './support/browser.js'
import { servedBlog, servedSaas } from './support/served.js'

const { browsers, browser, blog, saas } = await inBrowsers({ blog: servedBlog, saas: servedSaas })

const asking = async (url: string): Promise<Page> => (await openedWith(browser, blog, url)).page

/** The method and the URL in the bar. */
const bar = async (page: Page): Promise<string> =>
  `${await textOf(page, '.request .method')} ${await queryUrl(page)}`

/** The edges at which an element fades, because there is more content. */
const fading = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => {
    const { maskImage } = getComputedStyle(element)
    const more = element instanceof HTMLElement ? (element.dataset['more'] ?? '') : ''
    return maskImage.includes('rgba(0, 0, 0, 0)') ? more : ''
  })

describe.each(browsers)('explorer/page: the request that will be sent, in %s', () => {
  test.each(['Enter', 'Tab'] as const)(
    'a chosen custom action stays chosen when an id is typed and confirmed with %s',
    async (key) => {
      const { page } = await opened(browser, `${saas.page}#/invoices`)
      await answered(page)
      await click(page, 'tab', 'Write')
      await click(page, 'button', 'send')
      await fill(page, 'textbox', 'Id', '1~3')
      await page.focus('.write .grid input')
      await page.keyboard.press(key)
      await page.waitForSelector('#field-dueOn')
      expect(await page.$eval('.switch [aria-pressed=true]', (button) => button.textContent)).toBe('send')
      expect(await bar(page)).toBe('POST /invoices/1~3/-actions/send')
    },
  )

  test('the bar shows the method and the URL that its button sends, on a desktop and on a phone', async () => {
    const page = await asking('/posts/1')
    expect(await bar(page)).toBe('GET /posts/1')
    await click(page, 'tab', 'Write')
    expect(await bar(page)).toBe('PATCH /posts/1')
    await click(page, 'button', 'Delete')
    expect(await bar(page)).toBe('DELETE /posts/1')
    await click(page, 'button', 'Create')
    expect(await bar(page)).toBe('POST /posts')
    await page.setViewport({ width: 390, height: 800 })
    expect(await bar(page)).toBe('POST /posts')
    await click(page, 'button', 'Send')
    await page.waitForSelector('#field-title-error')
    expect(
      blog.received().flatMap(({ method, url }) => (method === 'GET' ? [] : [`${method} ${url}`])),
    ).toEqual(['POST /api/posts'])
    // A typed URL replaces the write with a query.
    await fill(page, 'textbox', 'URL', '/tags')
    expect(await bar(page)).toBe('GET /tags')
  })

  test('a response is marked as soon as it no longer belongs to the request in the bar', async () => {
    const page = await asking('/posts?page[size]=1')
    const marked = (): Promise<readonly string[]> =>
      page.$$eval('.answer .other', (notes) => notes.map(({ textContent }) => textContent))
    expect(await marked()).toEqual([])
    await choose(page, 'Type', 'tags')
    const note = `This is the response to an earlier request: GET ${blog.url}/posts?page[size]=1`
    expect(await marked()).toEqual([note])
    await sent(page)
    expect(await marked()).toEqual([])
    await fill(page, 'textbox', 'URL', '/tags?sort=name')
    expect(await marked()).toEqual([`This is the response to an earlier request: GET ${blog.url}/tags`])
  })

  test('filters that require a guard are offered last and say so, and a filter that is added receives the focus', async () => {
    const page = await asking('/posts?page[size]=1')
    const offered = await page.$$eval('#part-records [aria-label="Add a filter"] option', (options) =>
      options.map(({ textContent }) => textContent),
    )
    const isGuarded = (text: string | null): boolean => text?.includes('(only ') === true
    expect(offered.filter(isGuarded)).toEqual(['draft (only isEditor)'])
    expect(offered.slice(-4)).toEqual(['draft (only isEditor)', 'any of …', 'all of …', 'none of …'])
    const focused = (): Promise<string | null> =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null)
    const add = async (title: string, value: string): Promise<void> => {
      await choose(page, title, value)
      await page.click(`[aria-label="${title}: confirm"]`)
    }
    await add('Add a filter', 'views')
    await page.waitForSelector('[aria-label="Value of views"]:focus')
    await add('Add a filter', 'status')
    await page.waitForSelector('[aria-label="Value of status"]:focus')
    await add('Add a filter', 'draft')
    await page.waitForSelector('[aria-label="Value of draft"]:focus')
    const names = await page.$$eval('.condition .name', (all) => all.map(({ textContent }) => textContent))
    expect(names).toEqual(['views', 'status', 'draft (only isEditor)'])
    await add('Add a key', 'title')
    await page.waitForSelector('[aria-label^="title, ascending"]')
    expect(await focused()).toBe('Add a key')
    await add('Add a filter', 'group:or')
    await page.waitForSelector('.group .adder select:focus')
  })

  test('a response to a write for which no query was recorded has no tab for queries', async () => {
    const page = await asking('/tags/1')
    const tabs = (): Promise<readonly (string | null)[]> =>
      page.$$eval('.answer [role=tab]', (all) => all.map(({ textContent }) => textContent))
    expect(await tabs()).toContain('Queries1')
    await click(page, 'tab', 'Write')
    await fill(page, 'textbox', 'name', 'renamed')
    await click(page, 'button', 'Save')
    await page.waitForFunction(() => document.querySelector('.answer .method')?.textContent === 'PATCH')
    expect(await tabs()).toEqual([
      'Table',
      'Picture',
      'Document',
      'curl',
      'fetch',
      'HTTPie',
      'Client',
      'Headers',
    ])
  })

  test('the button for a custom action is separate from the other forms, and describes the action', async () => {
    const { page } = await opened(browser, `${saas.page}#/invoices`)
    await answered(page)
    await click(page, 'tab', 'Write')
    const buttons = await page.$$eval('.write .switch button', (all) =>
      all.map((button) => [button.textContent, button.title]),
    )
    expect(buttons.slice(-2)).toEqual([
      ['remind', 'Action: remind — Sends reminders for unpaid invoices.'],
      ['send', 'Action: send — Sends a draft to its customer.'],
    ])
    const gaps = await page.$$eval('.write .switch button', (all) =>
      all
        .slice(1)
        .map(
          (button, at) => button.getBoundingClientRect().x - (all[at]?.getBoundingClientRect().right ?? 0),
        ),
    )
    expect(gaps.map((gap) => gap > 5)).toEqual(buttons.slice(1).map(([name]) => name === 'remind'))
  })

  test('the errors of a response are shown in every tab', async () => {
    const page = await asking('/posts?page[size]=1')
    for (const tab of ['Table', 'Document', 'curl', 'Headers']) {
      await fill(page, 'textbox', 'URL', '/posts?page[size]=1')
      await sent(page)
      await click(page, 'tab', tab)
      await fill(page, 'textbox', 'URL', '/posts?filter[titel]=1')
      expect([tab, await sent(page)]).toEqual([
        tab,
        expect.stringContaining('The filter "titel" is not allowed. Did you mean "title"?'),
      ])
      expect([tab, await textOf(page, '.answer .errors')]).toEqual([tab, expect.stringContaining('titel')])
    }
  })
})

describe.each(browsers)('explorer/page: the parts of a response that are shown, in %s', () => {
  test('in the document, each line is the same as in the copied text, and no comma is alone on a line', async () => {
    const page = await asking('/posts?include=comments&page[size]=2')
    await page.setViewport({ width: 700, height: 800 })
    await click(page, 'tab', 'Document')
    const overflowing = await page.$$eval('.json pre a', (links) =>
      links
        .filter((link) => getComputedStyle(link).display !== 'inline')
        .map(({ textContent }) => textContent),
    )
    expect(overflowing).toEqual([])
    expect(await page.$$eval('.json pre a', (links) => links.length)).toBeGreaterThan(2)
  })

  test('objects and lists in the document can be folded, also with the keyboard', async () => {
    const page = await asking('/tags?page[size]=2')
    await click(page, 'tab', 'Document')
    const text = (): Promise<string> => textOf(page, '.json pre')
    expect(await text()).toContain('"attributes": {')
    await page.focus('.fold[aria-label="Fold data"]')
    await page.keyboard.press('Enter')
    expect(await text()).toContain('"data": [ … ],\n')
    expect(await text()).not.toContain('"attributes": {')
    await page.keyboard.press('Enter')
    expect(await text()).toContain('"attributes": {')
    await click(page, 'button', 'Fold all')
    expect(await text()).not.toContain('"attributes": {')
    await click(page, 'button', 'Unfold all')
    expect(await text()).toContain('"attributes": {')
    const kinds = await page.$$eval('.json pre span', (spans) => [
      ...new Set(spans.map((span) => span.className)),
    ])
    expect(kinds.toSorted()).toEqual(['key', 'literal', 'number', 'string'])
  })

  test('tables and the graph show that they can be scrolled, at 1,280 pixels and on a phone', async () => {
    const page = await asking('/posts?include=comments,author&page[size]=3')
    for (const [width, isMobile] of [
      [1280, false],
      [390, true],
    ] as const) {
      await page.setViewport({ width, height: 800, isMobile })
      await page.waitForSelector('.scroll[data-more=right]')
      expect([width, await fading(page, '.scroll')]).toEqual([width, 'right'])
      await page.$eval('.scroll', (table) => table.scrollTo({ left: 10_000 }))
      await page.waitForSelector('.scroll[data-more=left]')
      await page.$eval('.scroll', (table) => table.scrollTo({ left: 0 }))
    }
    await click(page, 'tab', 'Graph')
    await page.waitForSelector('.canvas[data-more~=right]')
    expect(await fading(page, '.canvas')).toContain('right')
    // A browser that stops being mobile loads the page again.
    await page.setViewport({ width: 1280, height: 800 })
    await answered(page)
    await click(page, 'tab', 'Graph')
    await page.waitForSelector('.canvas[data-more]')
    await page.$eval('.canvas', (canvas) => canvas.scrollTo({ left: 0 }))
    await page.waitForSelector('.canvas[data-more~=right]')
    expect(await fading(page, '.canvas')).toContain('right')
  })
})
