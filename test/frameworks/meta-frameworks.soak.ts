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

/** The commands on the page, without their comments. */
const COMMANDS = blocksOf(
  'docs/meta-frameworks.md',
  'sh',
  'Next.js, SvelteKit, TanStack Start and Nuxt',
).flatMap(({ text }) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ +#.*$/, '')),
)

/** The tables of the page's models. */
const TABLES = `
CREATE TABLE "Order" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "customer" TEXT NOT NULL);
CREATE TABLE "Line" ("id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "product" TEXT NOT NULL,
  "quantity" INTEGER NOT NULL, "orderId" INTEGER NOT NULL,
  FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE);
`

const shared = blocksOf('docs/meta-frameworks.md', '*', 'Next.js, SvelteKit, TanStack Start and Nuxt')
const models = shared.filter(({ language }) => language === 'prisma')
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
    let packages: ReadonlyMap<string, string>
    beforeAll(async () => {
      root = await mkdtemp(join(tmpdir(), 'jsonapi-gen-meta-'))
      folder = join(root, 'app')
      await mkdir(join(root, 'packages'))
      await make(folder, run)
      packages = await packedIn(join(root, 'packages'))
    }, 900_000)
    afterAll(() => rm(root, { recursive: true, force: true }))

    test('the commands on the page produce an application that builds', async () => {
      for (const command of COMMANDS) {
        if (command.includes('prisma@7 migrate')) {
          await migrated(folder)
          continue
        }
        const { stderr } = await run(folder, 'sh', '-c', withPacked(command, packages))
        if (command.includes('prisma@7 init')) await write(folder, models)
        if (!command.includes('jsonapi-gen init')) continue
        expect(stderr).toContain(`wrote ${route}, where ${name} serves the API\n`)
        await write(folder, [...shared, ...(sections.get(name) ?? [])])
        for (const step of stepsIn(stderr)) await run(folder, 'sh', '-c', step)
      }
      await run(folder, 'npx', 'jsonapi-gen', 'generate', '--check')
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
  // A form that is sent before its script runs reloads the page with a question mark. Development tools keep connections open.
  do {
    await page.goto(url, { waitUntil: 'networkidle2', timeout: 60_000 })
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

/** Our packed packages by their names. */
async function packedIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const own = ['runtime', 'openapi', 'explorer', 'client'].map(
    (name) => [`@jsonapi-gen/${name}`, name] as const,
  )
  const names = [...own, ['jsonapi-gen', '.'] as const]
  return new Map(
    await Promise.all(names.map(async ([name, each]) => [name, await pack(each, folder)] as const)),
  )
}

/** A command that installs packed packages instead of those in a registry. */
function withPacked(command: string, packages: ReadonlyMap<string, string>): string {
  if (!command.startsWith('npm install')) return command
  const words = command.split(' ').map((word) => packages.get(word) ?? word)
  return [...words, '--ignore-scripts', '--no-audit', '--no-fund'].join(' ')
}

/** The steps that `init` prints and that are commands. */
const stepsIn = (said: string): readonly string[] =>
  [...said.matchAll(/^ {2}\d+\. ((?:npm|npx) .*)$/gm)].map(([, command = '']) => command)

/** Creates the tables, as `prisma migrate dev` does with an engine that it downloads. */
async function migrated(folder: string): Promise<void> {
  await writeFile(join(folder, 'tables.sql'), TABLES)
  const create =
    "import { createClient } from '@libsql/client'; import { readFileSync } from 'node:fs'; await createClient({ url: 'file:./dev.db' }).executeMultiple(readFileSync('tables.sql', 'utf8'))"
  await run(folder, process.execPath, '--input-type=module', '--eval', create)
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
