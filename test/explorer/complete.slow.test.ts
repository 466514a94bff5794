import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { inBrowsers, click, openedWith, textOf, violations } from './support/browser.js'
import { servedBlog } from './support/served.js'

const { browsers, browser, blog } = await inBrowsers({ blog: servedBlog })

const body = (page: Page): Promise<string> =>
  page.$eval('#body-editor', (editor) => (editor instanceof HTMLTextAreaElement ? editor.value : ''))

const offered = (page: Page): Promise<readonly string[]> =>
  page.$$eval('#body-editor-options > li', (all) =>
    all.map(({ firstChild }) => firstChild?.textContent?.trim() ?? ''),
  )

/** Opens the form of a new record, with the caret in an empty body. */
async function editing(type: string): Promise<Page> {
  const { page } = await openedWith(browser, blog, `/${type}?page[size]=1`)
  await click(page, 'tab', 'Write')
  await page.waitForSelector('#body-editor')
  await page.focus('#body-editor')
  await page.keyboard.down('Control')
  await page.keyboard.press('KeyA')
  await page.keyboard.up('Control')
  await page.keyboard.press('Backspace')
  return page
}

describe.each(browsers)('explorer/complete: completion in the request body, in %s', () => {
  test('a document can be written with the keyboard alone, and the form shows the same values', async () => {
    const page = await editing('posts')
    await page.keyboard.type('{')
    await page.waitForSelector('#body-editor-options')
    expect(await offered(page)).toEqual(['data', 'included'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await body(page)).toBe('{"data": {}')
    expect(await violations(page)).toEqual([])
    await page.focus('#body-editor')
    await page.keyboard.type('at')
    await page.keyboard.press('Enter')
    await page.keyboard.type('st')
    await page.keyboard.press('Enter')
    expect(await offered(page)).toEqual(['draft', 'published'])
    await page.keyboard.type('"p')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(',"type": "posts"')
    await page.keyboard.press('End')
    await page.keyboard.type('}')
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('#field-status')?.value === 'published',
    )
    expect(JSON.parse(await body(page))).toEqual({
      data: { attributes: { status: 'published' }, type: 'posts' },
    })
    // Escape closes the list, Ctrl+Space opens it, and Tab leaves the text.
    await page.keyboard.press('Escape')
    expect(await offered(page)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.id)).not.toBe('body-editor')
  })

  test('an option can be chosen with the pointer, and Ctrl+Z undoes the choice', async () => {
    const page = await editing('tags')
    await page.keyboard.type('{')
    await page.waitForSelector('#body-editor-options')
    await page.click('#body-editor-options > li')
    expect(await body(page)).toBe('{"data": {}')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('body-editor')
    await page.keyboard.down('Control')
    await page.keyboard.press('KeyZ')
    await page.keyboard.up('Control')
    expect(await body(page)).toBe('{')
  })

  test('a pasted document opens in the form that it belongs to, or in the list of operations', async () => {
    const page = await editing('tags')
    const comment = { data: { type: 'comments', attributes: { body: 'Pasted' } } }
    await page.locator('#body-editor').fill(JSON.stringify(comment))
    await click(page, 'button', 'Open it in the form of comments')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-body')?.value === 'Pasted',
    )
    await page.locator('#body-editor').fill(JSON.stringify({ data: { type: 'tags', id: '1' } }))
    await click(page, 'button', 'Open it in the form of tags 1')
    await page.waitForSelector('form[aria-label="Update tags"]')
    const operations = [{ op: 'remove', ref: { type: 'tags', id: '3' } }]
    await page.locator('#body-editor').fill(JSON.stringify({ 'atomic:operations': operations }))
    await click(page, 'button', 'Open these operations')
    expect(await textOf(page, '.past h3')).toBe('1. remove tags 3')
  })
})
