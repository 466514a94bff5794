import type { Browser } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import blogContract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import { neighborhood, wholeGraph } from '../../explorer/page/model/graph.js'
import { readContract } from '../../explorer/page/model/contract.js'
import { browsersHere, click, fill, launched, opened, queryUrl } from './support/browser.js'
import { type ServedExplorer, servedContract } from './support/served.js'

const TYPES = 300

/**
 * A contract with many types, each with the fields and filters of a post, and relationships to four other
 * types.
 */
function largeContract(): object {
  const { posts } = blogContract.resources
  const to = (index: number): string => `type-${(index + TYPES) % TYPES}`
  const resources = Array.from({ length: TYPES }, (_, index) => {
    const relationships = {
      next: { ...posts.relationships.author, types: [to(index + 1)] },
      parent: { ...posts.relationships.author, types: [to(Math.floor(index / 3))] },
      far: { ...posts.relationships.comments, types: [to(index * 7 + 3)] },
      many: { ...posts.relationships.tags, types: [to(index - 11)] },
    }
    const { includes: _includes, ...rest } = posts
    return [to(index), { ...rest, relationships }]
  })
  return { ...blogContract, resources: Object.fromEntries(resources) }
}

const LISTING = `<!doctype html><ul></ul><script>
fetch('/explorer/contract.json').then((answer) => answer.json()).then(({ resources }) => {
  for (const type of Object.keys(resources)) document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: type }))
  performance.mark('listed')
})</script>`

const browsers = await browsersHere()
let browser: Browser
let served: ServedExplorer

beforeAll(async () => {
  served = await servedContract(largeContract() as never, ({ path }, response) =>
    path === '/listing' ? void response.type('html').send(LISTING) : void response.json({ data: [] }),
  )
  if (browsers.length > 0) browser = await launched()
})
afterAll(async () => {
  await browser?.close()
  await served.close()
})

test('a graph of 300 types initially shows a neighborhood as small as in a small schema', () => {
  const known = readContract(largeContract())
  if (typeof known === 'string') throw new Error(known)
  expect(neighborhood(known, 'type-100').cards.length).toBeLessThan(20)
  const { cards, width, height } = wholeGraph(known)
  expect(cards.length).toBe(TYPES)
  expect(new Set(cards.map(({ x, y }) => `${x} ${y}`)).size).toBe(TYPES)
  expect(Math.max(width, height)).toBeLessThan(6000)
})

describe.each(browsers)('explorer/large: 300 types in %s', () => {
  test('the explorer is usable immediately with 300 types: the search, the neighborhood and the list of all types work', async () => {
    const { page, faults } = await opened(browser, served.page)
    await click(page, 'tab', 'Graph')
    const cards = (): Promise<number> => page.$$eval('.card', (all) => all.length)
    expect(await cards()).toBeLessThan(20)
    await fill(page, 'searchbox', 'Search for a type', 'type-29')
    await click(page, 'button', 'type-299')
    expect(await cards()).toBeLessThan(20)
    await click(page, 'button', 'many of type-299, to many type-288')
    expect(await queryUrl(page)).toBe('/type-299?include=many')
    await click(page, 'button', 'All types')
    expect(await cards()).toBe(TYPES)
    expect(faults).toEqual([])
  })

  test('the loading time is printed next to the loading time of a page that only lists the types', async () => {
    const page = await browser.newPage()
    const listing = new URL('/listing', served.page).href
    const took: { listed: number[]; shown: number[] } = { listed: [], shown: [] }
    for (let round = 0; round < 5; round++) {
      await page.goto(listing)
      await page.waitForFunction(() => performance.getEntriesByName('listed').length > 0)
      took.listed.push(await page.evaluate(() => performance.getEntriesByName('listed')[0]?.startTime ?? 0))
      await page.goto(served.page)
      await page.waitForSelector('[role=tablist]')
      took.shown.push(await page.evaluate(() => performance.getEntriesByName('shown')[0]?.startTime ?? 0))
    }
    await page.close()
    const [listed, shown] = [Math.min(...took.listed), Math.min(...took.shown)]
    process.stderr.write(
      `The explorer of ${TYPES} types is there after ${Math.round(shown)} ms, and a list of the types after ${Math.round(listed)} ms: ${(shown / listed).toFixed(1)} times as long.\n`,
    )
    expect([shown > 0, listed > 0]).toEqual([true, true])
  })
})
