import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  type Api,
  Controller,
  createApi,
  defineRegistry,
  Forbidden,
  Unauthorized,
  withoutPolicies,
} from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { toFastify } from '@jsonapi-gen/runtime/fastify'
import { toHono } from '@jsonapi-gen/runtime/hono'
import { serve as serveHono } from '@hono/node-server'
import express from 'express'
import fastify from 'fastify'
import { type Context, Hono } from 'hono'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sqlite } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { apiOf } from '../support/api-of.js'

const JSONAPI = 'application/vnd.api+json'

/** The application's own data about a request. */
interface Locals {
  readonly user: string | undefined
}

class ApplicationController extends Controller<Locals> {
  isKnown(): boolean {
    if (this.locals.user === undefined) {
      throw new Unauthorized({ detail: 'Log in first.', challenge: 'Bearer realm="people"' })
    }
    if (this.locals.user === 'banned') throw new Forbidden({ detail: 'You are banned.' })
    return true
  }

  isOwner(): boolean {
    return this.isKnown() && this.locals.user === 'owner'
  }

  /** A guard that depends only on HTTP. */
  isLocalhost(): boolean {
    return new URL(this.request.url).hostname === 'localhost'
  }

  index(): Promise<Response> {
    return this.renderJsonapi(this.recordScope())
  }

  async create(): Promise<Response> {
    const [record, success] = await this.jsonapiCreate()
    return success ? this.renderJsonapi(record, { scope: false, status: 201 }) : this.renderErrorsFor(record)
  }
}

describe("controller/locals (10.3): the application's data about a request, in the context", () => {
  const people = seededPeople(sqlite)
  const seen: unknown[] = []
  let api: Api<Locals>
  let unexpected: unknown[]

  beforeEach(() => {
    seen.length = 0
    unexpected = []
    const { users, all } = people.resources
    const note = (what: string, context: unknown): void => {
      const user = context === undefined ? 'no context' : (context as ApplicationController).locals.user
      seen.push(`${what}: ${user}`)
    }
    users.attribute('email', { type: 'string', readable: 'isOwner' })
    users.actions({ index: 'isKnown', show: true, create: 'isOwner' })
    users.allowFilter('seen', { type: 'boolean' }, (scope, _value, context) => {
      note('filter', context)
      return scope
    })
    users.extraField('seen', {
      value: (_record, context) => {
        note('extra field', context)
        return true
      },
    })
    users.defaultFilter('seen-by-default', (scope, context) => {
      note('default filter', context)
      return scope
    })
    users.beforeCommit('create', (_record, context) => {
      note('hook', context)
    })
    api = apiOf(ApplicationController, all, {
      onError: (error) => unexpected.push(error),
    })
  })

  const ask = (path: string, init: RequestInit = {}) => new Request(`http://test.example${path}`, init)
  const emails = async (answer: Response): Promise<readonly unknown[]> =>
    ((await answer.json()) as { data: readonly { attributes: { email?: string } }[] }).data.map(
      ({ attributes }) => attributes.email,
    )

  test('guards, custom filters, extra fields, default filters and hooks receive the locals', async () => {
    const owner = { user: 'owner' }
    const answer = await api.fetch(
      ask('/users?filter[seen]=true&extra_fields[users]=seen&page[size]=1'),
      owner,
    )
    expect(await emails(answer)).toEqual(['u1@example.org'])
    const body = JSON.stringify({
      data: { type: 'users', attributes: { name: 'New', email: 'new@example.org' } },
    })
    const created = await api.fetch(
      ask('/users', { method: 'POST', body, headers: { 'content-type': JSONAPI } }),
      owner,
    )
    expect(created.status).toBe(201)
    expect(new Set(seen)).toEqual(
      new Set(['filter: owner', 'extra field: owner', 'default filter: owner', 'hook: owner']),
    )
    expect(await emails(await api.fetch(ask('/users?page[size]=1'), { user: 'reader' }))).toEqual([undefined])
    expect(unexpected).toEqual([])
    await people.prisma.user.deleteMany({ where: { name: 'New' } })
  })

  test('an Unauthorized thrown anywhere returns 401 with its challenge, and a Forbidden returns 403', async () => {
    const nobody = await api.fetch(ask('/users'), { user: undefined })
    expect({
      status: nobody.status,
      challenge: nobody.headers.get('www-authenticate'),
      body: await nobody.json(),
    }).toEqual({
      status: 401,
      challenge: 'Bearer realm="people"',
      body: {
        jsonapi: { version: '1.1' },
        errors: [{ status: '401', code: 'unauthorized', title: 'Unauthorized', detail: 'Log in first.' }],
      },
    })
    const banned = await api.fetch(ask('/users'), { user: 'banned' })
    expect({ status: banned.status, body: await banned.json() }).toEqual({
      status: 403,
      body: {
        jsonapi: { version: '1.1' },
        errors: [{ status: '403', code: 'forbidden', title: 'Forbidden', detail: 'You are banned.' }],
      },
    })
    const thrown = await api.fetchWith(ask('/users'), () => {
      throw new Unauthorized({ detail: 'The token has expired.' })
    })
    expect([thrown.status, thrown.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(unexpected).toEqual([])
    expect(() => new Unauthorized({ detail: 'No.', challenge: 'Bearer\nset-cookie: a=b' })).toThrow(TypeError)
  })

  test('an error in the function that returns the locals returns 500 without details', async () => {
    const answer = await api.fetchWith(ask('/users'), () => {
      throw new Error('The session store is down.')
    })
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('session store')
    expect(unexpected).toEqual([new Error('The session store is down.')])
  })

  const all = (): Promise<{ readonly data: readonly object[] }> =>
    (people.resources.users as unknown as { all(query: object): Promise<{ data: readonly object[] }> }).all({
      page: { size: 1 },
    })

  test('in process, api.as creates a context with locals and without a request', async () => {
    expect((await api.as({ user: 'owner' }, all)).data).toEqual([
      { id: 1, type: 'users', name: 'User 1', email: 'u1@example.org' },
    ])
    expect(seen).toEqual(['default filter: owner'])
    expect((await api.as({ user: 'reader' }, all)).data).toEqual([{ id: 1, type: 'users', name: 'User 1' }])
    expect((await api.as({ user: undefined }, all)).data).toEqual([{ id: 1, type: 'users', name: 'User 1' }])
    people.resources.users.attribute('email', { type: 'string', readable: 'isLocalhost' })
    await expect(api.as({ user: 'owner' }, all)).rejects.toThrow('No request is available')
  })

  test('two concurrent requests share no locals, and a request inside an in-process block has its own locals', async () => {
    const [owner, reader, answer] = await Promise.all([
      api.as({ user: 'owner' }, all),
      api.as({ user: 'reader' }, all),
      api.as({ user: 'reader' }, () => api.fetch(ask('/users?page[size]=1'), { user: 'owner' })),
    ])
    expect(owner.data).toEqual([{ id: 1, type: 'users', name: 'User 1', email: 'u1@example.org' }])
    expect(reader.data).toEqual([{ id: 1, type: 'users', name: 'User 1' }])
    expect(await emails(answer)).toEqual(['u1@example.org'])
  })

  test('without a context, guards reject, and withoutPolicies permits everything, but only in process', async () => {
    const whole = [{ id: 1, type: 'users', name: 'User 1', email: 'u1@example.org' }]
    const guarded = [{ id: 1, type: 'users', name: 'User 1' }]
    expect((await all()).data).toEqual(guarded)
    expect((await withoutPolicies(all)).data).toEqual(whole)
    expect((await api.as({ user: 'reader' }, () => withoutPolicies(all))).data).toEqual(whole)
    expect((await withoutPolicies(() => api.as({ user: 'reader' }, all))).data).toEqual(guarded)
    const answer = await withoutPolicies(() => api.fetch(ask('/users?page[size]=1'), { user: 'reader' }))
    expect(await emails(answer)).toEqual([undefined])
  })

  test('policies still apply to a controller that responds with withoutPolicies', async () => {
    const { users } = people.resources
    class Users extends ApplicationController {
      static {
        this.jsonapi(users)
      }
      override index(): Promise<Response> {
        return withoutPolicies(() => super.index())
      }
    }
    const served = createApi<Locals>({
      registry: defineRegistry(Object.fromEntries(people.resources.all.map((one) => [one.config.type, one]))),
      controllers: { users: Users },
    })
    expect(await emails(await served.fetch(ask('/users?page[size]=1'), { user: 'reader' }))).toEqual([
      undefined,
    ])
  })

  test('without an ApplicationController, the API uses a Controller whose guards all reject', async () => {
    const { all: resources, users } = people.resources
    class Users extends Controller {
      static {
        this.jsonapi(users)
      }
      isOwner(): boolean {
        return true
      }
    }
    const plain = createApi({
      registry: defineRegistry(Object.fromEntries(resources.map((one) => [one.config.type, one]))),
      controllers: { users: Users },
    })
    users.defaultFilter('seen-by-default', (scope) => scope)
    expect((await plain.as(undefined, all)).data).toEqual([{ id: 1, type: 'users', name: 'User 1' }])
  })

  test.each([
    [
      'express',
      async () => {
        const app = express()
        app.use(toExpress(api, async (request) => ({ user: request.headers['x-user']?.toString() })))
        return listening(createServer(app as RequestListener))
      },
    ],
    [
      'fastify',
      async () => {
        const app = fastify()
        await app.register(toFastify(api, (request) => ({ user: request.headers['x-user']?.toString() })))
        onTestFinished(() => app.close())
        return app.listen({ port: 0, host: '127.0.0.1' })
      },
    ],
    [
      'hono',
      async () => {
        const app = new Hono<{ Variables: { user: string | undefined } }>()
        app.use(async (context, next) => {
          context.set('user', context.req.header('x-user'))
          await next()
        })
        app.all(
          '*',
          toHono(api, (context: HonoContext) => ({ user: context.get('user') })),
        )
        return listening(serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as never)
      },
    ],
  ])('the context of %s provides the locals to guards', async (_name, start) => {
    const origin = await start()
    const get = (headers: Readonly<Record<string, string>>) =>
      fetch(`${origin}/users?page[size]=1`, { headers })
    expect(await emails(await get({ 'x-user': 'owner' }))).toEqual(['u1@example.org'])
    expect(await emails(await get({ 'x-user': 'reader' }))).toEqual([undefined])
    const nobody = await get({})
    expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="people"'])
    expect(unexpected).toEqual([])
  })
})

type HonoContext = Context<{ Variables: { user: string | undefined } }>

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
