import { type ApiOptions, createApi, Forbidden, type ResourceClass, Unauthorized } from '@jsonapi-gen/runtime'
import { explorer } from '@jsonapi-gen/explorer'
import { openApiFrom } from '@jsonapi-gen/openapi'
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import contract from '../../examples/blog/src/api/generated/contract.gen.json' with { type: 'json' }
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { at } from '../../scripts/lib/paths.js'
import { FRAMEWORKS } from '../http/support/frameworks.js'
import { useClient } from '../support/blog.js'
import { sqlite } from '../support/databases.js'

const fetchWith =
  (options: Partial<ApiOptions<unknown>>) =>
  async (path: string, init?: RequestInit): Promise<Response> =>
    createApi({ registry, controllers, openapi, ...options }).fetch(
      new Request(`http://blog.example${path}`, init),
    )

/** Everything that a client sees in a response. */
async function seen(response: Response): Promise<object> {
  return { status: response.status, headers: [...response.headers], body: await response.text() }
}

describe('explorer/server: the URL of the page', () => {
  test("without the explorer option, the explorer's URL does not exist, like any unknown path", async () => {
    const ask = fetchWith({})
    for (const path of ['/explorer', '/explorer/contract.json', '/explorer/page.js']) {
      const nothing = path === '/explorer' ? '/nothing' : '/nothing/1'
      expect(await seen(await ask(path))).toEqual(await seen(await ask(nothing)))
    }
    expect((await ask('/explorer')).status).toBe(404)
  })

  test('a rejected user receives neither the page nor the contract', async () => {
    const without = fetchWith({})
    const ask = fetchWith({
      explorer: explorer({ if: async ({ headers }) => headers.get('x-who') === 'me' }),
    })
    for (const path of [
      '/explorer',
      '/explorer/',
      '/explorer/contract.json',
      '/explorer/page.css',
      '/explorer/other',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        expect(await seen(await ask(path, { method }))).toEqual(await seen(await without(path, { method })))
      }
    }
    const headers = { 'x-who': 'me' }
    expect((await ask('/explorer', { headers })).status).toBe(200)
    expect((await ask('/explorer/contract.json', { headers })).status).toBe(200)
  })

  test('the explorer page has no inline script or style, and its policy forbids them', async () => {
    const response = await fetchWith({ explorer: explorer() })('/explorer')
    const html = await response.text()
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'private, no-cache',
      'content-length': String(html.length),
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      'content-type': 'text/html; charset=utf-8',
      etag: expect.stringMatching(/^"[\w.-]+"$/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    expect(html).not.toMatch(/<style|style=|\son\w+=|javascript:/i)
    expect([...html.matchAll(/<script[^>]*>([^<]*)</g)].map(([, code]) => code)).toEqual([''])
    expect(html).not.toMatch(/https?:/)
  })

  test("the contract of the explorer page matches the schema, with this API's options", async () => {
    const ask = fetchWith({
      explorer: explorer({
        queries: true,
        path: '/tools/try',
        login: { by: 'header', name: 'Authorization' },
      }),
      operations: true,
      strict: true,
      parameters: ['trace'],
      baseUrl: 'https://blog.example/',
      prefix: 'v1/',
    })
    const response = await ask('/v1/tools/try/contract.json')
    const { $comment: _comment, $digest: _digest, ...whole } = contract
    expect(await response.json()).toEqual({
      ...whole,
      explorer: {
        path: '/tools/try',
        base: 'https://blog.example/v1',
        strict: true,
        queries: true,
        operations: true,
        idempotency: false,
        login: { by: 'header', name: 'Authorization' },
        parameters: ['trace'],
      },
    })
    expect(await (await ask('/v1/tools/try')).text()).toContain('src="try/page.js"')
  })

  test('a page that the browser has cached is not sent again', async () => {
    const ask = fetchWith({ explorer: explorer() })
    for (const path of ['/explorer', '/explorer/page.js', '/explorer/page.css', '/explorer/contract.json']) {
      const first = await ask(path)
      const tag = first.headers.get('etag') ?? ''
      const again = await ask(path, { headers: { 'if-none-match': tag } })
      expect([path, again.status, await again.text()]).toEqual([path, 304, ''])
      const head = await ask(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
        200,
        first.headers.get('content-length'),
        '',
      ])
    }
  })

  test("the explorer's URLs permit only reads", async () => {
    const ask = fetchWith({ explorer: explorer() })
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const response = await ask('/explorer', { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    expect((await ask('/explorer', { method: 'OPTIONS' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    let loads = 0
    const load = async () => {
      loads++
      return { default: contract }
    }
    const counted = fetchWith({ explorer: explorer(), openapi: openApiFrom(load) })
    for (const method of ['POST', 'OPTIONS']) await counted('/explorer/contract.json', { method })
    expect(loads).toBe(0)
    const slash = await ask('/explorer/')
    expect([slash.status, slash.headers.get('location')]).toEqual([308, '../explorer'])
    expect((await ask('/explorer/other')).status).toBe(404)
    expect((await ask('/explorer/../package.json')).status).toBe(404)
  })

  test('a path that is already taken is rejected, and the error names the option that moves the page', async () => {
    const [post] = registry.values()
    const named = (types: readonly string[]): Map<string, ResourceClass> =>
      new Map(types.flatMap((type) => (post ? [[type, post]] : [])))
    expect(() =>
      createApi({ registry: named(['explorer']) as never, controllers: {}, openapi, explorer: explorer() }),
    ).toThrow(
      `The explorer and the resource of the type "explorer" would have the same path. Move the explorer: explorer({ path: '/api-explorer' }).`,
    )
    expect(() =>
      createApi({
        registry: named(['explorer', 'api-explorer']) as never,
        controllers: {},
        openapi,
        explorer: explorer(),
      }),
    ).toThrow(`explorer({ path: '/api-explorer-page' })`)
    expect(() =>
      createApi({ registry, controllers, openapi, explorer: explorer({ path: '/openapi.json' }) }),
    ).toThrow('"/openapi.json"')
    const moved = fetchWith({ explorer: explorer({ path: '/posts-explorer' }) })
    expect((await moved('/posts-explorer')).status).toBe(200)
    expect((await moved('/explorer')).status).toBe(404)
  })

  test('if a contract cannot be loaded, the response is a 500, and the next request loads it again', async () => {
    const given: unknown[] = [null, contract]
    const api = createApi({
      registry,
      controllers,
      openapi: openApiFrom(async () => ({ default: given.shift() as never })),
      explorer: explorer(),
      onError: () => {},
    })
    const ask = async (): Promise<number> =>
      (await api.fetch(new Request('http://blog.example/explorer/contract.json'))).status
    expect([await ask(), await ask(), await ask()]).toEqual([500, 200, 200])
  })

  test('the explorer option rejects an invalid path and an API without a contract', () => {
    for (const path of ['explorer', '/explorer/', '/', '', '/a b', '/../x', '//x']) {
      expect(() => explorer({ path })).toThrow(
        new TypeError(
          `explorer() has the invalid path ${JSON.stringify(path)}. Write '/explorer', without a trailing slash.`,
        ),
      )
    }
    expect(() => createApi({ registry, controllers, explorer: explorer() })).toThrow(
      'The option "explorer" needs a contract: pass "openapi" (from openapi.gen.ts) or "contract" (from contract.gen.json) to createApi.',
    )
    expect(() => createApi({ registry, controllers, contract, explorer: explorer() })).not.toThrow()
  })

  test('an unknown option is rejected, because a misspelled or missing "if" would open the page to everybody', () => {
    const wrong = [
      { if: undefined },
      { if: true },
      { iff: () => false },
      { If: () => false },
      { queries: 'yes' },
      'true',
      1,
      0,
      null,
    ]
    for (const options of wrong) {
      expect(() => explorer(options as never)).toThrow(
        new TypeError(
          'The options of explorer() must be { if, path, queries, login }: a function, a string, a boolean and an object.',
        ),
      )
    }
    for (const options of [undefined, {}, { if: () => false, path: '/try', queries: true }]) {
      expect(() => explorer(options)).not.toThrow()
    }
  })

  test('a login that the page cannot show is rejected, and the error names the fault', () => {
    const form = { by: 'form', post: '/session', fields: { email: 'email' } }
    const wrong: readonly (readonly [login: object, fault: string])[] = [
      [[], 'it must be an object'],
      [{}, '"by" must be "header", "form" or "link"'],
      [{ by: 'header' }, '"name" must be the name of a header'],
      [{ by: 'header', name: 'a b' }, '"name" must be the name of a header'],
      [{ by: 'header', name: 'X-Key', example: 1 }, '"example" must be a string'],
      [{ by: 'header', name: 'X-Key', value: 'a' }, '"value" is unknown'],
      [
        { by: 'link', href: 'javascript:alert(1)' },
        '"href" must be a path such as "/session", or begin with "https://"',
      ],
      [
        { by: 'link', href: '//other.example' },
        '"href" must be a path such as "/session", or begin with "https://"',
      ],
      [{ ...form, post: String.raw`/\other.example` }, '"post" must be a path such as "/session"'],
      [{ ...form, viewer: 'me' }, '"viewer" must be a path such as "/session"'],
      [
        { ...form, fields: { email: 'mail' } },
        '"fields" must be { name: "text" | "email" | "password" | [choices] }',
      ],
      [
        { ...form, fields: { email: [] } },
        '"fields" must be { name: "text" | "email" | "password" | [choices] }',
      ],
      [{ ...form, people: { Ada: {} } }, '"people" must be { name: { email } }'],
      [{ ...form, people: { Ada: { email: 'a', pin: '1' } } }, '"people" must be { name: { email } }'],
      [
        { ...form, logout: { path: '/session' } },
        '"logout" must be { method, path }: "POST" or "DELETE", and a path',
      ],
      [{ ...form, logOut: {} }, '"logOut" is unknown'],
    ]
    for (const [login, fault] of wrong) {
      expect(() => explorer({ login: login as never })).toThrow(
        new TypeError(`explorer() has an invalid login: ${fault}.`),
      )
    }
  })

  test('an option that is not an explorer is rejected, and the error names the package', () => {
    const made = (given: unknown) => (): unknown =>
      createApi({ registry, controllers, openapi, explorer: given as never })
    for (const given of [true, {}, { queries: true }, explorer, 'true', 1, 0, null]) {
      expect(made(given)).toThrow(
        new TypeError(
          'The option "explorer" must be the result of explorer() from @jsonapi-gen/explorer. Run npm install @jsonapi-gen/explorer, and write createApi({ explorer: explorer() }).',
        ),
      )
    }
    for (const given of [undefined, false, explorer()]) expect(made(given)).not.toThrow()
  })

  test('if "if" throws a runtime error, the response contains that error, and any other error returns 500', async () => {
    const statusOf = async (error: Error): Promise<readonly number[]> => {
      const ask = fetchWith({
        explorer: explorer({ if: () => Promise.reject(error), queries: true }),
        onError: () => {},
      })
      const answers = [await ask('/explorer'), await ask('/explorer/contract.json')]
      return answers.map(({ status }) => status)
    }
    expect(await statusOf(new Unauthorized({ detail: 'Log in.' }))).toEqual([401, 401])
    expect(await statusOf(new Forbidden({ detail: 'Not you.' }))).toEqual([403, 403])
    expect(await statusOf(new Error('broken'))).toEqual([500, 500])
  })

  test.each(FRAMEWORKS)('%s serves the page with everything that it loads', async (_, serve) => {
    const server = await serve(createApi({ registry, controllers, openapi, explorer: explorer() }))
    const answers = await Promise.all(
      ['', '/page.js', '/page.css', '/contract.json'].map(async (name) => {
        const answer = await fetch(`${server.url}/explorer${name}`)
        return [answer.status, answer.headers.get('content-type'), (await answer.text()).length > 300]
      }),
    )
    const moved = await fetch(`${server.url}/explorer/`)
    await server.close()
    expect(answers).toEqual([
      [200, 'text/html; charset=utf-8', true],
      [200, 'text/javascript; charset=utf-8', true],
      [200, 'text/css; charset=utf-8', true],
      [200, 'application/json', true],
    ])
    expect(moved.url).toBe(`${server.url}/explorer`)
  })

  test('if the option "queries" permits it, users who may see the explorer receive the queries that they request', async () => {
    const database = await sqlite.open({ seed: true })
    useClient(database.prisma)
    const headers = { 'x-explorer': 'queries' }
    const of = async (
      options: Partial<ApiOptions<unknown>>,
      given: Record<string, string>,
    ): Promise<unknown> => {
      const response = await fetchWith(options)('/posts?include=author&page[size]=1', { headers: given })
      const { meta } = (await response.json()) as {
        meta?: { queries?: { includes: unknown[]; queries: unknown[] } }
      }
      return meta?.queries && [meta.queries.queries.length, meta.queries.includes.length]
    }
    expect(await of({ explorer: explorer({ queries: true }) }, headers)).toEqual([1, 1])
    expect(await of({ explorer: explorer({ queries: true }) }, {})).toBe(undefined)
    expect(await of({ explorer: explorer() }, headers)).toBe(undefined)
    expect(await of({}, headers)).toBe(undefined)
    expect(await of({ explorer: explorer({ queries: true, if: () => false }) }, headers)).toBe(undefined)
    await database.close()
  })

  test('the pictures in docs/explorer.md exist, and together are smaller than 200 KB', () => {
    const named = [...readFileSync(at('docs/explorer.md'), 'utf8').matchAll(/\]\((images\/[\w-]+\.png)\)/g)]
    const sizes = named.map(([, path = '']) => readFileSync(at(`docs/${path}`)).length)
    expect(sizes.length).toBe(5)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
  })

  test('the explorer page and its files take less than 60 KB when compressed', () => {
    const sizes = ['index.html', 'page.css', 'page.js'].map(
      (name) => gzipSync(readFileSync(at(`explorer/dist/page/${name}`))).length,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000)
  })
})
