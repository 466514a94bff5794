import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Api, createApi } from '@jsonapi-gen/runtime'
import express from 'express'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import { columnOf, datamodelOf, modelOf, relationNamed } from '../../runtime/src/datamodel/datamodel.js'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { useClient } from '../support/blog.js'
import { serve } from '../support/read/serve.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf, withoutSemicolons } from './blocks.js'
import { CountingAdapter, logged, store, WordResource } from './adapters-examples.js'
import {
  ApplicationController,
  inExpress,
  inFastify,
  inHono,
  inProcess,
  type Locals,
  userNamed,
  withFetch,
} from './frameworks-examples.js'
import { explored } from './explorer-examples.js'
import { served, servedWithTitle } from './openapi-examples.js'
import { endsOnSigterm } from './operations-examples.js'

class PostsController extends ApplicationController {
  static {
    this.jsonapi(PostResource)
  }
}
const api: Api<Locals> = createApi<Locals>({ registry, controllers: { posts: PostsController } })

let database: OpenDatabase<BlogClient>
beforeAll(async () => {
  database = await sqlite.open({ seed: true })
  useClient(database.prisma)
})
afterAll(() => database.close())

/** The responses to an editor, a member and an anonymous user if a filter is limited to editors. */
async function answered(ask: (init: RequestInit) => Promise<Response>): Promise<readonly number[]> {
  const roles = ['editor', 'member', 'nobody']
  const answers = await Promise.all(roles.map((role) => ask({ headers: { 'x-role': role } })))
  return answers.map(({ status }) => status)
}

const PATH = '/posts?filter[draft]=true'
const GUARDED = [200, 400, 400]

describe('docs/frameworks.md', () => {
  test('every line that mounts the API is part of a server in test/frameworks', () => {
    const lines = blocksOf('docs/frameworks.md', 'ts', 'Frameworks').flatMap(({ text }) =>
      [...withoutSemicolons(text).matchAll(/^(?:app|export) ?.*$/gm)].map(([line]) => line),
    )
    const servers = ['express', 'fastify', 'hono'].map((name) =>
      readFileSync(at(`test/fixtures/frameworks/${name}.ts`), 'utf8'),
    )
    // The lines for fetch are separate files, which test/frameworks writes as they appear on the page.
    const mounts = lines.filter((line) => !line.startsWith('export '))
    expect([lines.length, mounts.length]).toEqual([4, 3])
    expect(mounts.filter((line, index) => !servers[index]?.includes(line))).toEqual([])
  })
})

describe('docs/frameworks.md: the current user', () => {
  test('Express receives the user from middleware', async () => {
    const app = express()
    app.use((request, _response, next) => {
      const user = userNamed(request.get('x-role'))
      Object.assign(request, user && { user })
      next()
    })
    app.use(inExpress(api))
    const server = createServer(app).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect(await answered((init) => fetch(`http://127.0.0.1:${port}${PATH}`, init))).toEqual(GUARDED)
    server.closeAllConnections()
    await once(server.close(), 'close')
  })

  test('Fastify receives the user from a hook', async () => {
    const app = fastify()
    app.addHook('onRequest', async (request) => {
      const user = userNamed(request.headers['x-role'])
      if (user) request.user = user
    })
    await app.register(inFastify(api))
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    expect(await answered((init) => fetch(`${origin}${PATH}`, init))).toEqual(GUARDED)
    await app.close()
  })

  test('Hono receives the user from middleware', async () => {
    const app = inHono(api)
    expect(await answered(async (init) => app.request(`http://blog.test${PATH}`, init))).toEqual(GUARDED)
  })

  test('fetch receives the user from a function that receives the request', async () => {
    const handler = withFetch(api)
    expect(await answered((init) => handler(new Request(`http://blog.test${PATH}`, init)))).toEqual(GUARDED)
  })

  test('an in-process call may pass a user', async () => {
    const drafts = await database.prisma.post.count({ where: { status: 'draft' } })
    expect(await inProcess(api, { id: '1', role: 'editor' })).toEqual([drafts, 20])
  })
})

describe('docs/explorer.md', () => {
  test('the explorer page and its contract are served', async () => {
    const api = explored()
    const answers = await Promise.all(
      ['/explorer', '/explorer/contract.json'].map((path) =>
        api.fetch(new Request(`http://blog.test${path}`)),
      ),
    )
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'text/html; charset=utf-8'],
      [200, 'application/json'],
    ])
  })
})

describe('docs/openapi.md', () => {
  test('the OpenAPI document is served with the configured title and security', async () => {
    const documents = await Promise.all(
      [served(), servedWithTitle()].map(async (each) => {
        const answer = await each.fetch(new Request('http://blog.test/openapi.json'))
        const { info, components, security } = (await answer.json()) as {
          readonly info: object
          readonly components: { readonly securitySchemes?: object }
          readonly security?: unknown
        }
        return { info, schemes: components.securitySchemes, security }
      }),
    )
    expect(documents).toMatchObject([
      { schemes: undefined },
      {
        info: { title: 'The blog', version: '2.1.0' },
        schemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
        security: [{ session: [] }],
      },
    ])
  })
})

describe('docs/adapters.md', () => {
  test('a hand-written resource declares its facts, and an adapter that is set later receives them', async () => {
    const { prisma, close } = await sqlite.open({ seed: true })
    WordResource.useAdapter(new PrismaAdapter(prisma))
    const { get } = serve({ words: WordResource })
    expect((await get('/words/1')).body).toMatchObject({
      data: { type: 'words', id: '1', attributes: { name: expect.any(String) } },
    })
    await close()
  })

  test('in docs/adapters.md, a subclass overrides a method and calls super', async () => {
    const { prisma, close } = await sqlite.open({ seed: true })
    const adapter = new CountingAdapter(prisma)
    WordResource.useAdapter(adapter)
    const { get } = serve({ words: WordResource })
    const { data } = (await get('/words')).body as { readonly data: readonly unknown[] }
    expect([data.length > 0, adapter.records >= data.length]).toEqual([true, true])
    await close()
  })

  test('the facts in docs/adapters.md have the documented effects', () => {
    const datamodel = datamodelOf([store])
    expect([
      datamodel.provider,
      modelOf(datamodel, 'Post').table.name,
      columnOf(datamodel, 'Post', 'slug')?.stored,
      columnOf(datamodel, 'Post', 'title')?.native,
      columnOf(datamodel, 'Post', 'status')?.type.values,
      modelOf(datamodel, 'Post').constraints.map(({ columns }) => columns),
      relationNamed(datamodel, 'Post', 'author')?.key,
      relationNamed(datamodel, 'Post', 'tags')?.inverse,
    ]).toEqual([
      'postgresql',
      'posts',
      'url_slug',
      { name: 'VarChar', sizes: [200] },
      ['draft', 'published'],
      [['id'], ['slug']],
      { columns: ['authorId'], references: ['id'] },
      'posts',
    ])
  })

  test('the query log is returned only for requests that contain the secret', async () => {
    const shown = await Promise.all(
      ['s3cret', 'guess'].map(async (secret) => {
        const init = { headers: { 'x-debug': secret } }
        const answer = await logged('s3cret').fetch(new Request('http://blog.test/posts/1', init))
        const { meta } = (await answer.json()) as { readonly meta?: { readonly queries?: unknown } }
        return meta?.queries !== undefined
      }),
    )
    expect(shown).toEqual([true, false])
  })
})

describe('docs/operations.md', () => {
  test('SIGTERM stops the server, which then disconnects from the database', async () => {
    const before = process.rawListeners('SIGTERM')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const disconnected = new Promise<boolean>((resolve) => {
      endsOnSigterm(server, { $disconnect: async () => resolve(!server.listening) })
    })
    const added = process.rawListeners('SIGTERM').filter((listener) => !before.includes(listener))
    expect(added).toHaveLength(1)
    // The test runner also listens for the signal, and must not receive it.
    for (const listener of added) listener('SIGTERM')
    expect(await disconnected).toBe(true)
    expect(process.rawListeners('SIGTERM')).toEqual(before)
  })
})
