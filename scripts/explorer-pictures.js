// Takes the pictures in docs/explorer.md from the current examples, in Debian's Chromium: `npm run explorer:pictures`.
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { launch } from 'puppeteer-core'
import { at } from './lib/paths.js'
import { smallPng } from './lib/small-png.js'

const FOLDER = at(process.argv[2] ?? 'docs/images')
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 760 }

await mkdir(FOLDER, { recursive: true })
const servers = await Promise.all(['blog', 'saas'].map((name) => served(name)))
const [blog, saas] = servers
const browser = await launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const page = await browser.newPage()
  await page.setViewport(DESK)
  await page.goto(`${saas?.url}/explorer`)
  await page.waitForSelector('[role=tablist]')
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({
      email: 'owner@acme.example',
      password: 'correct horse battery staple',
      organisation: 'acme',
    })
    return (await fetch('/session', { method: 'POST', headers, body })).status
  })
  await go(page, '/invoices?include=lines,project&page[size]=2')
  await tab(page, 'Graph')
  await taken(page, 'explorer-graph')

  await go(
    page,
    '/projects?include=comments.author.memberships&fields[comments]=body,author&fields[users]=name,email,memberships&fields[memberships]=role&page[size]=2&page[comments][size]=2&sort=comments.-id&stats[total]=count',
  )
  await taken(page, 'explorer-query')

  await page.goto(`${blog?.url}/explorer`)
  for (const colors of ['dark', 'light']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colors }])
    await go(
      page,
      '/posts?filter[status]=published&filter[views][gte]=400&sort=-views&include=author,tags&page[size]=3',
    )
    await taken(page, `explorer-${colors}`)
  }

  await go(page, '/posts?page[size]=4')
  await tab(page, 'Write')
  await page.waitForSelector('#field-title')
  await page.type('#field-views', '-1')
  await page.type('#field-title', 'x'.repeat(3))
  await page.type('#field-publishedAt', 'soon')
  await page.click('.form button[type=submit]')
  await page.waitForSelector('.field .error')
  await taken(page, 'explorer-form')

  await page.setViewport({ ...PHONE, isMobile: true, deviceScaleFactor: 1 })
  await page.goto('about:blank')
  await page.goto(`${blog?.url}/explorer#/posts/1?include=author,comments&page[comments][size]=5`)
  await page.waitForSelector('.answer table')
  await taken(page, 'explorer-phone')
} finally {
  await browser.close()
  for (const { child } of servers) child.kill('SIGTERM')
}

/**
 * Enters a URL in the page, sends the request, and waits for the response.
 *
 * @param {import('puppeteer-core').Page} page
 * @param {string} url
 */
async function go(page, url) {
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  await page.goto(`${origin}/explorer#${url}`)
  await page.waitForSelector('.answer .badge')
}

/** @param {import('puppeteer-core').Page} page @param {string} name */
async function tab(page, name) {
  await page.click(`[data-tab="${name.toLowerCase()}"]`)
}

/** @param {import('puppeteer-core').Page} page @param {string} name */
async function taken(page, name) {
  const path = `${FOLDER}/${name}.png`
  await new Promise((resolve) => setTimeout(resolve, 300))
  const picture = smallPng(await page.screenshot({ type: 'png' }))
  await writeFile(path, picture)
  console.log(`${name}.png ${picture.length}`)
}

/**
 * Starts an example, and waits until it prints its URL.
 *
 * @param {string} name
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, url: string }>}
 */
function served(name) {
  const child = spawn(process.execPath, [at(`examples/${name}/dist/demo.js`), '--serve', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', (code) => reject(new Error(`The ${name} ended with ${code}.`)))
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const url = /(http:\/\/127\.0\.0\.1:\d+)\/explorer/.exec(printed)?.[1]
      if (url) resolve({ child, url })
    })
  })
}
