import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import { inBrowsers, choose, click, fill, openedWith, sent, textOf, violations } from './support/browser.js'
import { loginOf, servedBlog, servedSaas } from './support/served.js'

const { browsers, browser, blog, saas } = await inBrowsers({ blog: servedBlog, saas: servedSaas })

const type = async (page: Page, selector: string, text: string): Promise<void> =>
  page.locator(selector).setTimeout(10_000).fill(text)

const status = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (said) =>
      [...document.querySelectorAll('.form [role=status]')].some(({ textContent }) => textContent === said),
    {},
    text,
  )

const badge = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (said) => document.querySelector('.answer .badge')?.textContent?.startsWith(said),
    {},
    text,
  )

/** Opens the forms of a type. */
const writing = async (page: Page, of: string): Promise<void> => {
  await click(page, 'tab', 'Write')
  await choose(page, 'Type', of)
  await page.waitForSelector(`form[aria-label="Create ${of}"]`)
}

const titles = (page: Page): Promise<readonly (string | null)[]> =>
  page.$$eval('.past h3', (found) => found.map(({ textContent }) => textContent))

describe.each(browsers)('explorer/operations: several writes in one request, in %s', () => {
  test('operations are added by keyboard, refer to each other, and are sent as one document', async () => {
    const { page, faults } = await openedWith(browser, blog, '/posts?page[size]=1')
    await writing(page, 'posts')
    await type(page, '#field-title', 'Two at once')
    await type(page, '#field-body', 'Text')
    await page.focus('#field-author')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="Remove authors 1"]')
    await page.$$eval('button', (all) =>
      all.find(({ textContent }) => textContent === 'Add to the operations')?.focus(),
    )
    await page.keyboard.press('Enter')
    await status(page, 'Added to the operations.')
    await writing(page, 'comments')
    await page.focus('#field-post')
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('.found [data-id="posts-1"]')
    await page.focus('.found [data-id="posts-1"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[aria-label="Remove posts posts-1"]')
    await click(page, 'button', 'Add to the operations')
    await status(page, 'Added to the operations.')
    await click(page, 'tab', 'Operations 2')
    expect(await titles(page)).toEqual(['1. add posts posts-1', '2. add comments comments-1'])
    blog.received()
    await click(page, 'button', 'Send 2 operations')
    await badge(page, '422')
    // The error is shown only at its own operation.
    expect(
      await page.$$eval('.past > li', (all) =>
        all.map((each) => each.querySelector('.error')?.textContent ?? null),
      ),
    ).toEqual([null, 'body is required.'])
    expect(await violations(page)).toEqual([])
    await click(page, 'button', 'Edit 2. add comments comments-1')
    await type(page, '#field-body', 'First!')
    await click(page, 'button', 'Change operation 2')
    await click(page, 'tab', 'Operations 2')
    // Enter in the URL bar also sends them.
    await page.focus('.request button[type=submit]')
    await page.keyboard.press('Enter')
    await badge(page, '200')
    await status(page, 'Done: 2 operations.')
    const [, last] = blog.received().filter(({ method }) => method === 'POST')
    expect([last?.url, last?.headers['content-type'], last?.body]).toEqual([
      '/api/operations',
      'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
      {
        'atomic:operations': [
          {
            op: 'add',
            data: {
              type: 'posts',
              lid: 'posts-1',
              attributes: { body: 'Text', title: 'Two at once' },
              relationships: { author: { data: { type: 'authors', id: '1' } } },
            },
          },
          {
            op: 'add',
            data: {
              type: 'comments',
              lid: 'comments-1',
              attributes: { body: 'First!' },
              relationships: { post: { data: { type: 'posts', lid: 'posts-1' } } },
            },
          },
        ],
      },
    ])
    expect(await textOf(page, '.answer')).toContain('2 records')
    await click(page, 'tab', 'Client')
    expect(await textOf(page, '.answer pre')).toContain('await api.operations([')
    expect(faults).toEqual([])
  })

  test('operations are reordered and removed, and hostile values are shown as text', async () => {
    const { page, faults } = await openedWith(browser, blog, '/tags?page[size]=1')
    for (const name of ['<img src=x onerror=alert(1)>', `${'x'.repeat(2000)}`, 'third']) {
      await writing(page, 'tags')
      await type(page, '#field-name', name)
      await click(page, 'button', 'Add to the operations')
      await status(page, 'Added to the operations.')
    }
    await click(page, 'button', 'Edit tags 1')
    await click(page, 'button', 'Delete')
    await click(page, 'button', 'Add to the operations')
    await click(page, 'tab', 'Operations 4')
    expect(await textOf(page, '.past')).toContain('<img src=x onerror=alert(1)>')
    expect(await page.$$('.past img')).toEqual([])
    expect(await violations(page)).toEqual([])
    await click(page, 'button', 'Move 4. remove tags 1 up')
    await click(page, 'button', 'Remove 1. add tags tags-1')
    expect(await titles(page)).toEqual(['1. add tags tags-2', '2. remove tags 1', '3. add tags tags-3'])
    await click(page, 'button', 'Remove all')
    expect(await titles(page)).toEqual([])
    expect(faults).toEqual([])
  })
})

describe.each(browsers)('explorer/protection: headers that protect a write, in %s', () => {
  test('a form does not overwrite changes that somebody else has made since it read the record', async () => {
    const { page } = await openedWith(browser, blog, '/tags?page[size]=1')
    await click(page, 'button', 'Edit tags 1')
    await page.waitForFunction(() =>
      document.querySelector('.form summary')?.textContent?.includes('If-Match'),
    )
    await blog.prisma.tag.update({ where: { id: 1 }, data: { name: 'changed elsewhere' } })
    await type(page, '#field-name', 'mine')
    await click(page, 'button', 'Save')
    await badge(page, '412')
    expect(await textOf(page, '.form .errors')).toContain('Somebody has changed this record')
    expect(await violations(page)).toEqual([])
    await click(page, 'button', 'Read the record again')
    await page.waitForFunction(() => document.querySelector('.form .errors') === null)
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-name')?.value === 'mine',
    )
    await click(page, 'button', 'Save')
    await badge(page, '200')
    // The response has the new tag.
    await type(page, '#field-name', 'mine again')
    await click(page, 'button', 'Save')
    await status(page, 'Saved.')
    expect((await blog.prisma.tag.findUniqueOrThrow({ where: { id: 1 } })).name).toBe('mine again')
  })

  test('each form has its own idempotency key, which is kept until the write succeeds', async () => {
    const { page } = await openedWith(browser, saas, '/projects')
    await page.evaluate(async (body) => {
      await fetch('/session', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }, loginOf('owner@acme.example'))
    await sent(page)
    await writing(page, 'projects')
    await type(page, '#field-name', 'x'.repeat(101))
    saas.received()
    await click(page, 'button', 'Create record')
    await badge(page, '422')
    await type(page, '#field-name', 'Keyed')
    await click(page, 'button', 'Create record')
    await status(page, 'Created.')
    await type(page, '#field-name', 'Keyed again')
    await page.click('.form summary')
    expect(await violations(page)).toEqual([])
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.querySelector('.answer')?.textContent?.includes('Keyed again'))
    const keys = saas
      .received()
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => String(headers['idempotency-key']))
    expect(keys.map((key) => [key.length, keys.indexOf(key)])).toEqual([
      [32, 0],
      [32, 0],
      [32, 2],
    ])
    await fill(page, 'textbox', 'URL', '/projects?filter[name]=Keyed')
    expect(await sent(page)).toContain('1 record')
  })
})
