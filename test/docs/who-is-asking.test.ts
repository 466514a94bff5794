import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Api, createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { hashPassword } from 'better-auth/crypto'
import type { Express } from 'express'
import { sign } from 'hono/jwt'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { CurrencyResource } from '../../examples/blog/src/api/currency.resource.js'
import {
  ApplicationController,
  type Locals,
  type User,
  type Users,
  withAuthJs,
  withBetterAuth,
  withFastifyJwt,
  withHonoJwt,
  withPassport,
} from './who-is-asking-examples.js'

const SECRET = 'a secret that is longer than thirty-two characters'
const PASSWORDS: Readonly<Record<string, User>> = {
  mia: { id: '1', role: 'member' },
  gus: { id: '2', role: 'guest' },
}
/** The users that the application currently knows. A test may remove one. */
let known: readonly User[] = []
const users: Users = {
  find: async (id) => known.find((user) => user.id === id),
  logIn: async (name, password) => (password === `${name}'s` ? PASSWORDS[name] : undefined),
}

/** Currencies, which members may list. They need no database. */
class Currencies extends CurrencyResource {
  static {
    this.actions({ index: 'isMember' })
  }
}
class CurrenciesController extends ApplicationController {
  static {
    this.jsonapi(Currencies)
  }
}
const api: Api<Locals> = createApi<Locals>({
  registry: defineRegistry({ currencies: Currencies }),
  controllers: { currencies: CurrenciesController },
})

/** Sends a request with these headers, and returns the response in one line. */
type List = (headers: Readonly<Record<string, string>>) => Promise<string>

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const told = async (response: Response): Promise<string> => {
  const { errors } = (await response.json()) as { errors?: readonly { detail: string }[] }
  const challenge = response.headers.get('www-authenticate')
  return [response.status, challenge, ...(errors ?? []).map(({ detail }) => detail)]
    .filter((part) => part !== null)
    .join(' ')
}

const LOG_IN = '401 Bearer Log in first.'
const NOT_VALID = '401 Bearer The token is not valid.'
const NOT_YOURS = '403 This request is not allowed to list "currencies".'

describe.each([
  ['Passport', withPassport, logInByPassport],
  ['Auth.js', withAuthJs, logInByAuthJs],
  ['Better Auth', inMemory, logInByBetterAuth],
] as const)('docs/logins.md: %s in Express', (_name, application, logIn) => {
  test('a session identifies the user, and permissions are looked up for each request', async () => {
    known = Object.values(PASSWORDS)
    // Auth.js and Better Auth print failed logins.
    for (const method of ['error', 'warn'] as const) {
      const printed = vi.spyOn(console, method).mockImplementation(() => {})
      closing.push(() => printed.mockRestore())
    }
    const url = await served(await application(api, users, SECRET))
    const list: List = async (headers) => told(await fetch(`${url}/currencies`, { headers }))
    const mia = { cookie: await logIn(url, 'mia', "mia's") }
    expect(await list({})).toBe(LOG_IN)
    expect(await list(mia)).toBe('200')
    expect(await list({ cookie: await logIn(url, 'gus', "gus's") })).toBe(NOT_YOURS)
    expect(await list({ cookie: await logIn(url, 'mia', "gus's") })).toBe(LOG_IN)
    expect(await list({ cookie: mia.cookie.replaceAll(/.{4}(?=;|$)/g, 'AAAA') })).toBe(LOG_IN)
    known = []
    expect(await list(mia)).toBe(LOG_IN)
  })
})

describe.each([
  ['Fastify', fastifyList],
  ['Hono', honoList],
] as const)('docs/logins.md: JWT in %s', (_name, listOf) => {
  test('a valid token identifies the user, and a forged token is rejected', async () => {
    known = Object.values(PASSWORDS)
    const list = listOf()
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    const now = Math.floor(Date.now() / 1000)
    const mia = await sign({ sub: '1' }, SECRET, 'HS256')
    const unsigned = `${base64({ alg: 'none', typ: 'JWT' })}.${base64({ sub: '1' })}.`
    expect(await list({})).toBe(LOG_IN)
    expect(await list(bearer(mia))).toBe('200')
    expect(await list(bearer(await sign({ sub: '2' }, SECRET, 'HS256')))).toBe(NOT_YOURS)
    expect(await list(bearer(await sign({ sub: '1' }, 'another secret', 'HS256')))).toBe(NOT_VALID)
    expect(await list(bearer(await sign({ sub: '1' }, SECRET, 'HS512')))).toBe(NOT_VALID)
    expect(await list(bearer(await sign({ sub: '1', exp: now - 60 }, SECRET, 'HS256')))).toBe(NOT_VALID)
    expect(await list(bearer(unsigned))).toBe(NOT_VALID)
    expect(await list(bearer('nonsense'))).toBe(NOT_VALID)
    known = []
    expect(await list(bearer(mia))).toBe(LOG_IN)
  })
})

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function fastifyList(): List {
  const app = withFastifyJwt(api, users, SECRET)
  closing.push(() => app.close())
  return async (headers) => {
    const { statusCode, headers: answered, body } = await app.inject({ url: '/currencies', headers })
    const challenge = answered['www-authenticate']
    return told(
      new Response(body, {
        status: statusCode,
        headers: challenge === undefined ? {} : { 'www-authenticate': String(challenge) },
      }),
    )
  }
}

function honoList(): List {
  const app = withHonoJwt(api, users, SECRET)
  return async (headers) => told(await app.request('http://test.example/currencies', { headers }))
}

async function served(app: Express): Promise<string> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Logs in, and returns the cookies of the response. There are none if the password is wrong. */
async function logInByPassport(url: string, username: string, password: string): Promise<string> {
  const response = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return cookiesOf(response)
}

async function logInByAuthJs(url: string, name: string, password: string): Promise<string> {
  const asked = await fetch(`${url}/auth/csrf`)
  const { csrfToken } = (await asked.json()) as { csrfToken: string }
  const response = await fetch(`${url}/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: cookiesOf(asked) },
    body: new URLSearchParams({ csrfToken, name, password }),
  })
  return cookiesOf(response)
}

/** Better Auth on tables in memory that already contain the users. */
async function inMemory(...[over, theirs, secret]: Parameters<typeof withPassport>): Promise<Express> {
  const now = { createdAt: new Date(), updatedAt: new Date() }
  const people = Object.entries(PASSWORDS).map(([name, { id }]) => ({ id, name }))
  const accounts = people.map(async ({ id, name }) => {
    const password = await hashPassword(`${name}'s`)
    return { id, userId: id, accountId: id, providerId: 'credential', password, ...now }
  })
  const tables = {
    user: people.map((person) => ({ ...person, email: emailOf(person.name), emailVerified: true, ...now })),
    account: await Promise.all(accounts),
    session: [],
    verification: [],
  }
  const baseURL = 'https://api.example.org'
  return withBetterAuth(over, theirs, { baseURL, secret, database: memoryAdapter(tables) })
}

const emailOf = (name: string): string => `${name}@example.com`

async function logInByBetterAuth(url: string, name: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(name), password }),
  })
  return cookiesOf(response)
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
