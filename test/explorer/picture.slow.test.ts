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

  test('a type that the search of the graph finds is requested like its node, which receives the focus', async () => {
    const { page, faults } = await openedWith(browser, blog, '/posts?page[size]=1')
    await click(page, 'tab', 'Graph')
    const isFocused = (title: string) =>
      page.waitForFunction((text) => document.activeElement?.textContent === text, {}, title)
    const asked = () => blog.received().map(({ url }) => url)
    await page.focus('.graph input')
    await page.keyboard.type('prof')
    await page.waitForSelector('.graph .found button')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.hash === '#/profiles')
    await isFocused('profiles')
    await answered(page)
    expect(await page.$$('.graph .found')).toEqual([])
    expect([await queryUrl(page), asked()]).toEqual(['/profiles', ['/api/profiles']])
    await page.focus('.graph input')
    await page.keyboard.type('t')
    await page.waitForSelector('.graph .found button')
    const found = await page.$$eval('.graph .found button', (all) =>
      all.map(({ textContent }) => textContent),
    )
    expect(found).toEqual(['attachments', 'authors', 'comments', 'posts', 'tags'])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await isFocused('authors')
    expect(await page.evaluate(() => document.activeElement?.closest('.found') !== null)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.closest('.card.center') !== null)
    await isFocused('authors')
    await page.waitForFunction(() => location.hash === '#/authors')
    expect(faults).toEqual([])
  })

  test('a node that is partly outside the graph scrolls into view when the keyboard reaches it', async () => {
    const { page } = await openedWith(browser, blog, '/posts?page[size]=1')
    await page.setViewport({ width: 390, height: 800 })
    await click(page, 'tab', 'Graph')
    await page.keyboard.press('Tab')
    await page.waitForSelector('.canvas[data-more~=right]')
    const outside = (isFocus: boolean): Promise<number> =>
      page.evaluate((focus) => {
        const canvas = document.querySelector('.canvas')
        const nodes = [...document.querySelectorAll<HTMLElement>('.card .title')]
        const [node] = nodes.toSorted((a, b) => b.getBoundingClientRect().x - a.getBoundingClientRect().x)
        if (!canvas || !node) return 0
        const over = () => node.getBoundingClientRect().right - canvas.getBoundingClientRect().right
        if (focus) node.focus()
        else canvas.scrollLeft += over() - 40
        return Math.round(Math.max(0, over()))
      }, isFocus)
    expect(await outside(false)).toBe(40)
    expect(await outside(true)).toBe(0)
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
