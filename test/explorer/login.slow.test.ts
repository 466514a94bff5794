import type { RequestHandler } from 'express'
import type { Page } from 'puppeteer-core'
import { describe, expect, test } from 'vitest'
import contract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import {
  answered,
  inBrowsers,
  click,
  fill,
  opened,
  openedWith,
  textOf,
  violations,
} from './support/browser.js'
import { servedContract, servedSaas } from './support/served.js'

const { browsers, browser, saas } = await inBrowsers({ saas: servedSaas })

/** Waits until the button that opens the login has the given text. */
const shows = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction((text) => document.querySelector('header button')?.textContent === text, {}, name)

const openLogin = async (page: Page): Promise<void> => {
  await page.click('header button')
  await page.waitForSelector('dialog[open]')
}

const loginAs = async (page: Page, person: string): Promise<void> => {
  await openLogin(page)
  await click(page, 'button', person)
  await shows(page, person)
  await answered(page)
}

const tabs = async (page: Page): Promise<string> => {
  await click(page, 'tab', 'Write')
  return textOf(page, '.write')
}

describe.each(browsers)('explorer/login: the login that the saas example declares, in %s', () => {
  test('one click logs a user in, and the page then shows what that user may see and do', async () => {
    const { page, faults, shown } = await openedWith(browser, saas, '/projects')
    expect(shown).toContain('401')
    await loginAs(page, 'Olive Owner')
    expect(await textOf(page, '.answer')).toContain('budget')
    expect(await tabs(page)).toMatch(/Create\s*Update\s*Links\s*Delete/)
    expect(await page.$('#field-budget')).not.toBe(null)
    await loginAs(page, 'Abel Accountant')
    expect(await tabs(page)).not.toContain('Delete')
    expect(await page.$('#field-budget')).not.toBe(null)
    await loginAs(page, 'Gus Guest')
    expect(await textOf(page, '.answer')).not.toContain('budget')
    expect(await tabs(page)).toContain(
      'Gus Guest cannot write projects records: this requires isMember or isOwner.',
    )
    await click(page, 'tab', 'Query')
    const filters = await page.$$eval('#part-records .adder option', (options) =>
      options.map(({ textContent }) => textContent),
    )
    expect(filters).not.toContain('budget')
    expect(faults).toEqual([])
  })

  test('the reference keeps the policies of the contract after a login, and marks those that the viewer passes', async () => {
    const { page } = await openedWith(browser, saas, '/projects')
    await click(page, 'tab', 'Reference')
    const policies = () =>
      page.$eval('.reference', (reference) => ({
        actions: [...reference.querySelectorAll('[aria-label="Actions"] tbody tr')].map((row) => [
          row.querySelector('th')?.textContent,
          row.querySelector('td:nth-child(3)')?.textContent,
        ]),
        budget: [...reference.querySelectorAll('[aria-label="Attributes"] tbody tr')].flatMap((row) =>
          row.querySelector('th')?.textContent === 'budget'
            ? [...row.querySelectorAll('td')].slice(-3, -1).map(({ textContent }) => textContent)
            : [],
        ),
        filter: [...reference.querySelectorAll('[aria-label="Filters"] tbody tr')].flatMap((row) =>
          row.querySelector('th')?.textContent === 'budget' ? [row.lastElementChild?.textContent] : [],
        ),
      }))
    expect(await policies()).toEqual({
      actions: [
        ['GET /projects', 'everybody'],
        ['GET /projects/{id}', 'everybody'],
        ['POST /projects', 'isMember'],
        ['PATCH /projects/{id}', 'isMember'],
        ['DELETE /projects/{id}', 'isOwner'],
      ],
      budget: ['isAccountant', 'isAccountant'],
      filter: ['isAccountant'],
    })
    await loginAs(page, 'Abel Accountant')
    expect(await policies()).toEqual({
      actions: [
        ['GET /projects', 'everybody'],
        ['GET /projects/{id}', 'everybody'],
        ['POST /projects', 'isMember (you may)'],
        ['PATCH /projects/{id}', 'isMember (you may)'],
      ],
      budget: ['isAccountant (you may)', 'isAccountant (you may)'],
      filter: ['isAccountant (you may)'],
    })
  })

  test('a user can log in with the form by keyboard, a reload keeps the login, and logging out ends it', async () => {
    const { page, faults } = await openedWith(browser, saas, '/projects')
    await page.focus('header button')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    await page.focus('dialog input[type=email]')
    await page.keyboard.type('member@acme.example')
    await page.keyboard.press('Tab')
    await page.keyboard.type('correct horse battery staple')
    await page.keyboard.press('Enter')
    await shows(page, 'Mia Member')
    await page.reload()
    await page.waitForSelector('header button')
    await shows(page, 'Mia Member')
    await openLogin(page)
    expect(await textOf(page, 'dialog')).toContain('Logged in as Mia Member.')
    expect(await violations(page)).toEqual([])
    await click(page, 'button', 'Log out')
    await shows(page, 'Login')
    await answered(page)
    expect(await textOf(page, '.answer')).toContain('401')
    expect(faults).toEqual([])
  })

  test('the dialog shows that a login failed, and what to do about it', async () => {
    const { page, faults } = await openedWith(browser, saas, '/projects')
    await openLogin(page)
    await fill(page, 'textbox', 'email', 'owner@acme.example')
    await page.locator('dialog input[type=password]').fill('wrong')
    await click(page, 'button', 'Log in')
    await page.waitForSelector('dialog .problem')
    expect(await textOf(page, 'dialog .problem')).toBe(
      'POST /session returned 401: The e-mail, the password or the organisation is wrong. You are still not logged in: check your input, then try again.',
    )
    expect(await violations(page)).toEqual([])
    await page.setOfflineMode(true)
    await click(page, 'button', 'Gus Guest')
    await page.waitForFunction(() =>
      document.querySelector('dialog .problem')?.textContent?.includes('respond'),
    )
    expect(await textOf(page, 'dialog .problem')).toContain('did not respond')
    await page.setOfflineMode(false)
    expect(faults).toEqual([])
  })
})

const HOSTILE = '<img src=x onerror="alert(1)">'.repeat(40)

describe.each(browsers)('explorer/login: every kind of login, in %s', () => {
  test('hostile names and messages are shown as text, and do not widen the page', async () => {
    const served = await servedContract(
      contract,
      ({ method }, response) => {
        if (method === 'POST') response.status(400).json({ errors: [{ detail: HOSTILE }] })
        else response.json({ name: HOSTILE, guards: { [HOSTILE]: true } })
      },
      {
        by: 'form',
        post: '/session',
        fields: { email: 'email' },
        people: { [HOSTILE]: { email: HOSTILE } },
        viewer: '/session',
      },
    )
    const { page, faults } = await opened(browser, served.page)
    await page.waitForFunction(() => document.querySelector('header button')?.textContent?.startsWith('<img'))
    await openLogin(page)
    await page.click('dialog .found button')
    await page.waitForSelector('dialog .problem')
    expect(await textOf(page, 'dialog .problem')).toContain('<img src=x onerror="alert(1)">')
    expect(await page.$$('dialog img, header img')).toEqual([])
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
    await served.close()
  })

  test("a login by header has an input with the header's name, and a login by link has a link to the login page", async () => {
    const nothing: RequestHandler = (_, response) => void response.json({ data: [] })
    const header = await servedContract(contract, nothing, { by: 'header', name: 'X-Key', example: 'key_…' })
    const first = await opened(browser, header.page)
    await openLogin(first.page)
    await fill(first.page, 'textbox', 'Value of X-Key', 'key_1')
    expect(await violations(first.page)).toEqual([])
    await click(first.page, 'button', 'Done')
    header.received()
    await click(first.page, 'button', 'Send')
    await answered(first.page)
    expect(header.received().at(-1)?.headers['x-key']).toBe('key_1')
    await header.close()
    const link = await servedContract(contract, nothing, { by: 'link', href: '/auth/signin' })
    const second = await opened(browser, link.page)
    await openLogin(second.page)
    expect(
      await second.page.$eval('dialog a', (found) => [found.getAttribute('href'), found.target]),
    ).toEqual(['/auth/signin', '_blank'])
    expect(await violations(second.page)).toEqual([])
    await link.close()
  })
})
