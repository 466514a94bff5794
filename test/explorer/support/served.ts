import { createServer, type IncomingMessage } from 'node:http'
import { explorer, type ExplorerLogin } from '@jsonapi-gen/explorer'
import { type Api, type ApiOptions, createApi, defineRegistry } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express, { type Request, type RequestHandler } from 'express'
import { registry as blogRegistry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { openapi as blogOpenapi } from '../../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers as blogControllers } from '../../../examples/blog/src/api/generated/routes.gen.js'
import type { Locals } from '../../../examples/saas/src/api/application.controller.js'
import { registry as saasRegistry } from '../../../examples/saas/src/api/generated/index.gen.js'
import { openapi as saasOpenapi } from '../../../examples/saas/src/api/generated/openapi.gen.js'
import { controllers as saasControllers } from '../../../examples/saas/src/api/generated/routes.gen.js'
import { login } from '../../../examples/saas/src/demo-login.js'
import { PASSWORD, seed } from '../../../examples/saas/src/seed.js'
import { localsOf, sessionRoutes, sessions } from '../../../examples/saas/src/session.js'
import { type Listening, listening } from '../../http/support/frameworks.js'
import { useClient } from '../../support/blog.js'
import { type BlogClient, sqlite } from '../../support/databases.js'
import { prismaAdapter } from '../../support/facts.js'

/** A request as the server receives it. */
export interface Received {
  readonly method: string
  /** The path and the decoded query. */
  readonly url: string
  readonly body: unknown
  readonly headers: IncomingMessage['headers']
}

/** A server of an example with the explorer enabled. */
export interface ServedExplorer {
  readonly url: string
  /** The URL of the explorer page. */
  readonly page: string
  /** The requests for records since the last call. */
  received(): readonly Received[]
  close(): Promise<void>
}

export interface ServedBlog extends ServedExplorer {
  readonly prisma: BlogClient
}

/** Serves the blog below `/api`, on its own database. */
export async function servedBlog(between: readonly RequestHandler[] = []): Promise<ServedBlog> {
  const { prisma, close } = await sqlite.open({ seed: true })
  useClient(prisma)
  const api = createApi({
    registry: blogRegistry,
    controllers: blogControllers,
    openapi: blogOpenapi,
    prefix: '/api',
    operations: true,
    explorer: explorer({ queries: true }),
  })
  const app = express()
  const { recorder, received } = recording()
  app.use(recorder, ...between, toExpress(api))
  const server = await listening(createServer(app))
  return {
    prisma,
    url: `${server.url}/api`,
    page: `${server.url}/api/explorer`,
    received,
    close: () => closed(server, close),
  }
}

/** Serves the saas example with its sessions. */
export async function servedSaas(): Promise<ServedExplorer> {
  const { prisma, close } = await sqlite.openSaas()
  const adapter = prismaAdapter(prisma)
  for (const resource of saasRegistry.values()) resource.useAdapter(adapter)
  await seed(prisma)
  const api: Api<Locals> = createApi({
    registry: saasRegistry,
    controllers: saasControllers,
    openapi: saasOpenapi,
    idempotency: { owner: ({ locals }) => `${locals.organisationId}~${locals.userId}` },
    operations: true,
    explorer: explorer({ login, queries: true }),
  })
  const app = express()
  const { recorder, received } = recording()
  app.use(
    recorder,
    sessions('a secret of the tests'),
    sessionRoutes(prisma),
    toExpress(api, localsOf(prisma)),
  )
  const server = await listening(createServer(app))
  return { url: server.url, page: `${server.url}/explorer`, received, close: () => closed(server, close) }
}

/** Serves the page for any contract. The given function responds to the requests for records. */
export async function servedContract(
  contract: NonNullable<ApiOptions['contract']>,
  behind: RequestHandler,
  login?: ExplorerLogin,
): Promise<ServedExplorer> {
  const api = createApi({
    registry: defineRegistry({}),
    controllers: {},
    contract,
    explorer: explorer(login && { login }),
  })
  const page = toExpress(api)
  const { recorder, received } = recording()
  const app = express().use(recorder, (request, response, next) =>
    (request.path.startsWith('/explorer') ? page : behind)(request, response, next),
  )
  const server = await listening(createServer(app))
  return { url: server.url, page: `${server.url}/explorer`, received, close: () => server.close() }
}

/** The body of the request that logs a user in to the saas example. */
export const loginOf = (email: string): string =>
  JSON.stringify({ email, password: PASSWORD, organisation: 'acme' })

async function closed(server: Listening, close: () => Promise<void>): Promise<void> {
  await server.close()
  await close()
}

/** Records all requests except those for the page and its files. */
function recording(): { readonly recorder: RequestHandler; readonly received: () => readonly Received[] } {
  let all: Received[] = []
  const recorder: RequestHandler = (request: Request, _, next) => {
    if (/\/(?:explorer|session)/.test(request.path)) return void next()
    const chunks: Buffer[] = []
    const entry = {
      method: request.method,
      url: decodeURIComponent(request.originalUrl),
      headers: request.headers,
    }
    const index = all.push({ ...entry, body: undefined }) - 1
    const list = all
    request.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      const text = Buffer.concat(chunks).toString()
      list[index] = { ...entry, body: parsed(text) }
    })
    request.pause()
    next()
  }
  return {
    recorder,
    received() {
      const found = all
      all = []
      return found
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
