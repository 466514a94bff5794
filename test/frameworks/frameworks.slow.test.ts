import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { sqlite, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { compileProject, createProject, FRAMEWORKS, type Framework, type Project } from './support/project.js'
import { startFirstServer } from './support/first-server.js'
import { abandon, send, sendRaw, type Exchange } from './support/exchange.js'
import { requireAndAsk } from './support/require.js'
import { SPELLINGS } from './support/spellings.js'
import { startFramework, type FrameworkServer } from './support/server.js'
import { oneIn } from '../support/sample.js'

const MEDIA_TYPE = 'application/vnd.api+json'
const JSON_BODY = { 'content-type': MEDIA_TYPE }

/** The maximum size of a body, in bytes. */
const LIMIT = 1_048_576
const PIECES = ['"', ...Array.from({ length: 8 }, () => 'x'.repeat(256 * 1024)), '"']
/** A body of two megabytes, once with a length and once in chunks. */
const TOO_LARGE = [PIECES.join(''), PIECES]

let project: Project
let compiled: string
let database: OpenDatabase<BlogClient>
/** The running servers, by framework. */
const servers = new Map<Framework, FrameworkServer>()

beforeAll(async () => {
  database = await sqlite.open({ seed: true })
  project = await createProject()
  compiled = await compileProject(project, 'typescript-7')
}, 180_000)

afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.stop()))
  await database.close()
  await project.remove()
})

test('generated code for every framework compiles with the strict flags', () => {
  expect(compiled).toBe('')
})

test('the scaffolded request tests pass without changes', async () => {
  // Without its own configuration, it would find ours.
  await writeFile(join(project.folder, 'vitest.config.js'), 'export default {}\n')
  const written = ['posts', 'comments', 'currencies'].map((type) => `dist/hono/routes/${type}.routes.test.js`)
  const { code, stdout } = await ended(
    [
      at('node_modules/vitest/vitest.mjs'),
      'run',
      '--no-isolate',
      '--no-file-parallelism',
      '--root',
      project.folder,
      ...written,
    ],
    project.folder,
    { ...process.env, DATABASE_URL: database.url, NO_COLOR: '1' },
  )
  expect({ code, tests: /Tests +(.*)/.exec(stdout)?.[1] }).toEqual({ code: 0, tests: '9 passed (9)' })
}, 60_000)

describe.each(FRAMEWORKS)('the server on %s', (framework) => {
  const running = serverOf(framework)

  test('the server can be loaded by `require`, including circular sideloads', async () => {
    expect(await requireAndAsk(project, framework, database.url)).toEqual({
      code: 0,
      stdout: '200 authors,posts',
      stderr: '',
    })
  })

  test('a read returns a complete response with its length and media type', async () => {
    const { status, headers, text } = await send(
      `${running().plain}/posts?include=author&filter[name][prefix]=A&page[size]=2&stats[total]=count`,
    )
    expect({ status, type: headers['content-type'], vary: headers['vary'] }).toEqual({
      status: 200,
      type: MEDIA_TYPE,
      vary: 'Accept',
    })
    const document: unknown = JSON.parse(text)
    expect(document).toMatchObject({
      jsonapi: { version: '1.1' },
      links: {
        self: `${running().plain}/posts?include=author&filter%5Bname%5D%5Bprefix%5D=A&page%5Bsize%5D=2&stats%5Btotal%5D=count`,
      },
      data: expect.any(Array),
      included: expect.any(Array),
    })
  })

  test('a failed request returns an error document', async () => {
    const { status, headers, text } = await send(`${running().plain}/posts?filter[nope]=1`)
    expect({ status, type: headers['content-type'] }).toEqual({ status: 400, type: MEDIA_TYPE })
    expect(JSON.parse(text)).toMatchObject({
      errors: [{ status: '400', source: { parameter: 'filter[nope]' } }],
    })
  })

  test('an unknown path reaches the API', async () => {
    const unknown = await send(`${running().plain}/nothing/here`)
    expect(errorOf(unknown)).toEqual({ status: 404, type: MEDIA_TYPE, errors: ['404'] })
  })

  test('a method that a path does not support reaches the API, which responds with an Allow header', async () => {
    const answer = await send(`${running().plain}/posts/1`, { method: 'PUT', headers: JSON_BODY, body: '{}' })
    expect({ ...errorOf(answer), allow: answer.headers['allow'] }).toEqual({
      status: 405,
      type: MEDIA_TYPE,
      errors: ['405'],
      allow: 'GET, HEAD, PATCH, DELETE, OPTIONS',
    })
  })

  test('OPTIONS reaches the API, which responds with an Allow header', async () => {
    const answer = await send(`${running().plain}/posts`, { method: 'OPTIONS' })
    expect([answer.status, answer.headers['allow']]).toEqual([204, 'GET, HEAD, POST, OPTIONS'])
  })

  test('a path that an earlier router interpreted as a different path is rejected (15.14)', async () => {
    const statusOf = async (target: string): Promise<number> => {
      const text = `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`
      return Number((await sendRaw(running().parsed, text)).split(' ')[1])
    }
    for (const path of ['/currencies', '/currencies/EUR']) expect(await statusOf(path)).toBe(403)
    const statuses = await Promise.all(
      SPELLINGS.map(async (target) => ({ target, status: await statusOf(target) })),
    )
    expect(statuses.filter(({ status }) => status < 400 || status > 404)).toEqual([])
    for (const id of ['1', '%31']) expect(await statusOf(`/posts/${id}`)).toBe(200)
  })

  test('a missing body is reported before the media type, but the media type is checked first if there is a body (15.1)', async () => {
    const url = `${running().plain}/posts`
    const answered = async (path: string, headers: string, body = ''): Promise<unknown> => {
      const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`
      const answer = await sendRaw(running().plain, head + body)
      return [answer.split(' ')[1], /"detail":"([^"]*)/.exec(answer)?.[1]]
    }
    const none = ['400', 'The request has no body.']
    const { pathname } = new URL(url)
    for (const type of ['', 'Content-Type: text/plain\r\n', `Content-Type: ${MEDIA_TYPE}\r\n`]) {
      for (const length of ['', 'Content-Length: 0\r\n']) {
        expect([type, length, await answered(pathname, type + length)]).toEqual([type, length, none])
      }
      const chunked = `${type}Transfer-Encoding: chunked\r\n`
      expect([type, 'chunked', await answered(pathname, chunked, '0\r\n\r\n')]).toEqual([
        type,
        'chunked',
        none,
      ])
    }
    for (const sized of [
      'Content-Length: 2\r\n\r\n{}',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    ]) {
      const [headers = '', body] = [
        sized.slice(0, sized.indexOf('\r\n') + 2),
        sized.slice(sized.indexOf('\r\n') + 4),
      ]
      expect(await answered(pathname, headers, body)).toEqual([
        '415',
        expect.stringContaining('The body of a request must be'),
      ])
    }
  })

  test('HEAD returns the same response as GET, without the body', async () => {
    const get = await send(`${running().plain}/posts/1`)
    const head = await send(`${running().plain}/posts/1`, { method: 'HEAD' })
    const { date: _date, ...headers } = head.headers
    const { date: _then, ...ofGet } = get.headers
    expect({ status: head.status, headers, text: head.text }).toEqual({
      status: get.status,
      headers: { ...ofGet, 'content-length': String(Buffer.byteLength(get.text)) },
      text: '',
    })
    expect((await send(`${running().plain}/posts/0`, { method: 'HEAD' })).status).toBe(404)
  })

  test('the API itself returns 406 and 415, even for an invalid type', async () => {
    const accept = await send(`${running().plain}/posts`, {
      headers: { accept: `${MEDIA_TYPE}; charset=utf-8` },
    })
    expect(errorOf(accept)).toEqual({ status: 406, type: MEDIA_TYPE, errors: ['406'] })
    for (const type of [
      'application/json',
      'text/plain',
      'nonsense',
      `${MEDIA_TYPE};charset=utf-8`,
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await send(`${running().plain}/tags`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{}',
      })
      expect({ sent: type, ...errorOf(answer) }).toEqual({
        sent: type,
        status: 415,
        type: MEDIA_TYPE,
        errors: ['415'],
      })
    }
    const without = await send(`${running().plain}/tags`, { method: 'POST', body: '{}' })
    expect(errorOf(without)).toEqual({ status: 415, type: MEDIA_TYPE, errors: ['415'] })
  })

  test('a request body is passed on unchanged, whole or in chunks', async () => {
    const body = { data: { type: 'tags', attributes: { name: 'e\u0301 😀 \u05D0', deep: [[1, null]] } } }
    const text = JSON.stringify(body)
    const halves = [text.slice(0, 40), text.slice(40)]
    for (const sent of [text, halves]) {
      const answer = await send(`${running().plain}/tags`, { method: 'POST', headers: JSON_BODY, body: sent })
      expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual({
        status: 200,
        body: { body },
      })
    }
    const broken = await send(`${running().plain}/tags`, {
      method: 'POST',
      headers: JSON_BODY,
      body: '{"data":',
    })
    expect(errorOf(broken)).toEqual({ status: 400, type: MEDIA_TYPE, errors: ['400'] })
  })

  test('records are created, updated and destroyed, with and without a preceding body parser', async () => {
    for (const server of [running().plain, running().parsed]) {
      const email = `${framework}-${new URL(server).port}@example.org`
      const data = { type: 'authors', attributes: { name: 'é', email } }
      const made = await send(`${server}/authors`, {
        method: 'POST',
        headers: JSON_BODY,
        body: JSON.stringify({ data }),
      })
      const { data: author } = JSON.parse(made.text) as { data: { id: string; attributes: unknown } }
      expect({ status: made.status, attributes: author.attributes }).toMatchObject({
        status: 201,
        attributes: data.attributes,
      })
      const changed = await send(`${server}/authors/${author.id}`, {
        method: 'PATCH',
        headers: JSON_BODY,
        body: JSON.stringify({ data: { type: 'authors', id: author.id, attributes: { name: 'ê' } } }),
      })
      expect(changed.status).toBe(200)
      const gone = await send(`${server}/authors/${author.id}`, { method: 'DELETE' })
      expect({ status: gone.status, text: gone.text }).toEqual({ status: 204, text: '' })
      expect((await send(`${server}/authors/${author.id}`)).status).toBe(404)
    }
  })

  test('entity tags, conditions and cache headers are passed on (26.3, 26.4, 26.7)', async () => {
    for (const server of [running().plain, running().parsed]) {
      const first = await send(`${server}/posts/2`)
      const tag = String(first.headers['etag'])
      expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
      const known = await send(`${server}/posts/2`, { headers: { 'if-none-match': `"x", W/${tag}` } })
      expect([known.status, known.text, known.headers['etag'], known.headers['content-type']]).toEqual([
        304,
        '',
        tag,
        undefined,
      ])
      const change = (condition: string) =>
        send(`${server}/posts/2`, {
          method: 'PATCH',
          headers: { ...JSON_BODY, 'if-match': condition },
          body: JSON.stringify({ data: { type: 'posts', id: '2', attributes: { body: `of ${tag}` } } }),
        })
      const changed = await change(tag)
      expect([changed.status, changed.headers['etag'] === tag]).toEqual([200, false])
      const stale = await change(tag)
      expect([stale.status, stale.headers['cache-control']]).toEqual([412, 'no-store'])
      const destroyed = await send(`${server}/posts/2`, { method: 'DELETE', headers: { 'if-match': tag } })
      expect(destroyed.status).toBe(412)
    }
  })

  test('a body that was already parsed is accepted, and headers that were already set are kept', async () => {
    const body = { data: { type: 'tags', attributes: { name: 'parsed' } } }
    const answer = await send(`${running().parsed}/tags`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(body),
    })
    expect({ status: answer.status, body: JSON.parse(answer.text) }).toEqual({ status: 200, body: { body } })
    const { headers } = await send(`${running().parsed}/posts/1`)
    expect(String(headers['vary']).split(/, ?/).toSorted()).toEqual(['Accept', 'Origin'])
  })

  test('a body that is too large is rejected with 413, and the server keeps running', async () => {
    const announced = { headers: { ...JSON_BODY, 'content-length': String(LIMIT + 1) } }
    const inChunks = { headers: JSON_BODY, body: ['"', 'x'.repeat(LIMIT)] }
    for (const sending of [announced, inChunks]) {
      const answer = await send(`${running().plain}/tags`, { method: 'POST', ...sending, isBegun: true })
      expect(errorOf(answer)).toEqual({ status: 413, type: MEDIA_TYPE, errors: ['413'] })
      expect((await send(`${running().plain}/posts/1`)).status).toBe(200)
    }
  })

  test('a body of exactly the maximum size is accepted', async () => {
    const body = `"${'x'.repeat(LIMIT - 2)}"`
    const answer = await send(`${running().plain}/tags`, { method: 'POST', headers: JSON_BODY, body })
    expect({ status: answer.status, length: answer.text.length }).toEqual({
      status: 200,
      length: '{"body":}'.length + LIMIT,
    })
  })

  test('the server survives clients that disconnect before their body or the response is complete', async () => {
    const half = { method: 'POST', headers: { ...JSON_BODY, 'content-length': '1000' }, body: '{"data":' }
    await Promise.all(Array.from({ length: 5 }, () => abandon(`${running().plain}/tags`, half, 30)))
    await Promise.all(
      Array.from({ length: 5 }, () =>
        abandon(`${running().plain}/tags`, { headers: { 'x-wait': '100' } }, 30),
      ),
    )
    expect((await send(`${running().plain}/posts/1`)).status).toBe(200)
  })

  test('concurrent requests have separate contexts', async () => {
    const waits = [60, 5, 40, 20, 1, 30, 50, 10]
    const answers = await Promise.all(
      waits.map((wait) => send(`${running().plain}/tags`, { headers: { 'x-wait': String(wait) } })),
    )
    expect(answers.map(({ text }) => JSON.parse(text).wait)).toEqual(waits.map(String))
  })

  test("a controller's stream is sent to the client as a stream, and each cookie is sent", async () => {
    const { status, headers, text } = await send(`${running().plain}/tags/1`)
    expect({ status, text, cookies: headers['set-cookie'], type: headers['content-type'] }).toEqual({
      status: 200,
      text: 'onetwothree',
      cookies: ['a=1', 'b=2'],
      type: 'text/plain',
    })
  })
})

// Hono's server for Node creates its own web-standard requests. These two use our bridge.
describe.each(['express', 'fastify'] as const)('the bridge from Node to %s', (framework) => {
  const running = serverOf(framework)

  test('the length of a document is sent in a header', async () => {
    const { headers, text } = await send(`${running().plain}/posts`)
    expect(headers['content-length']).toBe(String(Buffer.byteLength(text)))
  })

  test('the API handles a method that fetch cannot express', async () => {
    const answer = await send(`${running().plain}/posts`, { method: 'TRACE' })
    expect(errorOf(answer)).toEqual({ status: 405, type: MEDIA_TYPE, errors: ['405'] })
  })

  test('a Host header does not change the path', async () => {
    for (const host of ['evil.example/nothing?', 'a b', 'x@y', '%%%']) {
      const answer = await sendRaw(
        running().plain,
        `GET /tags HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect({ host, answer: answer.match(/^HTTP\/1.1 \d+|"url":"[^"]*"/g) }).toEqual({
        host,
        answer: ['HTTP/1.1 200', '"url":"http://localhost/tags"'],
      })
    }
  })

  test('the bridge from Node rejects a body that is too large, and keeps the connection open', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (const body of TOO_LARGE) {
      const answer = await send(`${running().plain}/tags`, {
        method: 'POST',
        headers: JSON_BODY,
        body,
        agent,
      })
      expect(answer.status).toBe(413)
      expect((await send(`${running().plain}/posts/1`, { agent })).status).toBe(200)
    }
    agent.destroy()
  })
})

describe('the server that `init` writes', () => {
  test.concurrent.each(oneIn(3, ['express', 'fastify', 'hono'] as const))(
    'the server for %s responds to 20 of 20 requests in flight at SIGTERM, disconnects, and exits (15.13)',
    async (framework) => {
      const server = await startFirstServer(project, framework, database.url)
      const ask = (wait: number) => send(`${server.url}/tags`, { headers: { 'x-wait': String(wait) } })
      const answers = Promise.all(Array.from({ length: 20 }, () => ask(2000)))
      // Responses to these later requests show that the earlier ones have arrived.
      for (let count = 0; count < 3; count++) await ask(0)
      const end = await server.terminate()
      const statuses = (await answers).map(({ status }) => status)
      expect([end, statuses]).toEqual([{ code: 0, said: '' }, Array.from({ length: 20 }, () => 200)])
      await expect(ask(0)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    },
    60_000,
  )
})

describe('the API rejects a path that cannot be decoded', () => {
  // Fastify is excluded, because its router rejects such a path before it calls a plugin.
  const running = (['express', 'hono', 'fetch'] as const).map((framework) => serverOf(framework))
  test('a path that cannot be decoded returns 404', async () => {
    for (const server of running) {
      const answer = await send(`${server().plain}/posts/%zz`)
      expect(errorOf(answer)).toEqual({ status: 404, type: MEDIA_TYPE, errors: ['404'] })
    }
  })
})

test('no server reported an error during these tests', async () => {
  await Promise.all([...servers.values()].map((server) => server.stop()))
  const complaints = [...servers].map(([framework, server]) => [framework, server.complaints()])
  expect(complaints).toEqual(FRAMEWORKS.map((framework) => [framework, '']))
})

/**
 * The server of a framework, for the tests in a `describe` block. All blocks share it, and the first one starts
 * it.
 */
function serverOf(framework: Framework): () => FrameworkServer {
  let server: FrameworkServer | undefined
  beforeAll(async () => {
    server = servers.get(framework) ?? (await startFramework(project, framework, database.url))
    servers.set(framework, server)
  }, 60_000)
  return () => {
    if (!server) throw new Error('The server has not started.')
    return server
  }
}

function errorOf({ status, headers, text }: Exchange): object {
  const { errors } = JSON.parse(text) as { errors: { status: string }[] }
  return { status, type: headers['content-type'], errors: errors.map((each) => each.status) }
}
