import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { OFFLINE } from '../../scripts/lib/prisma-client.js'
import { runIn } from '../create/support/project.js'
import { type Block, blocksOf } from '../docs/blocks.js'
import { launched } from '../explorer/support/browser.js'
import { pack } from '../packing/support/pack.js'
import { freePort } from '../real/support/server.js'
import { edit, META_FRAMEWORKS, type Run } from './support/meta-framework.js'

const OWN = ['runtime', 'openapi', 'explorer', 'client']

/** The tables of the page's models, which `prisma migrate dev` would create with an engine that it downloads. */
const TABLES = `
CREATE TABLE "Order" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "customer" TEXT NOT NULL);
CREATE TABLE "Line" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "product" TEXT NOT NULL,
  "quantity" INTEGER NOT NULL, "orderId" INTEGER NOT NULL,
  FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE);
`

const shared = blocksOf('docs/meta-frameworks.md', '*', 'Next.js, SvelteKit, TanStack Start and Nuxt')
const sections: ReadonlyMap<string, readonly Block[]> = new Map([
  ['Next.js', blocksOf('docs/meta-frameworks.md', '*', 'Next.js')],
  ['SvelteKit', blocksOf('docs/meta-frameworks.md', '*', 'SvelteKit')],
  ['TanStack Start', blocksOf('docs/meta-frameworks.md', '*', 'TanStack Start')],
  ['Nuxt', blocksOf('docs/meta-frameworks.md', '*', 'Nuxt')],
])

// SvelteKit's own .npmrc rejects packages that require a newer Node than the oldest that we support.
const ENV = { ...OFFLINE, npm_config_engine_strict: 'false', npm_config_prefer_offline: 'true' }

const run: Run = async (folder, command, ...parameters) => {
  const ended = await runIn(folder, command, parameters, ENV)
  if (ended.code !== 0) {
    throw new Error(`${[command, ...parameters].join(' ')}\n${ended.stdout}\n${ended.stderr}`)
  }
  return ended
}

let browser: Browser
beforeAll(async () => {
  browser = await launched()
})
afterAll(() => browser.close())

describe.each(META_FRAMEWORKS)(
  'frameworks/meta-frameworks (20.35): the code in docs/meta-frameworks.md, from the packed packages, on $name',
  ({ name, make, checks, start, dev, route }) => {
    let root: string
    let folder: string
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'jsonapi-gen-meta-'))
      folder = join(root, 'app')
      await mkdir(join(root, 'packages'))
      await make(folder, run)
      const own = await Promise.all(OWN.map((each) => pack(each, join(root, 'packages'))))
      const generator = await pack('.', join(root, 'packages'))
      const options = ['--ignore-scripts', '--no-audit', '--no-fund']
      await run(folder, 'npm', 'install', ...options, '@prisma/client@7', ...own)
      await run(folder, 'npm', 'install', ...options, '--save-dev', 'prisma@7', 'dotenv', generator)
      await run(folder, 'npx', 'prisma', 'init', '--datasource-provider', 'sqlite')
      await write(
        folder,
        shared.filter(({ language }) => language === 'prisma'),
      )
    }, 900_000)
    afterAll(() => rm(root, { recursive: true, force: true }))

    test('`init` writes the schema, the client and the route, and its steps lead to an application that builds', async () => {
      const { stderr } = await run(folder, 'npx', 'jsonapi-gen', 'init', '--server')
      expect(stderr).toContain(`wrote ${route}, in which ${name} serves the API\n`)
      const commands = [...stderr.matchAll(/^ {2}\d+\. ((?:npm|npx) .*)$/gm)].map(
        ([, command = '']) => command,
      )
      await write(folder, [...shared, ...(sections.get(name) ?? [])])
      for (const command of commands) await run(folder, 'sh', '-c', command)
      await run(folder, 'npx', 'jsonapi-gen', 'generate', '--check')
      await writeFile(join(folder, 'tables.sql'), TABLES)
      const create =
        "import { createClient } from '@libsql/client'; import { readFileSync } from 'node:fs'; await createClient({ url: 'file:./dev.db' }).executeMultiple(readFileSync('tables.sql', 'utf8'))"
      await run(folder, process.execPath, '--input-type=module', '--eval', create)
      for (const check of checks) await run(folder, 'npx', ...check.split(' '))
    }, 900_000)

    test('in production, the page lists records, creates a record with children in one request, and shows an error next to its field', async () => {
      const url = await started(folder, start)
      expect(await ordered(url, 'Ada')).toEqual(AS_ORDERED)
      expect(await (await fetch(url)).text()).toContain('Ada: Tea, Cups')
    }, 300_000)

    test('in development, the page does the same, even after the route has been reloaded', async () => {
      const url = await started(folder, dev)
      expect(await ordered(url, 'Bob')).toEqual(AS_ORDERED)
      await edit(join(folder, route), (text) => `${text}\n// A change.\n`)
      await edit(join(folder, 'src/prisma.ts'), (text) => `${text}\n// A change.\n`)
      expect(await ordered(url, 'Eve')).toEqual(AS_ORDERED)
      expect(await (await fetch(url)).text()).toContain('Eve: Tea, Cups')
    }, 300_000)
  },
)

const AS_ORDERED = { errors: ['', 'is less than 1'], requests: ['POST 422', 'POST 201'], faults: [] }

/** Orders two products with a wrong quantity, corrects it, and waits until the list shows the order. */
async function ordered(url: string, customer: string): Promise<typeof AS_ORDERED | object> {
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const requests: string[] = []
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('response', (response) => {
    const method = response.request().method()
    const isOurs = response.url().startsWith(`${url}/api/`)
    if (method === 'POST' && isOurs) requests.push(`POST ${response.status()}`)
  })
  // A form that is sent before its script runs reloads the page with a question mark.
  do {
    await page.goto(url, { waitUntil: 'networkidle0' })
    await filled(page, {
      Customer: customer,
      'Product 1': 'Tea',
      'Quantity 1': '2',
      'Product 2': 'Cups',
      'Quantity 2': '0',
    })
    await page.click('form button')
    await page.waitForFunction(
      () => location.href.includes('?') || document.querySelectorAll('em')[1]?.textContent !== '',
      { timeout: 60_000 },
    )
  } while (page.url().includes('?'))
  const errors = await page.$$eval('em', (all) => all.map(({ textContent }) => textContent))
  await filled(page, { 'Quantity 2': '3' })
  await page.click('form button')
  await page.waitForFunction(
    (text) => document.querySelector('ul')?.textContent?.includes(text),
    { timeout: 60_000 },
    `${customer}: Tea, Cups`,
  )
  return { errors, requests, faults }
}

async function filled(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`input[aria-label="${name}"]`).fill(value)
  }
}

/** Starts a server on a free port until the test ends, and waits until its page responds. */
async function started(folder: string, command: (port: number) => string): Promise<string> {
  const port = await freePort()
  const path = `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`
  const { NODE_ENV: _, ...outside } = process.env
  const child = spawn('sh', ['-c', `exec ${command(port)}`], {
    cwd: folder,
    env: { ...outside, PATH: path, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  }
  const ended = once(child, 'close')
  onTestFinished(async () => {
    // Ends the whole process group, because these servers start other processes.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  })
  const url = `http://localhost:${port}`
  for (let left = 120; ; left--) {
    const [page, list] = await Promise.all(
      [url, `${url}/api/orders`].map((each) => fetch(each).catch(() => undefined)),
    )
    if (page?.ok && list?.ok) return url
    if (left === 0 || child.exitCode !== null) throw new Error(said)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Writes the files in blocks, and makes the changes that they describe. A block without a path describes a later change. */
async function write(folder: string, blocks: readonly Block[]): Promise<void> {
  for (const { path, place, old = '', text } of blocks) {
    if (path === undefined) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    if (place === 'piece') await edit(join(folder, path), (before) => before.replace(old, text.trimEnd()))
    else await writeFile(join(folder, path), text)
  }
}
