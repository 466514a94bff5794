import type AxeModule from 'axe-core'
import { createServer } from 'node:http'
import express from 'express'
import type { Browser, BrowserContext, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contentsOf } from '../../docs/.vitepress/contents.js'
import { ADDRESSES } from '../../docs/.vitepress/links.js'
import { REPOSITORY, version } from '../../docs/.vitepress/repository.js'
import { node } from '../../scripts/lib/run.js'
import { at } from '../../scripts/lib/paths.js'
import { browsersHere, launched } from '../explorer/support/browser.js'
import { type Listening, listening } from '../http/support/frameworks.js'
import { existsSync, readFileSync } from 'node:fs'
import { blocksIn } from './blocks.js'
import { PAGES } from './pages.js'

/** The path below which the site is built, as for a GitHub project page. */
const BASE = '/jsonapi-gen/'
const OUT = '.tmp/site'

/** The files of docs/, by the names that their pages have on the site. */
const fileOf = new Map(
  PAGES.filter((page) => page.startsWith('docs/')).map((page) => {
    const path = page.slice('docs/'.length)
    return [(ADDRESSES[path] ?? path).slice(0, -'.md'.length), page]
  }),
)
const names = [...fileOf.keys()]
const contents = contentsOf(readFileSync(at('docs/README.md'), 'utf8'))

let site: Listening
beforeAll(async () => {
  await node([
    at('node_modules/vitepress/bin/vitepress.js'),
    'build',
    'docs',
    '--base',
    BASE,
    '--outDir',
    at(OUT),
  ])
  site = await listening(createServer(express().use(BASE, express.static(at(OUT), { maxAge: '1h' }))))
}, 300_000)
afterAll(() => site.close())

const read = (path: string): string => readFileSync(at(`${OUT}/${path}`), 'utf8')

describe('docs/pages: the site', () => {
  test('the site contains each page of docs/ as HTML and as Markdown', () => {
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !existsSync(at(`${OUT}/${name}.html`)))).toEqual([])
    expect(names.filter((name) => !read(`${name}.md`).startsWith('# '))).toEqual([])
  })

  test('llms.txt lists each page of the table of contents, with its description', () => {
    const listed = contents.flatMap(({ pages }) =>
      pages.map(({ title, path, about }) => `- [${title}](${BASE}${path}): ${about}`),
    )
    expect(
      read('llms.txt')
        .split('\n')
        .filter((line) => line.startsWith('- ')),
    ).toEqual(listed)
    expect(listed.length).toBeGreaterThan(30)
  })
})

describe.each(await browsersHere())('docs/pages: the site in %s', (_name) => {
  let browser: Browser
  // All pages share one context, which caches the site's scripts: loading them took half of the time.
  let context: BrowserContext
  beforeAll(async () => {
    browser = await launched()
    context = await browser.createBrowserContext()
    await context.overridePermissions(site.url, [
      'clipboard-read',
      'clipboard-write',
      'clipboard-sanitized-write',
    ])
  })
  afterAll(() => browser.close())

  /** Opens a page, and records requests to other hosts and failures. */
  async function opened(
    name: string,
    { width = 1400 } = {},
  ): Promise<{ readonly page: Page; readonly faults: string[] }> {
    const page = await context.newPage()
    onTestFinished(async () => {
      await page.evaluate(() => localStorage.clear())
      await page.close()
    })
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
    const faults: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      const url = request.url()
      if (!url.startsWith(`${site.url}${BASE}`) && !url.startsWith('data:')) faults.push(`asked ${url}`)
    })
    await page.goto(`${site.url}${BASE}${name}.html`, { waitUntil: 'networkidle0' })
    return { page, faults }
  }

  test('the home page contains a description, a button that leads to the tutorial, three reasons and the explorer, and contacts no other host', async () => {
    const { page, faults } = await opened('index')
    const links = await page.$$eval('.buttons a', (all) => all.map((link) => [link.textContent, link.href]))
    expect(links).toEqual([
      ['Start the tutorial', `${site.url}${BASE}tutorial.html`],
      ['All pages', `${site.url}${BASE}contents.html`],
    ])
    const heads = await page.$$eval('.vp-doc h2', (all) => all.map(({ id }) => id))
    expect(heads).toEqual([
      'one-rule-on-every-path',
      'pull-requests-that-break-clients-fail',
      'children-in-one-request',
      'from-a-schema-to-a-response',
      'what-it-costs-and-when-not-to-use-it',
    ])
    const pictures = await page.$$eval('.vp-doc h1 ~ p img[src*=explorer]', (images) =>
      images.map(({ naturalWidth, offsetWidth }) => ({ drawn: naturalWidth > 0, shown: offsetWidth > 0 })),
    )
    expect(pictures).toEqual([
      { drawn: true, shown: true },
      { drawn: true, shown: false },
    ])
    expect(faults).toEqual([])
  })

  test('each page shows the list of all pages next to its text', async () => {
    const { page, faults } = await opened('contents')
    const links = await page.$$eval('.VPSidebar a', (all) => all.map((link) => link.textContent?.trim()))
    expect(links).toEqual(contents.flatMap(({ pages }) => pages.map(({ title }) => title)))
    expect(faults).toEqual([])
  })

  test('each diagram is drawn above its text', async () => {
    const { page, faults } = await opened('graph')
    const figures = await page.$$eval('figure.diagram', (all) =>
      all.map((figure) => ({
        drawn: [...figure.querySelectorAll('img')].map(
          ({ naturalWidth, offsetWidth }) => naturalWidth > 100 && offsetWidth > 0,
        ),
        text: figure.querySelector('details code')?.textContent?.trim(),
      })),
    )
    expect(figures).toEqual(
      blocksIn('docs/graph.md')
        .filter(({ language }) => language === 'mermaid')
        .map(({ text }) => ({ drawn: [true, false], text: text.trim() })),
    )
    expect(faults).toEqual([])
  })

  test('search results contain no pages for contributors', async () => {
    const { page } = await opened('contents')
    await page.locator('.VPNavBarSearch button').click()
    await page.locator('.VPLocalSearchBox input').fill('compiled resource configuration layers')
    await page.waitForSelector('.VPLocalSearchBox .result, .VPLocalSearchBox .no-results')
    const found = await page.$$eval('.VPLocalSearchBox .result', (all) =>
      all.map((link) => link.getAttribute('href')),
    )
    expect(found.filter((href) => href?.includes('internals'))).toEqual([])
  })

  const LOOKED_AT = ['index', 'contents', 'graph', 'schema-format', 'policies', 'diagnostics', 'tutorial']
  const SCREENS = [1280, 390].flatMap((width) => LOOKED_AT.map((name) => ({ name, width })))

  test.each(SCREENS)(
    '$name passes axe and fits on the screen in both themes: $width px',
    async ({ name, width }) => {
      const { page } = await opened(name, { width })
      await page.addScriptTag({ path: at('node_modules/axe-core/axe.min.js') })
      expect(await page.evaluate(faultsOf, ['wcag2a', 'wcag2aa'])).toEqual([])
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }])
      await page.waitForSelector('html.dark')
      // The theme changes only colors, and these are the rules about colors.
      expect(await page.evaluate(faultsOf, ['color-contrast', 'link-in-text-block'])).toEqual([])
    },
  )

  test.each(['policies', 'schema-format', 'diagnostics', 'contract'])(
    'on the page %s, no table is cut off next to the outline',
    async (name) => {
      const { page } = await opened('index')
      await page.setViewport({ width: 1280, height: 900 })
      await page.goto(`${site.url}${BASE}${name}.html`, { waitUntil: 'networkidle0' })
      const [boxes, wide] = await page.$eval('.vp-doc', (text) => {
        const tables = [...text.querySelectorAll('table')]
        const edge = text.getBoundingClientRect().right + 1
        const cut = tables.filter((table) =>
          [...table.querySelectorAll('th, td')].some((cell) => cell.getBoundingClientRect().right > edge),
        )
        return [tables.length, cut.map(({ innerText }) => innerText.slice(0, 60))] as const
      })
      expect(boxes).toBeGreaterThan(0)
      expect(wide).toEqual([])
    },
  )

  test("on a phone, a table is shown as a list in which each cell has its column's header", async () => {
    const { page } = await opened('schema-format', { width: 390 })
    const wide = await page.$$eval('.vp-doc table', (all) =>
      all
        .filter((table) => table.scrollWidth > table.clientWidth)
        .map(({ innerText }) => innerText.slice(0, 60)),
    )
    expect(wide).toEqual([])
    const first = await page.$eval('.vp-doc tbody tr', (row) =>
      [...row.querySelectorAll('td')].map((cell) => [
        getComputedStyle(cell, '::before').content,
        cell.textContent,
        cell.getAttribute('role'),
      ]),
    )
    expect(first).toEqual([
      ['"key: "', 'generate.output', 'cell'],
      ['"meaning: "', 'the folder for generated code', 'cell'],
      ['"default: "', 'src/api', 'cell'],
    ])
  })

  test("the site shows its version, and links to the changelog and to each page's source", async () => {
    const { page, faults } = await opened('hooks')
    const texts = await page.$$eval('.VPNav button', (all) => all.map((button) => button.textContent?.trim()))
    expect(texts).toContain(`Version ${version}`)
    const links = await page.$$eval('a', (all) => all.map(({ href }) => href))
    expect(links).toContain(`${REPOSITORY}/edit/main/docs/hooks.md`)
    expect(links).toContain(`${REPOSITORY}/blob/main/CHANGELOG.md`)
    const markdown = await page.$eval('link[type="text/markdown"]', ({ href }) => href)
    expect(markdown).toBe(`${site.url}${BASE}hooks.md`)
    expect(faults).toEqual([])
  })

  test('the search finds a page by words in its text', async () => {
    const { page, faults } = await opened('contents')
    await page.locator('.VPNavBarSearch button').click()
    await page.locator('.VPLocalSearchBox input').fill('Dockerfile migrations')
    await page.locator('.VPLocalSearchBox .result[href*="deployment"]').click()
    await page.waitForFunction(() => document.querySelector('h1')?.textContent?.includes('Deployment'))
    expect(faults).toEqual([])
  })

  test('the site has a light and a dark theme', async () => {
    const { page, faults } = await opened('index')
    // The switch has a title only after the page's scripts have started. A click before that has no effect.
    const can = (title: string) => page.waitForSelector(`.VPNavBarAppearance button[title="${title}"]`)
    const shown = async (colour: string) => {
      await page.waitForFunction(
        (expected) => getComputedStyle(document.body).backgroundColor === expected,
        {},
        colour,
      )
      return page.$$eval('img[class^="in-"]', (images) =>
        images
          .filter((image) => getComputedStyle(image).display !== 'none')
          .map(({ className }) => className),
      )
    }
    // The two pictures are the explorer, and the diagram from a schema to a response. Pictures further down have no
    // size until they are loaded.
    await can('Switch to dark theme')
    expect(await shown('rgb(255, 255, 255)')).toEqual(['in-light', 'in-light'])
    await page.locator('.VPNavBarAppearance button').click()
    await can('Switch to light theme')
    expect(await shown('rgb(27, 27, 31)')).toEqual(['in-dark', 'in-dark'])
    expect(faults).toEqual([])
  })

  test('the copy button copies the code of a block that has a file name', async () => {
    const [block] = blocksIn('docs/deployment.md').filter(({ path }) => path === 'Dockerfile')
    const { page, faults } = await opened('deployment')
    const selector = 'p.file-name + div[class*="language-dockerfile"]'
    expect(
      await page.$eval(`p.file-name:has(+ ${selector.split('+ ')[1]})`, (line) => line.textContent),
    ).toBe('Dockerfile')
    await page.bringToFront()
    await page.hover(selector)
    await page.locator(`${selector} button.copy`).click()
    await page.waitForSelector(`${selector} button.copied`)
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(block?.text.trimEnd())
    expect(faults).toEqual([])
  })

  test('each block has a copy button, and a title if the page names a file', async () => {
    const { page } = await opened('index')
    const found = await page.evaluate(countBlocks, names)
    const expected = [...fileOf].map(([name, file]) => {
      const blocks = blocksIn(file)
      return {
        name,
        blocks: blocks.length,
        buttons: blocks.length,
        titles: blocks.filter(({ path }) => path).length,
      }
    })
    expect(found).toEqual(expected)
  })

  test('all links and anchors on the site resolve', async () => {
    const { page } = await opened('index')
    const read = await page.evaluate(readPages, names)
    const anchorsOf = new Map(read.map(({ path, anchors }) => [path, new Set(anchors)]))
    const faults = read.flatMap(({ path, links }) =>
      links.filter((link) => !leadsSomewhere(link, anchorsOf)).map((link) => `${path}: ${link}`),
    )
    expect(read.reduce((sum, { links }) => sum + links.length, 0)).toBeGreaterThan(1000)
    expect(faults).toEqual([])
  })
})

/**
 * Returns whether a link refers to an existing page and anchor on the site, to a file in the repository, or
 * to another host.
 */
function leadsSomewhere(link: string, anchorsOf: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const { origin, pathname, hash } = new URL(link)
  if (origin === site.url) {
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const anchors = anchorsOf.get(path)
    return hash === ''
      ? existsSync(at(path.replace(BASE, `${OUT}/`)))
      : anchors?.has(decodeURIComponent(hash.slice(1))) === true
  }
  const [, file] = link.startsWith(REPOSITORY) ? (/\/(?:blob|edit)\/main\/([^#]+)/.exec(link) ?? []) : []
  return file === undefined || existsSync(at(file))
}

/** Runs in the browser: returns the findings of some of axe's rules, and whether the page is wider than the screen. */
async function faultsOf(rules: string[]): Promise<string[]> {
  const { axe } = globalThis as unknown as { readonly axe: typeof AxeModule }
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  const { violations } = await axe.run(document, { runOnly: rules })
  const found = violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`)
  const wide = document.documentElement.scrollWidth > innerWidth
  return wide ? [...found, 'wider than the screen'] : found
}

/** Runs in the browser: reads the anchors and links of the site's pages, without running their scripts. */
async function readPages(pages: readonly string[]) {
  const read = []
  for (const name of pages) {
    const url = new URL(`${name}.html`, location.href)
    const parsed = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html')
    read.push({
      path: url.pathname,
      anchors: [...parsed.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...parsed.querySelectorAll('[href], [src]')].map(
        (element) => new URL(element.getAttribute('href') ?? element.getAttribute('src') ?? '', url).href,
      ),
    })
  }
  return read
}

/** Runs in the browser: counts the code blocks on each page, their buttons, and the file names above them. */
async function countBlocks(pages: readonly string[]) {
  const counted = []
  for (const name of pages) {
    const html = await (await fetch(new URL(`${name}.html`, location.href))).text()
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const count = (selector: string): number => parsed.querySelectorAll(selector).length
    counted.push({
      name,
      blocks: count('.vp-doc div[class*="language-"]'),
      buttons: count('.vp-doc div[class*="language-"] > button.copy'),
      titles: count('.vp-doc p.file-name + div[class*="language-"]'),
    })
  }
  return counted
}
