import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { type Started, startProject } from '../create/support/project.js'
import { sent, stepsOf } from '../create/support/tutorial.js'
import { strictFindings } from '../frameworks/support/lint.js'
import { type Block, blocksOf } from './blocks.js'
import { billing } from './billing.js'
import { followed } from './followed.js'
import { type GuideProject, guideProject } from './guide-project.js'
import { ended } from '../generator/support/cli.js'

/** The guard from the tutorial that guides use, and the code that provides its locals. */
const GUARD = blocksOf('docs/tutorial-guards.md', 'ts', 'Who may do what').filter(
  ({ path, only }) =>
    path === 'src/api/application.controller.ts' ||
    (path === 'src/api/routes/index.ts' && only === 'Express'),
)
const HOOKS = blocksOf('docs/hooks.md', '*', 'An email that is never lost')
const VALIDATION = blocksOf('docs/validation.md', '*', 'Room bookings')
const VARIANTS = [
  ...blocksOf('docs/variants.md', '*', 'Soft delete in the Prisma Client'),
  ...blocksOf('docs/variants.md', '*', 'The requests'),
]
const CUSTOM = blocksOf('docs/custom-resources.md', '*')
const ACTIONS = [
  ...blocksOf('docs/actions.md', '*', 'Parcels'),
  ...blocksOf('docs/actions.md', '*', 'A request and its response'),
]
const ERRORS = [
  ...blocksOf('docs/errors-and-logging.md', '*', 'The response'),
  ...blocksOf('docs/errors-and-logging.md', '*', 'A logger with a request id'),
]

const RATES = [
  { id: 'chf', name: 'Swiss franc', perEuro: 0.9582 },
  { id: 'jpy', name: 'Japanese yen', perEuro: 163.47 },
  { id: 'usd', name: 'US dollar', perEuro: 1.0843 },
]

/** The timeout is long enough for a busy machine. */
const PATIENCE = { timeout: 30_000 }

let project: GuideProject
let server: Started
let bank: Server
let post: Server
/** The mails that the mail server accepted, and the word `refused` for each mail that it rejected. */
const mails: unknown[] = []
/** The paths of the requests to the bank. */
const asked: string[] = []
let isPostThere = false

beforeAll(async () => {
  project = await guideProject(
    [...GUARD, ...HOOKS, ...VALIDATION, ...VARIANTS, ...ACTIONS, ...CUSTOM, ...ERRORS],
    billing(),
  )
  bank = createServer(({ url = '' }, response) => {
    asked.push(url)
    const found = RATES.filter(({ id }) => url === '/' || url === `/${id}`)
    response.statusCode = url === '/eur' ? 500 : found.length === 0 ? 404 : 200
    response.end(JSON.stringify(found))
  }).listen(0, '127.0.0.1')
  post = createServer(async (request, response) => {
    const sent: unknown = JSON.parse((await request.setEncoding('utf8').toArray()).join(''))
    mails.push(isPostThere ? sent : 'refused')
    response.writeHead(isPostThere ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(bank, 'listening'), once(post, 'listening')])
  if (project.compiled === '') server = await start()
}, 120_000)

afterAll(async () => {
  await server?.terminate()
  bank.close()
  post.close()
  await project.remove()
})

const addressOf = (of: Server): string => `http://127.0.0.1:${(of.address() as AddressInfo).port}`

const start = (): Promise<Started> =>
  startProject(project.folder, {
    DATABASE_URL: project.url,
    BANK_URL: addressOf(bank),
    MAIL_URL: addressOf(post),
    STAFF_TOKEN: 'secret',
  })

const follow = (blocks: readonly Block[], headers?: Readonly<Record<string, string>>): Promise<number> =>
  followed(server.url, blocks, headers)

/**
 * The header that all requests on a page contain, according to the page. Without it, the first request would
 * be rejected.
 */
async function staffOf(page: string, blocks: readonly Block[]): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(at(page), 'utf8')
  const [, authorization = ''] =
    /Each request below sends (?:the headers )?`Authorization: (.*?)`/.exec(text) ?? []
  const [request] = stepsOf(blocks.filter(({ language }) => language === 'http'))
  if (request?.kind !== 'request') throw new Error(`${page} has no request.`)
  expect((await sent(server.url, request)).status).toBe(401)
  return { authorization }
}

/** The rows that a query returns. */
async function rows(sql: string): Promise<readonly (readonly unknown[])[]> {
  const store = await new PrismaLibSql({ url: project.url }).connect()
  try {
    return (await store.queryRaw({ sql, args: [], argTypes: [] })).rows
  } finally {
    await store.dispose()
  }
}

test('docs/worked-guides: the code in all guides compiles together in a new project', () => {
  expect(project.compiled).toBe('')
})

test('the code in the worked guides passes the strict and stylistic rules of typescript-eslint', async () => {
  expect(
    await strictFindings(project.folder, ['src/api/**/*.ts', 'src/bank.ts', 'src/log.ts', 'src/mail.ts']),
  ).toEqual([])
}, 300_000)

describe('docs/actions.md', () => {
  test('in docs/actions.md, parcels are imported and dispatched only once', async () => {
    expect(await follow(ACTIONS, await staffOf('docs/actions.md', ACTIONS))).toBe(4)
  })
})

describe('docs/hooks.md', () => {
  test('in docs/hooks.md, an order returns a response, and its email is not lost if no mail server accepts it', async () => {
    expect(await follow(HOOKS, await staffOf('docs/hooks.md', HOOKS))).toBe(2)
    const outbox = 'SELECT "to", "attempts", "sentAt" IS NULL FROM "Mail"'
    await expect.poll(() => rows(outbox), PATIENCE).toEqual([['ada@example.com', 1, 1]])
    // The attempt is counted before the mail is sent.
    await expect.poll(() => mails, PATIENCE).toEqual(['refused'])
    expect(await rows('SELECT count(*) FROM "Order"')).toEqual([[1]])
    isPostThere = true
    const { printed } = await server.terminate()
    expect(printed).toContain('Mail 1 stays in the outbox: the mail server returned 503.')
    server = await start()
    await expect.poll(() => rows(outbox), PATIENCE).toEqual([['ada@example.com', 2, 0]])
    expect(mails).toEqual(['refused', { id: 1, to: 'ada@example.com', subject: 'Your order 1' }])
  })
})

describe('docs/validation.md', () => {
  test('each request in docs/validation.md returns the documented response, and only valid input is written', async () => {
    expect(await follow(VALIDATION, await staffOf('docs/validation.md', VALIDATION))).toBe(5)
    expect(await rows('SELECT "room", "guests", "email" FROM "Booking"')).toEqual([
      ['garden', 4, 'ada@example.com'],
    ])
  })
})

describe('docs/variants.md', () => {
  test('each request in docs/variants.md returns the documented response, and the deleted row is kept', async () => {
    expect(await follow(VARIANTS, await staffOf('docs/variants.md', VARIANTS))).toBe(7)
    expect(await rows('SELECT "name", "deletedAt" IS NULL FROM "Contact" ORDER BY "id"')).toEqual([
      ['Ada', 0],
      ['Bob', 1],
    ])
  })
})

describe('docs/custom-resources.md', () => {
  test('each request in docs/custom-resources.md returns the documented response, with data from the bank', async () => {
    expect(await follow(CUSTOM)).toBe(4)
    // Each read of rates sends the bank one request, and a write that needs no rate sends none.
    expect(asked).toEqual(['/', '/chf', '/chf'])
  })
})

describe('docs/policies.md', () => {
  test('the guards, scopes and log in docs/policies.md behave as documented (14.1, 14.13)', async () => {
    const env = { ...process.env, DATABASE_URL: project.url }
    const { stdout, stderr } = await ended(['dist/billing/main.js'], project.folder, env)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      lists: { nobody: [], member: ['1'], accountant: ['1'], stranger: [] },
      updates: { nobody: 403, member: 200, accountant: 200, stranger: 404 },
      destroys: { nobody: 401, member: 403, stranger: 403 },
      said: [
        'actions.update: isMember',
        'actions.destroy: isAccountant',
        'actions.destroy: isAccountant',
        'scopes.read',
        'actions.destroy: isAccountant',
      ],
      withoutPolicies: 2,
      underPolicies: 0,
    })
  })
})

describe('docs/errors-and-logging.md', () => {
  test('an unexpected error returns an id and no details, and the log contains the rest', async () => {
    expect(await follow(ERRORS)).toBe(2)
    // The log is complete when the server ends, so this is the last guide.
    const { printed } = await server.terminate()
    const lines = printed
      .split('\n')
      .filter((line) => line.includes('"7f3a"'))
      .map((line) =>
        line
          .replaceAll(/"stack":"(?:[^"\\]|\\.)*"/g, '"stack":"…"')
          .replace(/"id":"[\da-f-]{36}"/, '"id":"…"'),
      )
    const [shown] = ERRORS.filter(({ language }) => language === 'text')
    expect(`${lines.join('\n')}\n`).toBe(shown?.text)
  })
})
