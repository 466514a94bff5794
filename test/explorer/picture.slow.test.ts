import { describe, expect, test } from 'vitest'
import contract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import {
  answered,
  inBrowsers,
  click,
  opened,
  openedWith,
  queryUrl,
  textOf,
  violations,
} from './support/browser.js'
import { servedBlog, servedContract } from './support/served.js'

const { browsers, browser, blog } = await inBrowsers({ blog: servedBlog })

describe.each(browsers)('explorer/picture: pictures of types and records, in %s', () => {
  test('without a query in its URL, the page opens on the graph of all types', async () => {
    const { page, faults } = await opened(browser, blog.page)
    expect(await page.$eval('[role=tab][aria-selected=true]', ({ textContent }) => textContent)).toBe('Graph')
    const types = await page.$$eval('.card .title', (all) => all.map(({ textContent }) => textContent))
    expect(types.toSorted()).toEqual(Object.keys(contract.resources).toSorted())
    expect(faults).toEqual([])
  })

  test('a document is drawn as records and links, which can be requested with the pointer and the keyboard', async () => {
    const { page, faults } = await openedWith(browser, blog, '/posts?include=author,tags&page[size]=2')
    await click(page, 'tab', 'Picture')
    expect(await page.$$('.answer .card')).not.toHaveLength(0)
    expect(await violations(page)).toEqual([])
    await page.click('.answer [aria-label^="author of posts 1,"]')
    await page.waitForFunction(() => location.hash === '#/posts/1/author')
    await answered(page)
    await page.waitForSelector('.answer .card .title')
    await page.focus('.answer .card .title')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.hash.startsWith('#/authors/'))
    expect(faults).toEqual([])
  })

  test("a type's page shows the neighbors of the type, which open their own pages and send their examples", async () => {
    const { page } = await openedWith(browser, blog, '/posts?page[size]=1')
    await click(page, 'tab', 'Reference')
    expect(await violations(page)).toEqual([])
    await page.click('.reference [aria-label^="tags of posts,"]')
    await page.waitForFunction(() => location.hash === '#/posts?include=tags')
    await answered(page)
    await page.focus('.reference .card .title[title="comments"]')
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      () => document.querySelector<HTMLSelectElement>('.reference select')?.value === 'comments',
    )
    expect(await queryUrl(page)).toBe('/posts?include=tags')
  })

  test('hostile values in a picture are shown as text', async () => {
    const hostile = '<img src=x onerror="alert(1)">'
    const records = [{ type: 'posts', id: hostile, attributes: { title: hostile.repeat(50) } }]
    const served = await servedContract(contract, (_, response) => {
      response.type('application/vnd.api+json').send({ data: records })
    })
    const { page, faults } = await opened(browser, `${served.page}#/posts`)
    await answered(page)
    await click(page, 'tab', 'Picture')
    expect(await textOf(page, '.answer .card')).toContain(hostile)
    expect(await page.$$('.answer img')).toEqual([])
    await page.click('.answer .card .title')
    await page.waitForFunction(() => location.hash.includes('%3Cimg'))
    expect(faults).toEqual([])
    await served.close()
  })
})
