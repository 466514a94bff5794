import { describe, expect, test } from 'vitest'
import { marksOf } from '../../explorer/page/model/marks.js'
import { answered, inBrowsers, click, fill, opened, sent, textOf } from './support/browser.js'
import { knownOf } from './support/known.js'
import { loginOf, servedSaas } from './support/served.js'

const { browsers, browser, saas } = await inBrowsers({ saas: servedSaas })

test('the contract of the saas example contains the query that these tests send', () => {
  expect(marksOf(knownOf('saas'), '/projects?include=comments.author.memberships')).toEqual([])
})

/** Logs a user in as the application does, with a cookie from the page's own origin. */
async function asSomebody(email: string, url: string) {
  const tab = await opened(browser, `${saas.page}#${url}`)
  await answered(tab.page)
  const status = await tab.page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/session', { method: 'POST', headers, body })).status
  }, loginOf(email))
  expect(status).toBe(200)
  saas.received()
  return tab
}

describe.each(browsers)('explorer/saas: the explorer in %s', () => {
  test('no login prompt is shown, and a cookie from the same origin serves as the login', async () => {
    const { page, faults } = await asSomebody(
      'owner@acme.example',
      '/projects?include=comments.author.memberships',
    )
    expect(await textOf(page, '.answer')).toContain('The API requires a login (Session)')
    const shown = await sent(page)
    expect(saas.received().map(({ url, headers }) => [url, headers.cookie?.startsWith('saas=')])).toEqual([
      ['/projects?include=comments.author.memberships', true],
    ])
    expect(shown).toContain('200 OK')
    const depth = (selector: string): Promise<number> => page.$$eval(selector, (tables) => tables.length)
    expect(await depth('.included .included .included table')).toBeGreaterThan(0)
    expect(shown).toContain('Olive Owner')
    expect(shown).not.toContain('Umbrella')
    expect(faults).toEqual([])
  })

  test('hidden data appears only if the server returns it, and forbidden actions are reported', async () => {
    const { page } = await asSomebody('guest@acme.example', '/projects?page[size]=2')
    expect(await sent(page)).toMatch(/id\s+name\s+createdAt/)
    await fill(page, 'textbox', 'URL', '/projects?sort=budget')
    expect(await sent(page)).toContain('400 Bad Request')
    await fill(page, 'textbox', 'URL', '/users')
    await click(page, 'tab', 'Write')
    await page.waitForSelector('.switch')
    expect(await textOf(page, '.write')).toContain('isOwner')
    await click(page, 'button', 'Create record')
    await page.waitForFunction(() => document.querySelector('.answer .method')?.textContent === 'POST')
    expect(await textOf(page, '.answer')).toContain('403 Forbidden')
  })

  test('a deprecated attribute or action is struck through, and its title contains its dates (31.5)', async () => {
    const { page } = await asSomebody('owner@acme.example', '/organisations')
    await click(page, 'tab', 'Reference')
    const struckIn = (place: string) =>
      page.$$eval(`${place} s`, (all) => all.map((each) => [each.textContent, each.getAttribute('title')]))
    const title = 'Deprecated since 2026-06-30, until 2099-12-31'
    expect(await struckIn('.reference')).toEqual([
      ['PATCH /organisations/{id}', title],
      ['createdAt', title],
      ['createdAt', title],
      ['-createdAt', title],
    ])
    expect(await struckIn('.builder')).toEqual([])
    await click(page, 'tab', 'Query')
    await page.evaluate(() => document.querySelector<HTMLElement>('.builder .fields summary')?.click())
    await page.waitForSelector('.builder .fields s')
    expect(await struckIn('.builder')).toEqual([['createdAt', title]])
    await sent(page)
    await click(page, 'button', 'Edit organisations 1')
    await page.waitForSelector('.write s')
    expect(await struckIn('.write')).toEqual([['Update', title]])
    const hints = await page.$$eval('.write > .hint', (all) => all.map(({ textContent }) => textContent))
    expect(hints).toEqual(['Requires isOwner.', title])
  })

  test('the explorer has a form for a custom action, with its input, its errors and its response', async () => {
    const { page } = await asSomebody('accountant@acme.example', '/invoices')
    await sent(page)
    await click(page, 'button', 'Edit invoices 1~3')
    await page.waitForSelector('.switch')
    await click(page, 'button', 'send')
    await page.waitForSelector('#field-dueOn')
    expect(await textOf(page, '.write')).toContain('Sends a draft to its customer.')
    expect(await textOf(page, '.write')).toContain('isAccountant')
    saas.received()
    await click(page, 'button', 'Run send')
    await page.waitForSelector('#field-dueOn-error')
    expect(await textOf(page, '#field-dueOn-error')).toBe('dueOn is required.')
    await page.locator('#field-dueOn').fill('2030-01-31')
    await click(page, 'button', 'Run send')
    await page.waitForFunction(() => document.querySelector('.badge')?.textContent?.startsWith('200'))
    expect(saas.received().map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/invoices/1~3/-actions/send', { meta: {} }],
      ['POST', '/invoices/1~3/-actions/send', { meta: { dueOn: '2030-01-31' } }],
    ])
    expect(await textOf(page, '.answer')).toContain('2030-01-31')
    await click(page, 'button', 'remind')
    await page.locator('#field-before').fill('2030-02-01')
    await click(page, 'button', 'Run remind')
    await page.waitForFunction(() => document.querySelector('.answer')?.textContent?.includes('1~2'))
    expect(saas.received().map(({ url }) => url)).toEqual(['/invoices/-actions/remind'])
  })

  test('a record with a composite id can be opened and changed, and is then shown again', async () => {
    const { page } = await asSomebody('accountant@acme.example', '/invoices?include=lines')
    await sent(page)
    await click(page, 'button', 'Edit invoices 1~3')
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('#field-customer')?.value !== '',
    )
    await fill(page, 'textbox', 'customer', 'A new customer')
    saas.received()
    await click(page, 'button', 'Save')
    await page.waitForFunction(
      () =>
        document.querySelector('.badge')?.textContent?.startsWith('200') &&
        document.querySelector('.answer .method')?.textContent === 'PATCH',
    )
    expect(saas.received()[0]).toMatchObject({
      method: 'PATCH',
      url: '/invoices/1~3',
      body: { data: { type: 'invoices', id: '1~3', attributes: { customer: 'A new customer' } } },
    })
    expect(await textOf(page, '.answer')).toContain('A new customer')
  })
})
