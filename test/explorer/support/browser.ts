import axe from 'axe-core'
import { type Browser, type ElementHandle, launch, type Page } from 'puppeteer-core'
import { afterAll, onTestFinished } from 'vitest'
import { hasChromium } from '../../client/support/chromium.js'
import type { ServedExplorer } from './served.js'

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** The installed browsers: Debian's Chromium, or none, in which case a notice is printed. */
export async function browsersHere(): Promise<readonly string[]> {
  if (await hasChromium()) return ['Chromium']
  process.stderr.write('There is no chromium here: the page of the explorer is not tested in a browser.\n')
  return []
}

/** Starts Chromium without a window. */
export const launched = (): Promise<Browser> =>
  launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  })

/** The functions that serve applications, by the name under which a test knows each. */
type Serving = Readonly<Record<string, () => Promise<ServedExplorer>>>

type ServedBy<Sites extends Serving> = { readonly [Name in keyof Sites]: Awaited<ReturnType<Sites[Name]>> }

/** Serves applications for the tests of a file, and starts a browser, if there is one, until they end. */
export async function inBrowsers<Sites extends Serving>(
  sites: Sites,
): Promise<ServedBy<Sites> & { readonly browsers: readonly string[]; readonly browser: Browser }> {
  const browsers = await browsersHere()
  const names = Object.keys(sites)
  const served = await Promise.all(names.map((name) => sites[name]?.()))
  const browser = browsers.length > 0 ? await launched() : undefined
  afterAll(async () => {
    await browser?.close()
    await Promise.all(served.map((site) => site?.close()))
  })
  const bySite = Object.fromEntries(names.map((name, at) => [name, served[at]])) as ServedBy<Sites>
  // Without a browser, no test uses it.
  return { ...bySite, browsers, browser: browser as Browser }
}

/** A page and its errors. */
export interface Opened {
  readonly page: Page
  /** Console errors, script errors, and requests to other hosts. */
  readonly faults: string[]
}

/** Opens a page in a tab that shares no state with others, until the test ends. */
export async function opened(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.createBrowserContext()
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  const faults: string[] = []
  const { host } = new URL(url)
  page.on('console', (message) => {
    // The browser reports every response with a status of at least 400 as an error.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(message.text())
    }
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('request', (request) => {
    const asked = new URL(request.url())
    if (/^https?:$/.test(asked.protocol) && asked.host !== host) faults.push(`asked ${asked.host}`)
  })
  await page.goto(url)
  await page.waitForSelector('[role=tablist]')
  return { page, faults }
}

/** Opens the page of an API with a query, waits for the response, and forgets the requests that were sent for it. */
export async function openedWith(
  browser: Browser,
  { page: address, received }: Pick<ServedExplorer, 'page' | 'received'>,
  url: string,
): Promise<Opened & { readonly shown: string }> {
  const tab = await opened(browser, `${address}#${url}`)
  const shown = await answered(tab.page)
  received()
  return { ...tab, shown }
}

/** Clicks on the element with a role and a name, which it finds as a screen reader would. */
export async function click(page: Page, role: string, name: string): Promise<void> {
  await page.locator(named(role, name)).setTimeout(10_000).click()
}

/** Replaces the text of the element with a role and a name by typing. */
export async function fill(page: Page, role: string, name: string, text: string): Promise<void> {
  await page.locator(named(role, name)).setTimeout(10_000).fill(text)
}

/** Selects an option in the list with a name. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.locator(named('combobox', name)).setTimeout(10_000).fill(value)
}

/** Selects an option in a list within an element, and adds it with the keyboard. */
export async function addTo(page: Page, within: string, title: string, value: string): Promise<void> {
  const list = await page.waitForSelector(`${within} .adder select[aria-label="${title}"]`)
  await list?.select(value)
  await list?.press('Enter')
}

/** The selector of the element with a role and a name, as a screen reader would find it. */
export const named = (role: string, name: string): string =>
  `::-p-aria([name=${JSON.stringify(name)}][role="${role}"])`

/** The URL of the page's query. */
export const queryUrl = (page: Page): Promise<string> =>
  page.$eval('.request input', (input) => (input instanceof HTMLInputElement ? input.value : ''))

/** Sends the request and waits for the response. */
export async function sent(page: Page): Promise<string> {
  await page.evaluate(() => document.querySelector('.answer')?.removeAttribute('data-seen'))
  await click(page, 'button', 'Send')
  return answered(page)
}

/** Waits for the response, and reads it as it is displayed. */
export async function answered(page: Page): Promise<string> {
  await page.waitForFunction(() => document.querySelector('.answer[aria-busy="false"] .badge') !== null, {
    timeout: 15_000,
  })
  return textOf(page, '.answer')
}

/** The value of the selected option. */
export const chosenOption = (list: ElementHandle): Promise<string> =>
  list.evaluate((each) => (each instanceof HTMLSelectElement ? each.value : ''))

/**
 * Presses a button that says for a moment that it has copied. The page itself watches for the moment, because on a busy
 * machine it may end between two looks from outside.
 */
export async function copies(page: Page, selector: string, press: () => Promise<void>): Promise<void> {
  await page.evaluate((of) => {
    const seen = (): boolean => document.querySelector(of)?.textContent === 'Copied'
    document.body.dataset['copied'] = String(seen())
    const observer = new MutationObserver(() => {
      if (!seen()) return
      document.body.dataset['copied'] = 'true'
      observer.disconnect()
    })
    observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  }, selector)
  await press()
  await page.waitForFunction(() => document.body.dataset['copied'] === 'true')
}

/** The displayed text of an element. */
export const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (element) => (element instanceof HTMLElement ? element.innerText : ''))

/** The colors and the width in which a page is shown. */
export interface Look {
  readonly colors: 'light' | 'dark'
  readonly width: number
}

/** Shows a page in other colors and another width. */
export async function show(page: Page, { colors, width }: Look): Promise<void> {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colors }])
  await page.setViewport({ width, height: 800 })
}

/** The violations that axe finds on a page in its current state, in light and dark mode, on a desktop and on a phone. */
export async function violations(page: Page): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for (const colors of ['light', 'dark'] as const) {
    for (const width of [1280, 390]) {
      await show(page, { colors, width })
      all.push(...(await violationsNow(page)).map((found) => [colors, width, found]))
    }
  }
  await page.setViewport({ width: 1280, height: 800 })
  return all
}

/** The violations that axe finds on a page as it is shown. */
export async function violationsNow(page: Page): Promise<readonly unknown[]> {
  await page.evaluate(axe.source)
  const found: unknown = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => html.slice(0, 200) + failureSummary)]))`,
  )
  const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return [
    ...(isWider ? ['the page is wider than the screen'] : []),
    ...(Array.isArray(found) ? found : [found]),
  ]
}
