import axe from 'axe-core'
import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { oneIn } from '../support/sample.js'
import {
  addTo,
  answered,
  inBrowsers,
  click,
  fill,
  opened,
  queryUrl,
  sent,
  violations,
} from './support/browser.js'
import { servedBlog } from './support/served.js'

const { browsers, browser, blog } = await inBrowsers({ blog: servedBlog })

const STATES: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['the query and its response', async () => {}],
  [
    'filters, groups, marks and errors',
    async (page) => {
      await addTo(page, '#part-records', 'Add a filter', 'views')
      await addTo(page, '#part-records', 'Add a filter', 'group:or')
      await page.click('.fields > summary')
      await fill(page, 'textbox', 'URL', `${await queryUrl(page)}&filter[titel]=1`)
      await sent(page)
    },
  ],
  ['the graph', async (page) => click(page, 'tab', 'Graph')],
  [
    'a form with errors',
    async (page) => {
      await click(page, 'tab', 'Write')
      await click(page, 'button', 'Create record')
      await page.waitForSelector('.field .error')
      await page.focus('#field-author')
      await page.keyboard.press('ArrowDown')
      await page.waitForSelector('.found button')
    },
  ],
  [
    'a form with nested records, and a body with a fault',
    async (page) => {
      await click(page, 'tab', 'Write')
      await click(page, 'button', 'New record in comments')
      await click(page, 'button', 'New record in replies')
      await page.locator('#body-editor').fill('{')
      await page.waitForSelector('#body-editor[aria-invalid=true]')
    },
  ],
  ['the page of a type', async (page) => click(page, 'tab', 'Reference')],
  ['the history', async (page) => click(page, 'tab', 'History 1')],
  [
    'the links of a record',
    async (page) => {
      await click(page, 'button', 'Edit posts 1')
      await click(page, 'button', 'Links')
      await page.waitForSelector('[aria-label^="Remove"]')
    },
  ],
  ['the document', async (page) => click(page, 'tab', 'Document')],
  ['the headers', async (page) => click(page, 'tab', 'Headers')],
  ['the client call', async (page) => click(page, 'tab', 'Client')],
  ['the queries', async (page) => page.click('[data-tab="queries"]')],
  ['the login', async (page) => click(page, 'button', 'Login')],
]

test('the accessibility tools that test the page are installed', () => {
  expect(axe.source).toContain('axe.run')
})

describe.each(browsers)('explorer/for-everybody: accessibility in %s', () => {
  test.each(oneIn(3, STATES))(
    'axe finds no faults in %s, in light and dark mode, on a desktop and on a phone',
    async (_, make) => {
      const { page, faults } = await opened(
        browser,
        `${blog.page}#/posts?include=author,tags&page[size]=2&stats[total]=count`,
      )
      await answered(page)
      await make(page)
      expect(await violations(page)).toEqual([])
      expect(faults).toEqual([])
    },
  )

  test('on a phone, no element is wider than the screen, except for elements that scroll', async () => {
    const { page } = await opened(
      browser,
      `${blog.page}#/posts?include=author,comments&filter[views][gt]=1&page[size]=2`,
    )
    await answered(page)
    await page.setViewport({ width: 360, height: 640, isMobile: true, hasTouch: true })
    for (const name of ['graph', 'query', 'write']) {
      await page.click(`[data-tab="${name}"]`)
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 360])
    }
    // The parameter of an error has no spaces. Text of more than 100 characters is not typed one by one.
    await fill(page, 'textbox', 'URL', `/posts?filter[${'x'.repeat(120)}]=1`)
    await sent(page)
    expect(await page.$eval('.errors', (each) => each.scrollWidth - each.clientWidth)).toBe(0)
  })

  test('the keyboard alone is sufficient to include a relationship, send the request, choose a tab, and open a record', async () => {
    const { page } = await opened(browser, `${blog.page}#/tags?page[size]=1`)
    await answered(page)
    const reach = async (isThere: () => boolean): Promise<void> => {
      for (let presses = 0; presses < 200; presses++) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(isThere)) return
      }
      throw new Error('Tab does not lead there.')
    }
    await reach(
      () =>
        document.activeElement?.getAttribute('role') === 'tab' &&
        document.activeElement.textContent === 'Query',
    )
    await page.keyboard.press('ArrowLeft')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Graph')
    await reach(() => document.activeElement?.getAttribute('aria-label') === 'posts of tags, to many posts')
    await page.keyboard.press('Enter')
    expect(await queryUrl(page)).toBe('/tags?include=posts&page[size]=1')
    await page.focus('.request input')
    blog.received()
    await page.keyboard.press('Enter')
    await page.waitForSelector('.answer .included')
    expect(blog.received().map(({ url }) => url)).toEqual(['/api/tags?include=posts&page[size]=1'])
    await reach(() => document.activeElement?.getAttribute('aria-label')?.startsWith('Open posts ') ?? false)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.hash.startsWith('#/posts/'))
    // The focused element is visibly marked.
    await page.focus('.request input')
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle),
    ).toBe('solid')
  })

  test('Escape closes the login dialog, and focus returns to the "Login" button', async () => {
    const { page } = await opened(browser, `${blog.page}#/tags?page[size]=1`)
    await answered(page)
    await page.focus('header button')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
    await page.waitForFunction(() => document.activeElement?.textContent === 'Login')
    expect(await page.$$('dialog')).toEqual([])
  })
})
