import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { examplesOf } from '../../explorer/page/model/examples.js'
import {
  answered,
  inBrowsers,
  choose,
  click,
  fill,
  openedWith,
  queryUrl,
  sent,
  textOf,
} from './support/browser.js'
import { knownOf } from './support/known.js'
import { servedBlog } from './support/served.js'

const { browsers, browser, blog } = await inBrowsers({ blog: servedBlog })

const asking = async (url: string): Promise<Page> => (await openedWith(browser, blog, url)).page

const urls = (): readonly string[] => blog.received().map(({ method, url }) => `${method} ${url}`)

/** A table of the reference, by row and column. */
const tableOf = (page: Page, title: string): Promise<readonly (readonly string[])[]> =>
  page.$eval(`.reference [aria-label="${title}"]`, (section) =>
    [...section.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent)),
  )

test('explorer/reference: the server accepts each example from a client that passes its guards', async () => {
  const known = knownOf('blog')
  for (const type of Object.keys(known.contract.resources)) {
    const { list, filters, sorts, includes, stats, pages } = examplesOf(known, type) ?? {}
    const all = [list ?? [], Object.values(filters ?? {}), sorts, Object.values(includes ?? {}), stats, pages]
    for (const example of all.flat(2)) {
      const { status } = await fetch(blog.url + (example?.url ?? ''), { headers: { 'x-role': 'editor' } })
      expect([example?.url, status]).toEqual([example?.url, 200])
    }
  }
})

describe.each(browsers)('explorer/reference: the page of a type, in %s', () => {
  test('a type has a page with its members, and one click sends an example or opens a form', async () => {
    const page = await asking('/posts?page[size]=1')
    await click(page, 'tab', 'Reference')
    expect(await textOf(page, '.reference')).toContain('An article on the blog.')
    const attributes = await tableOf(page, 'Attributes')
    expect(attributes.find(([name]) => name === 'status')).toEqual([
      'status',
      expect.stringContaining('draft'),
      '"draft"',
      'everybody',
      'everybody',
      expect.anything(),
    ])
    expect((await tableOf(page, 'Relationships')).map(([name]) => name)).toEqual([
      'attachments',
      'author',
      'comments',
      'tags',
    ])
    expect((await tableOf(page, 'Limits'))[0]).toEqual(['records per page', '100'])
    await page.click('.reference [title="/posts?filter[status]=draft"]')
    await page.waitForFunction(() => location.hash.includes('draft'))
    await answered(page)
    expect(await queryUrl(page)).toBe('/posts?filter[status]=draft')
    expect(urls()).toEqual(['GET /api/posts?filter[status]=draft'])
    await page.$eval('.reference [aria-label="Actions"] tbody tr:nth-child(3) button', (button) =>
      button instanceof HTMLElement ? button.click() : undefined,
    )
    await page.waitForSelector('form[aria-label="Create posts"]')
    await click(page, 'tab', 'Reference')
    await choose(page, 'Type', 'tags')
    expect((await tableOf(page, 'Actions'))[0]?.[0]).toBe('GET /tags')
  })
})

describe.each(browsers)('explorer/history: past requests, in %s', () => {
  test('the history shows past responses, and can prepare their requests again', async () => {
    const page = await asking('/posts?page[size]=1')
    await fill(page, 'textbox', 'URL', '/tags?page[size]=1')
    await sent(page)
    await click(page, 'tab', 'Write')
    await page.waitForSelector('#field-name')
    await page.locator('#field-name').fill('')
    await page
      .locator('#body-editor')
      .fill('{"data":{"type":"tags","attributes":{"name":"from the history"}}}')
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.querySelector('.badge')?.textContent?.startsWith('201'))
    await click(page, 'tab', 'History 3')
    const listed = await page.$$eval('.past button', (buttons) =>
      buttons.map((button) => button.innerText.replace(/\d+ ms.*/, '…').replaceAll(/\s+/g, ' ')),
    )
    expect(listed).toEqual([
      'POST 201 Created … /tags',
      'GET 200 OK … /tags?page[size]=1',
      'GET 200 OK … /posts?page[size]=1',
    ])
    blog.received()
    await page.click('.past li:nth-child(3) button')
    expect(await textOf(page, '.answer')).toContain('Hello, world')
    expect(await queryUrl(page)).toBe('/posts?page[size]=1')
    expect(urls()).toEqual([])
    await page.click('.past li:nth-child(1) button')
    await click(page, 'tab', 'Write')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-name')?.value === 'from the history',
    )
    await click(page, 'tab', 'History 3')
    await click(page, 'button', 'Clear the history')
    expect(await page.$$('.past')).toEqual([])
  })

  test('a request can be copied for curl, fetch and HTTPie', async () => {
    const page = await asking('/posts?page[size]=1')
    for (const [tab, text] of [
      ['curl', `curl -g '${blog.url}/posts?page[size]=1'`],
      ['fetch', `const response = await fetch('${blog.url}/posts?page[size]=1', {`],
      ['HTTPie', `http GET '${blog.url}/posts?page[size]=1'`],
    ] as const) {
      await click(page, 'tab', tab)
      expect(await textOf(page, '.answer pre')).toContain(text)
    }
  })
})
